public import ViewfinderCore
public import ViewfinderPixels

/// Says what an image, or a region of it, shows; a ``Detector`` asks one about each object.
public protocol RegionLabeler: Sendable {
  /// Compiles the models ahead of the first call, which is faster then.
  ///
  /// - Throws: `ViewfinderError` when LiteRT is missing or refuses a model.
  func prepare() throws(ViewfinderError)

  /// Labels an image, or a region of it, on the calling thread.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - region: The part to look at; `nil` for the whole image.
  /// - Returns: Labels by falling confidence. None is not an error.
  /// - Throws: `ViewfinderError` when the model cannot run or the region lies outside the image.
  func label(_ image: InputImage, in region: Box?) throws(ViewfinderError) -> [DetectedLabel]
}

extension RegionLabeler {
  /// Does nothing: a labeler without a model has none to compile.
  public func prepare() throws(ViewfinderError) {}
}
