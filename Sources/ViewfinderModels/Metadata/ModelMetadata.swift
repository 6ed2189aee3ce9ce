/// What a model file says about itself in words: the TensorFlow Lite metadata, schema 1.5.0.
///
/// Source: `metadata_schema.fbs` of the TensorFlow Lite Support library. Everything is optional; a
/// model without metadata is legal.
public struct ModelMetadata: Hashable, Sendable {
  /// The name of the model.
  public let name: String?

  /// What the model does.
  public let summary: String?

  /// The version of the model.
  public let version: String?

  /// Who made the model.
  public let author: String?

  /// The licence of the model.
  public let license: String?

  /// The smallest version of the metadata schema that can read this, such as `1.0.0`.
  package let minimumParserVersion: String?

  /// Files that belong to the whole model.
  package let associatedFiles: [AssociatedFile]

  /// The number of subgraphs that are described; 0 when only the model as a whole is.
  package let subgraphCount: Int

  /// Descriptions of the inputs of the first subgraph, in its order.
  package let inputs: [TensorMetadata]

  /// Descriptions of the outputs of the first subgraph, in its order.
  package let outputs: [TensorMetadata]

  /// How raw boxes are decoded, if MediaPipe's metadata say so.
  let detector: DetectorDescription?

  /// The name under which a model file refers to its metadata.
  static let entryName = "TFLITE_METADATA"

  /// Every file that anything in the metadata refers to.
  package var allAssociatedFiles: [AssociatedFile] {
    associatedFiles + (inputs + outputs).flatMap(\.associatedFiles)
  }
}
