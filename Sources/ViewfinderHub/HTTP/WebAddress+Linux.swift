#if os(Linux)
  internal import CViewfinderCurl

  extension WebAddress {
    /// The address that a location leads to, seen from another; nothing when it is none.
    static func resolve(_ location: String, from base: String) -> String? {
      var text = [CChar](repeating: 0, count: base.utf8.count + location.utf8.count + 16)
      guard unsafe cviewfinder_curl_resolve(base, location, &text, text.count) != 0 else {
        return nil
      }
      return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
#endif
