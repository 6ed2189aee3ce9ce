public import ViewfinderCore
public import ViewfinderPixels

/// Says what a region of an image shows; object detection asks one about each object.
public protocol RegionLabeler: Sendable {
  /// Compiles the models ahead of the first call, which is faster then.
  ///
  /// - Throws: `ViewfinderError` when LiteRT is missing or refuses a model.
  func prepare() throws(ViewfinderError)

  /// Classifies a region of an image.
  ///
  /// - Parameters:
  ///   - image: The pixels as stored.
  ///   - orientation: How they must be turned to stand upright.
  ///   - region: The part to look at, in stored pixels; `nil` for the whole image.
  /// - Returns: Classes by falling confidence. None is not an error.
  /// - Throws: `ViewfinderError` when the model cannot run or the region is empty.
  func classify(
    _ image: PixelBuffer, orientation: ImageOrientation, region: Box?
  ) throws(ViewfinderError) -> [DetectedLabel]
}

extension RegionLabeler {
  /// Does nothing: a classifier without a model has none to compile.
  public func prepare() throws(ViewfinderError) {}
}

extension Labeler: RegionLabeler {}
