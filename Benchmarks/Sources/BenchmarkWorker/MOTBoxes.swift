import Foundation
import Viewfinder

/// The detections of a video by frame, from MOTChallenge text; frames are counted from 1.
struct MOTBoxes {
  private(set) var byFrame: [Int: [BoxDetection]] = [:]

  /// The detections of every frame, from the first to the last that has some.
  var inOrder: [[BoxDetection]] {
    (1...byFrame.keys.reduce(1, max)).map { byFrame[$0] ?? [] }
  }

  init(path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    for line in text.split(whereSeparator: \.isNewline) {
      let numbers = line.split(separator: ",").compactMap { Double($0) }
      guard numbers.count >= 7 else { throw Failure("'\(line)' is not a detection") }
      let frame = Box(x: numbers[2], y: numbers[3], width: numbers[4], height: numbers[5])
      byFrame[Int(numbers[0]), default: []]
        .append(BoxDetection(box: frame, confidence: Float(numbers[6])))
    }
    guard byFrame.keys.allSatisfy({ $0 > 0 }), !byFrame.isEmpty else {
      throw Failure("there are no boxes, or their frames are not counted from 1")
    }
  }
}
