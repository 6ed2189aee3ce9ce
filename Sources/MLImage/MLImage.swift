public import Foundation
internal import ViewfinderSystem

#if os(Linux)
  @_exported public import ViewfinderAppleTypes
#else
  @_exported public import CoreMedia
  @_exported public import UIKit
#endif

/// An image from one of three sources; unlike a `VisionImage` it takes over a `UIImage`'s
/// orientation.
///
/// An image may be used from several threads.
#if canImport(ObjectiveC)
  @objc(GMLImage)
#endif
public final class MLImage: NSObject, @unchecked Sendable {
  // All but the orientation is never changed; Apple's classes, which do not say so, are only read.

  /// The width in pixels: of the upright image for a `UIImage`, as stored for buffers.
  public let width: CGFloat

  /// The height in pixels: of the upright image for a `UIImage`, as stored for buffers.
  public let height: CGFloat

  /// How the pixels must be turned to stand upright; that of the `UIImage`, else `.up`.
  public var orientation: UIImage.Orientation {
    get { turn.withLock(\.self) }
    set { turn.withLock { $0 = newValue } }
  }

  private let turn: Mutex<UIImage.Orientation>

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
    guard image.cgImage != nil else { return nil }
    width = image.size.width * image.scale
    height = image.size.height * image.scale
    turn = Mutex(image.imageOrientation)
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
    turn = Mutex(.up)
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
    turn = Mutex(.up)
    imageSourceType = .sampleBuffer
    image = nil
    pixelBuffer = nil
    self.sampleBuffer = sampleBuffer
  }
}
