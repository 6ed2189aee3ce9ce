import Testing
import ViewfinderCore
import ViewfinderSystem

@testable import ViewfinderModels

@Suite("Archives at the end of a model")
struct AppendedArchiveTests {
  static let labels = ArchiveFixture.Entry("labels.txt", Array("cat\ndog\n".utf8))
  static let model = [UInt8](repeating: 0x5A, count: 40)

  static func contents(_ fixture: ArchiveFixture) throws -> [UInt8]? {
    let file = model + fixture.bytes()
    let archive = try #require(try AppendedArchive.find(in: file.span))
    return try archive.contents(of: "labels.txt", in: file.span)
  }

  @Test("The check sum of the standard's test text is the standard's")
  func checksum() {
    #expect(CRC32.checksum(Array("123456789".utf8).span) == 0xCBF4_3926)
    #expect(CRC32.checksum([UInt8]().span) == 0)
  }

  @Test("Offsets may count from the start of the file or of the archive", arguments: [0, 40])
  func offsets(start: Int) throws {
    let fixture = ArchiveFixture(entries: [Self.labels], start: start)
    #expect(try Self.contents(fixture) == Self.labels.bytes)
  }

  @Test("A comment after the archive, folders and other files do no harm")
  func extras() throws {
    let folder = ArchiveFixture.Entry("extra/", [])
    let other = ArchiveFixture.Entry("extra/notes.txt", [1, 2, 3])
    let fixture = ArchiveFixture(
      entries: [folder, other, Self.labels], start: 40, comment: Array("PK a comment".utf8))
    #expect(try Self.contents(fixture) == Self.labels.bytes)
  }

  @Test("Bytes without an archive have none")
  func none() throws {
    for count in [0, 1, 21, 22, 100] {
      let file = [UInt8](repeating: 0x50, count: count)
      #expect(try AppendedArchive.find(in: file.span) == nil)
    }
  }

  @Test("A file that is not in the archive has no contents")
  func absent() throws {
    let fixture = ArchiveFixture(entries: [.init("other.txt", [1])], start: 40)
    #expect(try Self.contents(fixture) == nil)
  }

  struct Damage: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let words: String
    let change: @Sendable (inout ArchiveFixture) -> Void

    init(
      _ name: String, _ words: String, _ change: @escaping @Sendable (inout ArchiveFixture) -> Void
    ) {
      testDescription = name
      self.words = words
      self.change = change
    }
  }

  static let damages: [Damage] = [
    Damage("compressed otherwise", "method 12") { $0.entries[0].method = 12 },
    Damage("not deflated", "cannot be unpacked") { $0.entries[0].method = 8 },
    Damage("encrypted", "encrypted") { $0.entries[0].flags = 1 },
    Damage("strongly encrypted", "encrypted") { $0.entries[0].flags = 0x41 },
    Damage("wrong check sum", "check sum") { $0.entries[0].checksum = 1 },
    Damage("ZIP64 size", "ZIP64") { $0.entries[0].packedSize = .max },
    Damage("ZIP64 count", "ZIP64") { $0.statedCount = .max },
    Damage("several disks", "disks") { $0.disk = 1 },
    Damage("two sizes", "real size") { $0.entries[0].realSize = 3 },
    Damage("beyond the archive", "leave the archive") {
      $0.entries[0].packedSize = 5000
      $0.entries[0].realSize = 5000
    },
    Damage("larger than the limit", "at most") {
      $0.entries[0].packedSize = 1 << 30
      $0.entries[0].realSize = 1 << 30
    },
    Damage("another local name", "another name") { $0.entries[0].localName = "labelz.txt" },
    Damage("header elsewhere", "no matching header") { $0.entries[0].headerOffset = 41 },
    Damage("header beyond the end", "no matching header") {
      $0.entries[0].headerOffset = .max - 1
    },
    Damage("the same name twice", "two entries") { $0.entries.append($0.entries[0]) },
    Damage("overlapping entries", "share the byte") {
      // The second entry is inside the bytes of the first.
      let inner = ArchiveFixture(entries: [.init("b", [7])]).bytes().prefix(32)
      var second = ArchiveFixture.Entry("b", [7])
      second.headerOffset = UInt32($0.start + 31)
      $0.entries = [.init("a", Array(inner)), second]
    },
    Damage("too few entries", "holds other sizes") { $0.statedCount = 0 },
    Damage("too many entries", "directory record") { $0.statedCount = 2 },
    Damage("more entries than the limit", "at most 4096") { $0.statedCount = 5000 },
    Damage("an absolute name", "lead out") { $0.entries[0].name = "/etc/passwd" },
    Damage("a parent folder", "lead out") { $0.entries[0].name = "../labels.txt" },
    Damage("a parent folder inside", "lead out") { $0.entries[0].name = "a/../../labels.txt" },
    Damage("a backslash", "lead out") { $0.entries[0].name = "..\\labels.txt" },
    Damage("a NUL in the name", "lead out") { $0.entries[0].name = "labels.txt\0.png" },
    Damage("an empty name", "lead out") { $0.entries[0].name = "" },
    Damage("a very long name", "name of") {
      $0.entries[0].name = String(repeating: "n", count: 2000)
    },
  ]

  @Test("A deflated entry is unpacked, with codes of its own and with the fixed ones")
  func deflated() throws {
    // Python: zlib.compressobj(9, zlib.DEFLATED, -15) of the text below, and of "abc".
    let text = String(repeating: "names: person, bicycle, car; ", count: 12)
    let packed: [UInt8] = [
      0xCB, 0x4B, 0xCC, 0x4D, 0x2D, 0xB6, 0x52, 0x28, 0x48, 0x2D, 0x2A, 0xCE, 0xCF, 0xD3, 0x51,
      0x48,
      0xCA, 0x4C, 0xAE, 0x4C, 0xCE, 0x49, 0xD5, 0x51, 0x48, 0x4E, 0x2C, 0xB2, 0x56, 0xC8, 0x1B,
      0x95,
      0xA4, 0x44, 0x12, 0x00,
    ]
    let all = try Inflater.inflate(packed.span, byteCount: text.utf8.count)
    #expect(String(decoding: all, as: UTF8.self) == text)
    #expect(
      try Inflater.inflate([0x4B, 0x4C, 0x4A, 0x06, 0x00].span, byteCount: 3) == [97, 98, 99])
    #expect(throws: Inflater.Failure.self) {
      try Inflater.inflate([0x4B, 0x4C, 0x4A, 0x06, 0x00].span, byteCount: 2)
    }
  }

  @Test("A broken archive is refused with the reason", arguments: damages)
  func damaged(damage: Damage) {
    var fixture = ArchiveFixture(entries: [Self.labels], start: 40)
    damage.change(&fixture)
    let error = #expect(throws: ViewfinderError.self) { try Self.contents(fixture) }
    #expect(error?.code == .invalidMetadata)
    #expect(error?.description.contains(damage.words) == true, "\(error?.description ?? "")")
    #expect(error?.remedy.isEmpty == false)
  }

  @Test("An archive whose directory starts before the file is refused")
  func before() {
    let file = ArchiveFixture(entries: [Self.labels], start: 1000).bytes()
    #expect(throws: ViewfinderError.self) { try AppendedArchive.find(in: file.span) }
  }

  @Test("Every byte of an archive may be damaged without a crash")
  func everyByte() {
    let sound = Self.model + ArchiveFixture(entries: [Self.labels], start: 40).bytes()
    var outcomes = 0
    for index in 40..<sound.count {
      for value in [0, 0xFF, sound[index] ^ 1] {
        var file = sound
        file[index] = value
        let archive = try? AppendedArchive.find(in: file.span)
        let bytes = try? archive?.contents(of: "labels.txt", in: file.span)
        outcomes += (bytes ?? nil) == nil ? 0 : 1
      }
    }
    #expect(outcomes < 3 * (sound.count - 40))
  }
}
