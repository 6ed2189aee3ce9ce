package import Viewfinder
internal import ViewfinderEvaluation

/// How the camera moved from frame to frame, as text.
///
/// A line has the six numbers of a 2 × 3 matrix, row by row, that carries points of the frame before
/// to this frame; in front of them there may be the frame's number from 0. Without numbers the first
/// line belongs to the first frame. Tabs, spaces and commas separate.
package struct CameraMotionFile: Sendable {
  /// By the frame's number from 0.
  package let motions: [Int: CameraMotion]

  /// Reads the text of a file; `name` stands for it in errors.
  ///
  /// - Throws: `invalidAnnotations` naming the line.
  package init(text: String, name: String) throws(ViewfinderError) {
    var motions: [Int: CameraMotion] = [:]
    var columnCount: Int?
    var lineNumber = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      lineNumber += 1
      let fields = line.split { $0 == "," || $0.isWhitespace }
      if fields.isEmpty { continue }
      let numbers = fields.compactMap { Double($0) }.filter(\.isFinite)
      let expected = columnCount ?? (fields.count == 6 ? 6 : 7)
      guard numbers.count == fields.count, numbers.count == expected else {
        throw ViewfinderError(
          .invalidAnnotations, subject: "\(name): line \(lineNumber)",
          found: "'\(line.prefix(60))'",
          expected: columnCount.map { "\($0) numbers, as in the lines before" }
            ?? "the 6 numbers of a matrix, or the frame's number and these")
      }
      columnCount = expected
      guard let frame = expected == 7 ? Int(exactly: numbers[0]) : motions.count, frame >= 0,
        motions[frame] == nil
      else {
        throw ViewfinderError(
          .invalidAnnotations, subject: "\(name): line \(lineNumber)", found: "'\(fields[0])'",
          expected: "the number of a frame, from 0 and once")
      }
      let m = numbers.suffix(6).map { $0 }
      motions[frame] = CameraMotion(
        xx: m[0], xy: m[1], dx: m[2], yx: m[3], yy: m[4], dy: m[5])
    }
    self.motions = motions
  }
}
