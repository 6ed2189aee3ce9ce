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
    CGRect(try Self.content(of: image).upright(box))
  }

  /// The frame as shares of the image's sides, not turned.
  ///
  /// - Parameter image: The image the object was found in.
  /// - Returns: Numbers from 0 through 1.
  /// - Throws: `MLKitError` when the image cannot be read.
  public func normalizedFrame(in image: any MLKitCompatibleImage) throws -> CGRect {
    let pixels = try Self.content(of: image).pixels
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    return CGRect(
      x: box.x / width, y: box.y / height, width: box.width / width, height: box.height / height)
  }

  private static func content(of image: any MLKitCompatibleImage) throws -> InputImage {
    do {
      return try InputImage(image)
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
