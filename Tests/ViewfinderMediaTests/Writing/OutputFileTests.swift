import Foundation
import Testing
import ViewfinderCore
import ViewfinderVideo

@testable import ViewfinderDrawing
@testable import ViewfinderPhotos
@testable import ViewfinderPixels

/// What can only go wrong after a path was checked.
@Suite("Output files")
struct OutputFileTests {
  private final class File: EncodedFile {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func withBytes<Result, Failure: Error>(
      _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      let bytes = bytes
      return try body(bytes.span)
    }
  }

  private static func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private static func names(in folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
  }

  @Test("every byte arrives", arguments: [0, 1, 5_000_000])
  func bytes(count: Int) throws {
    try Self.withFolder { folder in
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) }
      let path = folder.appending(path: "file").path
      try OutputFile(path: path, protecting: []).replace(with: File(bytes))
      #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))
      #expect(try Self.names(in: folder) == ["file"])
    }
  }

  @Test("a directory that takes the place meanwhile stays, and no other file does")
  func takenPlace() throws {
    try Self.withFolder { folder in
      let path = folder.appending(path: "file").path
      let output = try OutputFile(path: path, protecting: [])
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      let error = try #require(throws: ViewfinderError.self) { try output.replace(with: File([1])) }
      #expect(error.code == .cannotWrite && error.subject == path)
      #expect(try Self.names(in: folder) == ["file"])
    }
  }

  #if os(Linux)
    @Test("a write that fails half-way leaves the older file and no other")
    func halfWay() async {
      await #expect(processExitsWith: .success) {
        try Self.withFolder { folder in
          let path = folder.appending(path: "file").path
          try Data("old".utf8).write(to: URL(filePath: path))
          let output = try OutputFile(path: path, protecting: [])
          // Files of this process may have 100,000 bytes, and no signal ends it when one has more.
          signal(SIGXFSZ, SIG_IGN)
          var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
          #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
          let big = File([UInt8](repeating: 7, count: 200_000))
          let error = try #require(throws: ViewfinderError.self) { try output.replace(with: big) }
          #expect(error.code == .cannotWrite && error.subject == path)
          #expect(try Data(contentsOf: URL(filePath: path)) == Data("old".utf8))
          #expect(try Self.names(in: folder) == ["file"])
        }
      }
    }
  #endif
}
