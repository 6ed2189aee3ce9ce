internal import CViewfinderSystem

/// Who can have put a file where it is.
package enum TrustedPath {
  /// Why code is not taken from a file; nothing where it may be.
  ///
  /// The file and all folders around it belong to root, to the user who runs this program or to the
  /// owner of the program, and nobody else may write to one of them.
  package static func objection(to path: String) -> String? {
    var text = [CChar](repeating: 0, count: 4200)
    if unsafe cviewfinder_path_is_trusted(path, &text, text.count) != 0 { return nil }
    return String(
      decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
