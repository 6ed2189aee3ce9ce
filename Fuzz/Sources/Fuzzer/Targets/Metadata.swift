@testable import ViewfinderModels

extension FuzzTarget {
  /// The FlatBuffer of a model's metadata.
  static let metadata = FuzzTarget("metadata", seeds: { [FuzzSeeds.metadata()] }) { bytes in
    let metadata = try MetadataReader.read(bytes.span)
    _ = metadata.allAssociatedFiles
  }
}
