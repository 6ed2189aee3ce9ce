public import Foundation
internal import Viewfinder

#if canImport(UIKit)
  public import UIKit
#endif
#if canImport(CoreMedia)
  public import CoreMedia
#endif

/// What an ``MLImage`` was made from.
public enum MLImageSourceType: Int, Sendable {
  /// A `UIImage`.
  case image = 0
  /// A `CVPixelBuffer`.
  case pixelBuffer = 1
  /// A `CMSampleBuffer`.
  case sampleBuffer = 2
}

/// An image from one of three sources; unlike ``VisionImage`` it takes over a `UIImage`'s
/// orientation.
public final class MLImage: MLKitCompatibleImage {
  /// The width of the stored pixels.
  public let width: CGFloat

  /// The height of the stored pixels.
  public let height: CGFloat

  /// How the pixels must be turned to stand upright; that of the `UIImage`, else `.up`.
  public var orientation: UIImage.Orientation

  /// Which of ``image``, ``pixelBuffer`` and ``sampleBuffer`` is there.
  public let imageSourceType: MLImageSourceType

  /// The source, when it is a `UIImage`.
  public let image: UIImage?

  /// The source, when it is a pixel buffer.
  public let pixelBuffer: CVPixelBuffer?

  /// The source, when it is a sample buffer.
  public let sampleBuffer: CMSampleBuffer?

  /// Creates an image, or nothing when the `UIImage` has no pixels.
  public init?(image: UIImage) {
    guard let cgImage = image.cgImage else { return nil }
    width = CGFloat(cgImage.width)
    height = CGFloat(cgImage.height)
    orientation = image.imageOrientation
    imageSourceType = .image
    self.image = image
    pixelBuffer = nil
    sampleBuffer = nil
  }

  /// Creates an image, or nothing when the buffer is empty.
  public init?(pixelBuffer: CVPixelBuffer) {
    width = CGFloat(CVPixelBufferGetWidth(pixelBuffer))
    height = CGFloat(CVPixelBufferGetHeight(pixelBuffer))
    guard width > 0, height > 0 else { return nil }
    orientation = .up
    imageSourceType = .pixelBuffer
    image = nil
    self.pixelBuffer = pixelBuffer
    sampleBuffer = nil
  }

  /// Creates an image, or nothing when the sample buffer holds no image.
  public init?(sampleBuffer: CMSampleBuffer) {
    guard let buffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return nil }
    width = CGFloat(CVPixelBufferGetWidth(buffer))
    height = CGFloat(CVPixelBufferGetHeight(buffer))
    orientation = .up
    imageSourceType = .sampleBuffer
    image = nil
    pixelBuffer = nil
    self.sampleBuffer = sampleBuffer
  }

  package func content() throws -> ImageContent {
    let pixels: PixelBuffer
    if let image {
      pixels = try image.pixelBuffer()
    } else if let pixelBuffer {
      pixels = try pixelBuffer.pixelBuffer()
    } else if let sampleBuffer {
      pixels = try sampleBuffer.pixelBuffer()
    } else {
      preconditionFailure("An MLImage always has a source")
    }
    return ImageContent(
      pixels: pixels, orientation: Orientation(orientation),
      presentationTime: sampleBuffer?.presentationTime)
  }
}
