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

extension InputImage {
  /// What an image of ML Kit's API holds, as it is now.
  ///
  /// - Throws: `ViewfinderError` for an image without pixels, of another format or of a foreign type.
  package init(_ image: any MLKitCompatibleImage) throws {
    switch image {
    case let image as VisionImage: self = try image.content()
    case let image as MLImage: self = try image.content()
    default:
      throw ViewfinderError(
        .invalidArgument, subject: "\(type(of: image))", found: "an image of a foreign type",
        expected: "a VisionImage or an MLImage",
        remedy: "Do not conform types of your own to MLKitCompatibleImage.")
    }
  }
}
