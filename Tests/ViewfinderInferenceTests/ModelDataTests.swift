import Foundation
import Testing
import ViewfinderCore
import ViewfinderInference
import ViewfinderTestSupport

@Suite("ModelData")
struct ModelDataTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "viewfinder-\(UUID().uuidString)"
  )

  @Test("a file and an array give the same bytes")
  func reads() throws {
    let bytes = ModelBuilder.classifier(scores: [0.5]).bytes()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "a.tflite").path
    try Data(bytes).write(to: URL(filePath: path))
    for data in [try ModelData(contentsOf: path), ModelData(bytes: bytes, name: path)] {
      #expect(data.name == path)
      #expect(data.byteCount == bytes.count)
      #expect(data.bytes.count == bytes.count)
      #expect(data.bytes.indices.allSatisfy { data.bytes[$0] == bytes[$0] })
    }
  }

  @Test("files that cannot be models are refused with their kind of failure")
  func refuses() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let empty = folder.appending(path: "empty.tflite").path
    try Data().write(to: URL(filePath: empty))
    let cases: [(path: String, code: ViewfinderError.Code, found: String)] = [
      (folder.appending(path: "none.tflite").path, .notFound, "there is no such file"),
      (empty + "/inside", .notFound, "there is no such file"),
      (folder.path, .invalidModel, "the path leads to a directory"),
      (empty, .invalidModel, "the file is empty"),
      ("/dev/null", .invalidModel, "the path leads to a device"),
    ]
    for (path, code, found) in cases {
      let error = #expect(throws: ViewfinderError.self) { try ModelData(contentsOf: path) }
      #expect(error?.code == code)
      #expect(error?.subject == path)
      #expect(error?.found == found)
    }
  }
}
