public import ViewfinderCore
public import ViewfinderPixels

extension DetectedObject {
  /// The frame in the upright image.
  ///
  /// - Parameters:
  ///   - image: The image the object was found in.
  ///   - orientation: How it must be turned to stand upright.
  /// - Returns: Pixels of the upright image, whose sides are swapped after a quarter turn.
  public func uprightFrame(in image: PixelBuffer, orientation: ImageOrientation) -> Box {
    orientation.upright(frame, width: image.width, height: image.height)
  }

  /// The frame as shares of the image's sides, not turned.
  ///
  /// - Parameter image: The image the object was found in.
  /// - Returns: Numbers from 0 through 1.
  public func normalizedFrame(in image: PixelBuffer) -> Box {
    let (width, height) = (Double(image.width), Double(image.height))
    return Box(
      x: frame.x / width, y: frame.y / height, width: frame.width / width,
      height: frame.height / height)
  }
}
