public import Foundation
package import Viewfinder
public import ViewfinderAppleTypes
internal import ViewfinderSystem

#if !os(Linux)
  public import CoreMedia
  public import UIKit
#endif

/// An image or a video frame, and how it must be turned to stand upright.
///
/// Keep instances short-lived: each holds its pixels. An image may be used from several threads.
#if canImport(ObjectiveC)
  @objc(MLKVisionImage)
#endif
public final class VisionImage: NSObject, MLKitCompatibleImage, @unchecked Sendable {
  /// How the pixels must be turned to stand upright.
  ///
  /// Set it yourself: the orientation of a `UIImage` is not read, as in ML Kit.
  public var orientation: UIImage.Orientation {
    get { turn.withLock(\.self) }
    set { turn.withLock { $0 = newValue } }
  }

  private let turn = Mutex(UIImage.Orientation.up)

  private enum Source {
    case image(UIImage)
    case buffer(CMSampleBuffer)
  }
  // Never changed; Apple's classes, which do not say so, are only read.
  private let source: Source

  /// Creates an image from a `UIImage`, whose own orientation is not read.
  public init(image: UIImage) {
    source = .image(image)
  }

  /// Creates an image from a video frame of format 32BGRA, 420f or 420v.
  ///
  /// A buffer of another format, or without pixels, is reported by the first use.
  public init(buffer: CMSampleBuffer) {
    source = .buffer(buffer)
  }

  package func content() throws -> InputImage {
    let (pixels, time): (PixelBuffer, Duration?) =
      switch source {
      case .image(let image): (try image.pixelBuffer(), nil)
      case .buffer(let buffer): (try buffer.pixelBuffer(), buffer.presentationTime)
      }
    return InputImage(pixels, orientation: ImageOrientation(orientation), time: time)
  }
}
