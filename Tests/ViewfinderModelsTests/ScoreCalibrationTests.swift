import Foundation
import Testing
import ViewfinderCore

@testable import ViewfinderModels

@Suite("Score calibration")
struct ScoreCalibrationTests {
  static func calibration(
    _ text: String, classes: Int, _ transform: ScoreCalibration.Transform = .identity,
    defaultScore: Float = 0.25
  ) throws -> ScoreCalibration {
    try ScoreCalibration(
      bytes: Array(text.utf8), classCount: classes, transform: transform,
      defaultScore: defaultScore, source: "calibration.csv")
  }

  @Test("A line gives scale, slope, offset and maybe a minimum")
  func lines() throws {
    let calibration = try Self.calibration("0.5,1,2\n\n1, 2.5 ,-3e-1,0.125\n", classes: 3)
    #expect(
      calibration.parameters == [
        .init(scale: 0.5, slope: 1, offset: 2, minimumScore: nil), nil,
        .init(scale: 1, slope: 2.5, offset: -0.3, minimumScore: 0.125),
      ])
  }

  @Test(
    "A final line break is one too many or the last class's blank line",
    arguments: [("1,1,1\n1,1,1", 2, 2), ("1,1,1\n1,1,1\n", 2, 2), ("1,1,1\n1,1,1\n", 3, 2)])
  func finalBreak(text: String, classes: Int, calibrated: Int) throws {
    let calibration = try Self.calibration(text, classes: classes)
    #expect(calibration.parameters.count == classes)
    #expect(calibration.parameters.compactMap(\.self).count == calibrated)
  }

  @Test(
    "A broken file is refused with its line",
    arguments: [
      ("1,1,1", 2, "1 lines"), ("1,1,1\n1,1,1\n1,1,1", 2, "3 lines"),
      ("1,1\n1,1,1", 2, "line 1 has 2 fields"), ("1,1,1\n1,1,1,1,1", 2, "line 2 has 5 fields"),
      ("1,1,1\n-1,1,1", 2, "line 2 has a scale of -1.0"), ("1,x,1", 1, "line 1 has the field"),
      ("1,nan,1", 1, "line 1"), ("1,inf,1", 1, "line 1"), ("1,,1", 1, "line 1"), ("", 1, "0 lines"),
      ("1;1;1", 1, "line 1"),
    ])
  func broken(text: String, classes: Int, words: String) {
    let error = #expect(throws: ViewfinderError.self) {
      try Self.calibration(text, classes: classes)
    }
    #expect(error?.code == .invalidMetadata)
    #expect(error?.subject == "calibration.csv")
    #expect(error?.found.contains(words) == true, "\(error?.found ?? "")")
  }

  @Test("A default score that is no number is refused")
  func defaultScore() {
    #expect(throws: ViewfinderError.self) {
      try Self.calibration("1,1,1", classes: 1, defaultScore: .nan)
    }
  }

  @Test(
    "The sigmoid is scale ÷ (1 + exp(−(slope × g(x) + offset)))",
    arguments: ScoreCalibration.Transform.allCases)
  func sigmoid(transform: ScoreCalibration.Transform) throws {
    let calibration = try Self.calibration("0.9,1.5,-0.5", classes: 1, transform)
    for x: Float in [0.001, 0.25, 0.5, 0.75, 0.999] {
      let value = Double(x)
      let g =
        switch transform {
        case .identity: value
        case .log: log(value)
        case .inverseLogistic: log(value) - log(1 - value)
        }
      let expected = 0.9 / (1 + exp(-(1.5 * g - 0.5)))
      #expect(abs(Double(calibration.calibrated(x, classIndex: 0)) - expected) < 1e-6)
    }
  }

  @Test("Extreme scores stay finite and NaN stays NaN")
  func extremes() throws {
    for transform in ScoreCalibration.Transform.allCases {
      let calibration = try Self.calibration("1,1000,0", classes: 1, transform)
      for score: Float in [0, 1, -1, 2, 1e30, -1e30] {
        let result = calibration.calibrated(score, classIndex: 0)
        #expect(result >= 0 && result <= 1, "\(transform) of \(score) is \(result)")
      }
      #expect(calibration.calibrated(.nan, classIndex: 0).isNaN)
    }
  }

  @Test("Blank lines and scores below the minimum give the default score")
  func defaults() throws {
    let calibration = try Self.calibration("\n1,0,0,0.5", classes: 2)
    #expect(calibration.calibrated(0.9, classIndex: 0) == 0.25)
    #expect(calibration.calibrated(0.49, classIndex: 1) == 0.25)
    #expect(calibration.calibrated(0.5, classIndex: 1) == 0.5)
  }
}
