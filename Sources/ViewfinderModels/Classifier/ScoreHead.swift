public import ViewfinderInference

/// One tensor of class scores that a model puts out.
public struct ScoreHead: Hashable, Sendable {
  /// The position among the outputs of an inference session.
  package let outputIndex: Int

  /// The name for people that metadata gives, or else the tensor's name.
  public let name: String

  /// The number of classes.
  public let classCount: Int

  /// The numbers in the tensor: one for each class, or one for two of which it names the second.
  package let valueCount: Int

  /// What the numbers are.
  public let kind: Kind

  /// The type of the scores: `float32`, `uint8` or `int8`.
  public let elementType: ElementType

  /// How integer scores stand for real ones.
  package let quantization: Quantization

  /// The labels; nothing when the model has none, in which case the text of a class is empty.
  public let labels: LabelList?

  /// The calibration that the metadata asks for.
  package let calibration: ScoreCalibration?

  /// Whether one probability stands for two classes: its own is the second's, and what it lacks to 1
  /// the first's.
  package var isTwoSided: Bool { valueCount == 1 && classCount == 2 }

  /// The threshold that the metadata asks for: classes with lower scores are left out.
  public let scoreThreshold: Float?
}
