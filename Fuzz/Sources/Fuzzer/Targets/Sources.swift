@testable import ViewfinderHub

extension FuzzTarget {
  /// Where hosted models come from, as users write it, and where servers redirect to.
  static let sources = FuzzTarget(
    "sources", maximumLength: 1 << 10,
    seeds: {
      texts(
        "firebase:bird", "gs://demo.appspot.com/models//bird v2.tflite",
        "https://a.example/b?c=d#e",
        "https://storage.example/v0/b/demo/o/models%2Fbird.tflite?alt=media",
        "http://[::1]:8080/x", "http://127.0.0.1/\n../y", "//evil.example\\@a:1/%zz")
    }
  ) { bytes in
    let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
    let text = Array(parts.first ?? []).text
    do {
      let source = try ModelSource(text)
      _ = source.name
      // Queries may hold tokens, and long addresses are cut short in messages.
      // A mark with an accent is no such character, but the byte of one.
      let isCut = text.utf8.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
      if !isCut, source.description.utf8.count < 300 {
        let again = try ModelSource(source.description)
        precondition(again == source, "It does not read back as the same")
      }
    } catch {}
    do { _ = try StorageLocation(url: text) } catch {}
    precondition(
      PercentEncoding.decode(PercentEncoding.segment(text)) == text, "An escape is lost")
    guard parts.count == 2 else { return }
    let base = try WebAddress(text)
    let target = try base.resolving(Array(parts[1]).text)
    precondition(target.isSecure || !base.isSecure, "A redirect leaves https")
    precondition(target.text.utf8.allSatisfy { 0x21 <= $0 && $0 < 0x7F }, "It is not plain")
  }
}
