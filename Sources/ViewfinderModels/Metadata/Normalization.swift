public import ViewfinderCore

/// How pixel values become the numbers a float model was trained on: `(x − mean) ÷ std`.
///
/// x runs from 0 through 255; there is one mean and one standard deviation for each of red, green
/// and blue.
public struct Normalization: Hashable, Sendable {
  /// The means of red, green and blue.
  public let mean: [Float]

  /// The standard deviations of red, green and blue; never 0.
  public let std: [Float]

  /// Leaves 0…255 as it is.
  public static let none = Normalization(uncheckedMean: 0, std: 1)

  /// Maps 0…255 to 0…1.
  public static let zeroToOne = Normalization(uncheckedMean: 0, std: 255)

  /// Maps 0…255 to −1…1, the rule of MobileNet and of Teachable Machine.
  public static let minusOneToOne = Normalization(uncheckedMean: 127.5, std: 127.5)

  /// Takes off the means of ImageNet's pixels and divides by their deviations, as PyTorch's models
  /// mostly want it.
  public static let imageNet = Normalization(
    [123.675, 116.28, 103.53], [58.395, 57.12, 57.375])

  /// Maps 0…255 to −0.5…0.5.
  static let centered = Normalization(uncheckedMean: 127.5, std: 255)

  /// What the Ultra-Light face detector was trained with.
  static let ultraLight = Normalization(uncheckedMean: 127, std: 128)

  /// Maps 0…255 to −128…127.
  static let signedBytes = Normalization(uncheckedMean: 128, std: 1)

  /// Creates a normalisation from one value for all channels, or one for each.
  ///
  /// - Parameters:
  ///   - mean: 1 or 3 finite numbers.
  ///   - std: As many finite numbers, none of them 0.
  /// - Throws: ``ViewfinderError`` with the code `invalidArgument` when the rules are broken.
  public init(mean: [Float], std: [Float]) throws(ViewfinderError) {
    if let fault = Normalization.fault(mean: mean, std: std) {
      throw ViewfinderError(
        .invalidArgument,
        subject: "normalisation",
        found: fault,
        expected: Normalization.rule,
        remedy: "Pass values such as mean 127.5 and std 127.5."
      )
    }
    self.init(mean, std)
  }

  private init(uncheckedMean mean: Float, std: Float) {
    self.init([mean], [std])
  }

  private init(_ mean: [Float], _ std: [Float]) {
    self.mean = mean.count == 3 ? mean : Array(repeating: mean[0], count: 3)
    self.std = std.count == 3 ? std : Array(repeating: std[0], count: 3)
  }

  /// The same for blue, green and red.
  var reversed: Normalization { Normalization(mean.reversed(), std.reversed()) }

  /// The numbers for messages, and what they make of pixels where that is easily said.
  var words: String {
    func list(_ values: [Float]) -> String {
      func short(_ value: Float) -> String {
        Int(exactly: value).map(String.init) ?? "\(value)"
      }
      return values.allSatisfy { $0 == values[0] }
        ? short(values[0]) : values.map(short).joined(separator: ",")
    }
    let ranges: [(Normalization, String)] = [
      (.none, "0...255"), (.zeroToOne, "0...1"), (.minusOneToOne, "-1...1"),
    ]
    let range = ranges.first { $0.0 == self }.map { " (\($0.1))" } ?? ""
    return "mean \(list(mean)) and std \(list(std))\(range)"
  }

  static let rule =
    "1 or 3 finite values of mean and as many of std, no std being 0 (per-channel values are R, G, B)"

  /// What is wrong with these numbers, as a clause, or nothing.
  static func fault(mean: [Float], std: [Float]) -> String? {
    guard mean.count == std.count, mean.count == 1 || mean.count == 3 else {
      return "\(mean.count) mean and \(std.count) std values"
    }
    if let value = (mean + std).first(where: { !$0.isFinite }) {
      return "the value \(value) among mean and std"
    }
    // As close to 0 as the reciprocal of a float can still be told from infinity and from noise.
    if let value = std.first(where: { abs($0) < 1e-6 }) {
      return "a standard deviation of \(value), which would divide by zero"
    }
    return nil
  }
}
