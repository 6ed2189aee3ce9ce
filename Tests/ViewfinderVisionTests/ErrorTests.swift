import Foundation
import Testing
import Viewfinder

@Suite("Errors beside Foundation")
struct ErrorTests {
  @Test("localizedDescription says what print says, also of an error whose type is not known")
  func localizedDescription() {
    let error = ViewfinderError(
      .invalidModel, subject: "a.tflite", found: "the file is empty",
      expected: "a TensorFlow Lite model", remedy: "Download it again.")
    let unknown: any Error = error
    #expect(unknown.localizedDescription == "\(error)")
    #expect((error as NSError).localizedDescription == "\(error)")
    #expect((error as NSError).localizedRecoverySuggestion == "Download it again.")
    #expect((error as NSError).localizedFailureReason == "the file is empty")
    #expect(ViewfinderError(.notFound, found: "x").recoverySuggestion == nil)
  }

  private typealias Use = @Sendable () throws -> Void

  private static let uses: [String: Use] = [
    "a photo": { _ = try PhotoDecoder().decode(path: "/nowhere/a.jpg") },
    "a model": { _ = try ModelData(contentsOf: "/nowhere/a.tflite") },
    "a file to write": {
      let pixels = try PixelBuffer(width: 1, height: 1, format: .gray, bytes: [0])
      try InputImage(pixels).write(to: "/nowhere/a.png")
    },
    "a cache": { _ = try ModelCache(folder: "/dev/null/cache").entries() },
  ]

  @Test(
    "files that are not there carry the system's number, whatever reads or writes them",
    arguments: uses.keys.sorted())
  func files(_ name: String) throws {
    let use = try #require(Self.uses[name])
    let error = #expect(throws: ViewfinderError.self) { try use() }
    #expect(error?.systemErrorNumber == ENOENT || error?.systemErrorNumber == ENOTDIR)
    #expect(error?.httpStatus == nil && error?.cause == nil)
  }
}
