import Testing
import ViewfinderCore
import ViewfinderEvaluation

@Suite("Camera motion files")
struct CameraMotionFileTests {
  private static func read(_ text: String) throws -> [Int: CameraMotionFile.Row] {
    try CameraMotionFile(text: Array(text.utf8), name: "g").rows
  }

  @Test("lines with and without a frame, tabs, blanks and commas are read")
  func layouts() throws {
    let row = CameraMotionFile.Row(frameIndex: 1, x: SIMD3(1, -0.5, 2), y: SIMD3(0.5, 1, -3e1))
    #expect(try Self.read("1\t1.0\t-0.5\t2\t0.5\t1\t-3e1\t\n") == [1: row])
    #expect(try Self.read("\n1, 1, -.5, 2, .5, 1, -30\r\n\r\n") == [1: row])
    let rows = try Self.read("1 0 0 0 1 0\n1 -0.5 2 0.5 1 -30\n")
    #expect(rows[1] == row)
    #expect(rows.keys.sorted() == [0, 1])
    #expect(try Self.read("").isEmpty)
  }

  @Test(
    "bad lines are refused by number",
    arguments: [
      ("1 1 0 0 0", "g: line 1", "5 numbers"),
      ("1 0 0 0 1 0\n0 1 0 0 0 1 0", "g: line 2", "7 numbers"),
      ("0 1 0 0 0 1 nan", "g: line 1, column 7", "'nan'"),
      ("0 1 0 inf 0 1 0", "g: line 1, column 4", "'inf'"),
      ("\n0 1 0 x 0 1 0", "g: line 2, column 4", "'x'"),
      ("0.5 1 0 0 0 1 0", "g: line 1, column 1", "0.5"),
      ("-1 1 0 0 0 1 0", "g: line 1", "-1"),
      ("3 1 0 0 0 1 0\n3 1 0 0 0 1 0", "g: line 2", "3 twice"),
    ])
  func refused(text: String, place: String, words: String) {
    let error = #expect(throws: ViewfinderError.self) { try Self.read(text) }
    #expect(error?.code == .invalidAnnotations)
    #expect(error?.subject == place)
    #expect(error?.found.contains(words) == true)
  }

  @Test("every prefix of a file is read or refused")
  func prefixes() {
    let text = Array("0\t1.0\t-0.5\t2\t0.5\t1\t-3e1\n1\t1\t0\t0\t0\t1\t0\n".utf8)
    for count in 0...text.count {
      do {
        let rows = try CameraMotionFile(text: Array(text.prefix(count)), name: "g").rows
        #expect(rows.count <= 2)
      } catch {
        #expect(error.code == .invalidAnnotations)
      }
    }
  }
}
