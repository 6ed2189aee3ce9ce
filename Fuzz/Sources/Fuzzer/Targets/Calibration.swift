@testable import ViewfinderModels

extension FuzzTarget {
  /// A score calibration file; the first byte chooses the transform.
  static let calibration = FuzzTarget(
    "calibration",
    seeds: {
      texts(
        "\u{0}0.9,1.5,-0.25\n\n1,2,3,0.1\n", "\u{1} 1.0 , 2e1 , -3 \r\n\r\n", "\u{2}0,0,0",
        "\u{0}1e38,3e38,-3e38,1\n")
    }
  ) { bytes in
    let (variant, text) = bytes.variant
    let transforms = ScoreCalibration.Transform.allCases
    let count = text.count { $0 == UInt8(ascii: "\n") } + 1 - (variant >> 4) % 2
    let calibration = try ScoreCalibration(
      bytes: text, classCount: count, transform: transforms[variant % transforms.count],
      defaultScore: 0, source: "input")
    for index in 0..<count {
      for score: Float in [0, 0.5, 1, -1, .infinity] {
        _ = calibration.calibrated(score, classIndex: index)
      }
    }
  }
}
