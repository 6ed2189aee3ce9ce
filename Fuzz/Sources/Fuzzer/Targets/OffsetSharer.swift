import ViewfinderTestSupport

/// Mutates files of tables and offsets so that more offsets lead to one place.
///
/// Sizes stay as they are, so that what is not meant stays sound; now and then a file is replaced by a
/// large one whose parts are shared already.
enum OffsetSharer {
  /// A mutant of a file, not larger than a number of bytes.
  static func mutant(of bytes: [UInt8], maximumLength: Int, seed: UInt64) -> [UInt8] {
    var random = SplitMix(seed: seed)
    if maximumLength >= 1 << 16, Int.random(in: 0..<128, using: &random) == 0 {
      let size = Int.random(in: 1 << 15...maximumLength, using: &random)
      return WorstModel.all.randomElement(using: &random)?.bytes(size: size) ?? bytes
    }
    var bytes = bytes
    guard bytes.count >= 16 else { return bytes }
    repeat {
      change(&bytes, &random)
    } while Bool.random(using: &random)
    return bytes
  }

  private static func change(_ bytes: inout [UInt8], _ random: inout SplitMix) {
    guard let place = offset(in: bytes, &random), let other = offset(in: bytes, &random) else {
      return
    }
    let target = other + word(at: other, bytes)
    switch Int.random(in: 0..<4, using: &random) {
    case 0, 1:
      if target > place { store(target - place, at: place, &bytes) }
    case 2:
      // A stretch of offsets to one place.
      let count = 1 << Int.random(in: 1...16, using: &random)
      for next in stride(from: place, to: min(place + 4 * count, target, bytes.count - 3), by: 4) {
        store(target - next, at: next, &bytes)
      }
    default:
      // A vector that is longer than it was, and so takes in what is behind it.
      let start = place + word(at: place, bytes)
      guard start <= bytes.count - 4 else { return }
      let room = (bytes.count - start) / 4
      store(Int.random(in: 0...room, using: &random), at: start, &bytes)
    }
  }

  /// The place of a word that may be an offset: it leads to a place in the file.
  private static func offset(in bytes: [UInt8], _ random: inout SplitMix) -> Int? {
    for _ in 0..<64 {
      let place = 4 * Int.random(in: 0..<bytes.count / 4, using: &random)
      let distance = word(at: place, bytes)
      if distance >= 4, distance < bytes.count - place { return place }
    }
    return nil
  }

  private static func word(at position: Int, _ bytes: [UInt8]) -> Int {
    (0..<4).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
  }

  private static func store(_ value: Int, at position: Int, _ bytes: inout [UInt8]) {
    for index in 0..<4 {
      bytes[position + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
    }
  }
}
