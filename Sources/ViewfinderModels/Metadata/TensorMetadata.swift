/// What metadata says about one input or output tensor.
package struct TensorMetadata: Hashable, Sendable {
  /// The name for people, such as `image` or `probability`.
  package let name: String?

  /// What the tensor holds.
  package let summary: String?

  /// The names of the dimensions.
  package let dimensionNames: [String]

  /// The kind of content.
  package let content: Content

  /// What must be done to the numbers before or after the model runs.
  package let processUnits: [ProcessUnit]

  /// The smallest numbers in the tensor, one or one a channel.
  package let minimum: [Float]

  /// The largest numbers in the tensor, one or one a channel.
  package let maximum: [Float]

  /// The files that belong to the tensor.
  package let associatedFiles: [AssociatedFile]

  /// The kind of content of a tensor.
  package enum Content: Hashable, Sendable {
    /// The metadata does not say.
    case unstated
    /// Plain numbers.
    case feature
    /// A picture.
    case image(ColorSpace)
    /// Boxes, as detectors put them out.
    case boundingBox
    /// Sound.
    case audio
    /// A kind that this version does not know, with its number in the schema.
    case unknown(Int)

    /// The name of the content's table in the schema.
    var schemaName: String {
      switch self {
      case .unstated: "no content"
      case .feature: "FeatureProperties"
      case .image: "ImageProperties"
      case .boundingBox: "BoundingBoxProperties"
      case .audio: "AudioProperties"
      case .unknown(let number): "content of kind \(number)"
      }
    }
  }

  /// How the channels of a picture mean colours.
  package enum ColorSpace: String, Hashable, Sendable {
    /// The metadata does not say.
    case unknown
    /// Red, green, blue.
    case rgb
    /// One channel of luma.
    case grayscale

    /// Creates a colour space from its number in the schema.
    init(number: Int8) {
      self = number == 1 ? .rgb : number == 2 ? .grayscale : .unknown
    }
  }
}
