public import Foundation
internal import MLKitCommon
public import MLKitVision
internal import Viewfinder

extension Object {
  /// The frame in the upright image, as ML Kit gives it on Android.
  ///
  /// - Parameter image: The image the object was found in, with its orientation.
  /// - Returns: Pixels of the upright image, whose sides are swapped after a quarter turn.
  /// - Throws: `MLKitError` when the image cannot be read.
  public func uprightFrame(in image: any MLKitCompatibleImage) throws -> CGRect {
    try CGRect(content(of: image) { $0.uprightFrame(in: $1.pixels, orientation: $1.orientation) })
  }

  /// The frame as shares of the image's sides, not turned.
  ///
  /// - Parameter image: The image the object was found in.
  /// - Returns: Numbers from 0 through 1.
  /// - Throws: `MLKitError` when the image cannot be read.
  public func normalizedFrame(in image: any MLKitCompatibleImage) throws -> CGRect {
    try CGRect(content(of: image) { $0.normalizedFrame(in: $1.pixels) })
  }

  private func content(
    of image: any MLKitCompatibleImage, _ frame: (DetectedObject, ImageContent) -> Box
  ) throws -> Box {
    do {
      return frame(object, try ImageContent(image))
    } catch let error as ViewfinderError {
      throw MLKitError(error)
    }
  }
}

extension CGRect {
  init(_ rect: Box) {
    self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }
}
