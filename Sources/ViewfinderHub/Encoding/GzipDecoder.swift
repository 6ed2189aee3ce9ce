internal import ViewfinderSystem

/// Unpacks a file in the format of gzip (RFC 1952).
enum GzipDecoder {
  typealias Failure = Inflater.Failure

  private static let named: UInt8 = 8
  private static let commented: UInt8 = 16
  private static let extended: UInt8 = 4
  private static let checked: UInt8 = 2

  /// Reads a file from its start, and appends what it holds to another.
  ///
  /// - Throws: ``Inflater/Failure``; `tooLarge` as soon as more than `byteLimit` bytes come out.
  static func decode(
    _ file: SystemFile, to output: SystemFile, byteLimit: Int
  ) throws(Failure) {
    do throws(SystemError) {
      try file.seek(to: 0)
    } catch {
      throw .file(error)
    }
    var inflater = Inflater(file)
    var total = 0
    guard let first = try inflater.byte() else { throw .cut }
    var start = first
    // There may be several, one after the other.
    while true {
      try readHeader(start, &inflater)
      var checksum = CRC32.gzip
      var count: UInt32 = 0
      try inflater.inflate { (bytes) throws(Failure) in
        total += bytes.count
        guard total <= byteLimit else { throw .tooLarge }
        count &+= UInt32(bytes.count)
        checksum.update(bytes)
        do throws(SystemError) {
          try output.write(bytes)
        } catch {
          throw .file(error)
        }
      }
      guard try number(&inflater) == checksum.value, try number(&inflater) == count else {
        throw .damaged
      }
      var next = try inflater.byte()
      // Some writers fill up their last block.
      while next == 0 { next = try inflater.byte() }
      guard let next else { return }
      start = next
    }
  }

  private static func readHeader(_ first: UInt8, _ inflater: inout Inflater) throws(Failure) {
    guard first == 0x1F, try byte(&inflater) == 0x8B, try byte(&inflater) == 8 else {
      throw .damaged
    }
    let flags = try byte(&inflater)
    for _ in 0..<6 { _ = try byte(&inflater) }
    if flags & extended != 0 {
      let (low, high) = (try byte(&inflater), try byte(&inflater))
      for _ in 0..<(Int(high) << 8 | Int(low)) { _ = try byte(&inflater) }
    }
    for text in [named, commented] where flags & text != 0 {
      while try byte(&inflater) != 0 {}
    }
    if flags & checked != 0 {
      for _ in 0..<2 { _ = try byte(&inflater) }
    }
  }

  private static func byte(_ inflater: inout Inflater) throws(Failure) -> UInt8 {
    guard let byte = try inflater.byte() else { throw .cut }
    return byte
  }

  private static func number(_ inflater: inout Inflater) throws(Failure) -> UInt32 {
    var value: UInt32 = 0
    for shift in 0..<4 { value |= UInt32(try byte(&inflater)) << UInt32(8 * shift) }
    return value
  }
}
