public import Foundation
internal import MLImage
package import Viewfinder

/// An image that detectors and labelers accept: a ``VisionImage`` or an ``MLImage``.
///
/// Do not conform types of your own to it.
#if canImport(ObjectiveC)
  @objc(MLKCompatibleImage)
#endif
public protocol MLKitCompatibleImage: NSObjectProtocol {}

/// The other name of ``MLKitCompatibleImage``.
public typealias CompatibleImage = MLKitCompatibleImage

/// Pixels and how to turn them, taken from a façade image at the time of a call.
package struct ImageContent: Sendable {
  package let pixels: PixelBuffer
  package let orientation: ImageOrientation
  /// When the frame is to be shown; `nil` for stills.
  package let presentationTime: Duration?

  package init(_ image: any MLKitCompatibleImage) throws {
    switch image {
    case let image as VisionImage: self = try image.content()
    case let image as MLImage: self = try image.content()
    default:
      throw ViewfinderError(
        .invalidArgument, subject: "\(type(of: image))", found: "an image of a foreign type",
        expected: "a VisionImage or an MLImage",
        remedy: "Do not conform own types to MLKitCompatibleImage.")
    }
  }

  package init(pixels: PixelBuffer, orientation: ImageOrientation, presentationTime: Duration?) {
    self.pixels = pixels
    self.orientation = orientation
    self.presentationTime = presentationTime
  }
}
