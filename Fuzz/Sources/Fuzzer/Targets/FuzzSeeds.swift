import ViewfinderInference
import ViewfinderTestSupport

@testable import ViewfinderModels
@testable import ViewfinderSystem

/// Inputs that are too long to be written down.
enum FuzzSeeds {
  /// A classifier with metadata and a label file.
  static func describedModel() -> [UInt8] {
    var builder = ModelBuilder.classifier(inputType: .uint8, scores: [0.5, 0.25])
    builder.metadata.append((name: "TFLITE_METADATA", bytes: metadata()))
    let bytes = builder.bytes()
    let files = [("labels.txt", "cat\ndog"), ("scores.txt", "1,2,3\n")]
    return bytes + archive(files, at: bytes.count)
  }

  /// Metadata of an image classifier; the slots are those of `metadata_schema.fbs`.
  static func metadata() -> [UInt8] {
    func unit(_ kind: UInt8, _ fields: [Int: FlatBufferValue]) -> FlatBufferTable {
      FlatBufferTable([0: .uint8(kind), 1: .table(FlatBufferTable(fields))])
    }
    let image = FlatBufferTable([
      0: .uint8(2), 1: .table(FlatBufferTable([0: .int8(1)])),
    ])
    let input = FlatBufferTable([
      0: .string("image"), 3: .table(image),
      4: .tables([unit(1, [0: .floats([127.5]), 1: .floats([127.5])])]),
      5: .table(FlatBufferTable([0: .floats([1]), 1: .floats([0])])),
    ])
    let feature = FlatBufferTable([0: .uint8(1), 1: .table(FlatBufferTable())])
    let output = FlatBufferTable([
      0: .string("scores"), 3: .table(feature),
      4: .tables([unit(2, [0: .int8(1), 1: .float32(0.5)]), unit(3, [0: .float32(0.25)])]),
      6: .tables([
        FlatBufferTable([0: .string("labels.txt"), 2: .int8(2), 3: .string("en")]),
        FlatBufferTable([0: .string("scores.txt"), 2: .int8(4)]),
      ]),
    ])
    return FlatBufferTable([
      0: .string("Seed"), 1: .string("For the fuzzer"), 4: .string("nobody"),
      3: .tables([FlatBufferTable([2: .tables([input]), 3: .tables([output])])]),
    ]).bytes(identifier: "M001")
  }

  /// A ZIP archive of stored files, to stand at an offset.
  static func archive(_ files: [(name: String, text: String)], at start: Int = 0) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for (name, text) in files {
      let (name, bytes) = (Array(name.utf8), Array(text.utf8))
      let sizes = little(bytes.count, 4) + little(bytes.count, 4) + little(name.count, 2)
      let common = little(0, 8) + little(Int(CRC32.checksum(bytes.span)), 4) + sizes
      directory += little(0x0201_4B50, 4) + little(20, 2) + little(20, 2) + common
      directory += little(0, 12) + little(start + archive.count, 4) + name
      archive += little(0x0403_4B50, 4) + little(20, 2) + common + little(0, 2) + name + bytes
    }
    let end = little(directory.count, 4) + little(start + archive.count, 4) + little(0, 2)
    return archive + directory + little(0x0605_4B50, 4) + little(0, 4)
      + little(files.count, 2) + little(files.count, 2) + end
  }

  /// Bitmaps of 1 through 32 bits, with and without runs and masks.
  static func bitmaps() -> [[UInt8]] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func bitmap(bits: Int, compression: Int = 0, tables: [UInt8] = [], data: [UInt8]) -> [UInt8] {
      let offset = 54 + tables.count
      let header = little(40, 4) + little(4, 4) + little(2, 4) + little(1, 2) + little(bits, 2)
      let rest = little(compression, 4) + little(data.count, 4) + little(0, 16)
      return Array("BM".utf8) + little(offset + data.count, 4) + little(0, 4) + little(offset, 4)
        + header + rest + tables + data
    }
    func palette(_ count: UInt8) -> [UInt8] {
      (0..<count).flatMap { [$0, 0, 255 - $0, 0] as [UInt8] }
    }
    let masks = little(0xFF0000, 4) + little(0xFF00, 4) + little(0xFF, 4)
    return [
      bitmap(bits: 1, tables: palette(2), data: [0x50, 0, 0, 0, 0xA0, 0, 0, 0]),
      bitmap(bits: 4, tables: palette(16), data: [0x12, 0x34, 0, 0, 0x56, 0x78, 0, 0]),
      bitmap(bits: 8, tables: palette(16), data: [1, 2, 3, 4, 5, 6, 7, 8]),
      bitmap(
        bits: 8, compression: 1, tables: palette(16),
        data: [4, 1, 0, 0, 0, 3, 5, 6, 7, 0, 1, 9, 0, 1]),
      bitmap(
        bits: 4, compression: 2, tables: palette(16), data: [4, 0x12, 0, 2, 0, 1, 4, 0x34, 0, 1]),
      bitmap(bits: 16, data: [UInt8](repeating: 0x5A, count: 16)),
      bitmap(bits: 24, data: [UInt8](repeating: 7, count: 24)),
      bitmap(bits: 32, compression: 3, tables: masks, data: [UInt8](repeating: 9, count: 32)),
    ]
  }
}
