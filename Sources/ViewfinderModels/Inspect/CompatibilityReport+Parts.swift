internal import ViewfinderInference

extension CompatibilityReport {
  /// A tensor at the edge of the model.
  public struct Tensor: Hashable, Sendable, Encodable {
    /// The name in the file.
    public let name: String
    /// The type of the elements, such as `float32`.
    public let type: String
    /// The sizes.
    public let shape: [Int]
    /// The sizes with −1 for open ones.
    public let shapeSignature: [Int]
    /// The quantisation step or steps; empty when there is none.
    public let scales: [Float]
    /// The integers that stand for 0, one for each step.
    public let zeroPoints: [Int]

    init(_ tensor: TensorDescription) {
      name = tensor.name
      type = tensor.elementType.rawValue
      shape = tensor.shape
      shapeSignature = tensor.shapeSignature
      switch tensor.quantization {
      case .none: (scales, zeroPoints) = ([], [])
      case .perTensor(let scale, let zeroPoint): (scales, zeroPoints) = ([scale], [zeroPoint])
      case .perChannel(_, let steps, let points): (scales, zeroPoints) = (steps, points)
      }
    }
  }

  /// What metadata says about a model as a whole.
  public struct Description: Hashable, Sendable, Encodable {
    /// The name.
    public let name: String?
    /// What the model does.
    public let summary: String?
    /// The version.
    public let version: String?
    /// Who made it.
    public let author: String?
    /// The licence.
    public let license: String?
    /// The smallest metadata version that can read the file.
    public let minimumParserVersion: String?

    init(_ metadata: ModelMetadata) {
      name = metadata.name
      summary = metadata.summary
      version = metadata.version
      author = metadata.author
      license = metadata.license
      minimumParserVersion = metadata.minimumParserVersion
    }
  }

  /// A file in the archive at the end of the model.
  public struct File: Hashable, Sendable, Encodable {
    /// The name.
    public let name: String
    /// The size in bytes.
    public let byteCount: Int
    /// What it is for, such as `tensorAxisLabels`; nothing when the metadata does not mention it.
    public let kind: String?
    /// The language.
    public let locale: String?

    init(_ entry: AppendedArchive.Entry, described: AssociatedFile?) {
      name = entry.name
      byteCount = entry.byteCount
      kind = described?.kind.rawValue
      locale = described?.locale
    }
  }

  /// What the classifier does with the image.
  public struct Input: Hashable, Sendable, Encodable {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// Whether other sizes are possible.
    public let isDynamic: Bool
    /// The means that are subtracted from 0…255; nothing when bytes go in as they are.
    public let mean: [Float]?
    /// The standard deviations that follow.
    public let std: [Float]?

    init(_ input: ImageInput) {
      width = input.width
      height = input.height
      isDynamic = input.isDynamic
      mean = input.normalization?.mean
      std = input.normalization?.std
    }
  }

  /// What the classifier does with a tensor of scores.
  public struct Head: Hashable, Sendable, Encodable {
    /// The name.
    public let name: String
    /// The number of classes.
    public let classCount: Int
    /// The number of labels; 0 when there are none.
    public let labelCount: Int
    /// The first labels.
    public let firstLabels: [String]
    /// The display names of those labels, if the model has them.
    public let firstDisplayNames: [String]?
    /// The threshold in the metadata.
    public let scoreThreshold: Float?
    /// The calibration's transform, such as `log`; nothing without a calibration.
    public let calibration: String?

    init(_ head: ScoreHead) {
      name = head.name
      classCount = head.classCount
      labelCount = head.labels?.count ?? 0
      firstLabels = Array(head.labels?.names.prefix(5) ?? [])
      firstDisplayNames = head.labels?.displayNames.map { Array($0.prefix(5)) }
      scoreThreshold = head.scoreThreshold
      calibration = head.calibration?.transform.rawValue
    }
  }
}
