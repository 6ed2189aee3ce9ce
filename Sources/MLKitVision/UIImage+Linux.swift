#if !canImport(UIKit)
  public import Foundation
  public import Viewfinder

  /// The few parts of UIKit's `UIImage` that ML Kit code names, for platforms without UIKit.
  ///
  /// Files are decoded when the image is made: JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF and BMP.
  public final class UIImage: Sendable {
    /// How the stored pixels must be turned to stand upright.
    public enum Orientation: Int, Sendable, CaseIterable {
      /// Stored upright.
      case up = 0
      /// Turned by 180°.
      case down = 1
      /// Turned by 90° counter-clockwise to stand upright.
      case left = 2
      /// Turned by 90° clockwise to stand upright.
      case right = 3
      /// Mirrored left to right.
      case upMirrored = 4
      /// Mirrored top to bottom.
      case downMirrored = 5
      /// Mirrored along the main diagonal.
      case leftMirrored = 6
      /// Mirrored along the other diagonal.
      case rightMirrored = 7
    }

    /// The stored pixels, not turned.
    public let cgImage: CGImage?

    /// How the stored pixels must be turned to stand upright; from EXIF for files.
    public let imageOrientation: Orientation

    /// Pixels per point.
    public let scale: CGFloat

    /// The size of the upright image in points.
    public var size: CGSize {
      guard let cgImage else { return .zero }
      let stored = CGSize(
        width: CGFloat(cgImage.width) / scale, height: CGFloat(cgImage.height) / scale)
      return Viewfinder.Orientation(imageOrientation).swapsSides
        ? CGSize(width: stored.height, height: stored.width) : stored
    }

    /// Decodes a file, or gives nothing when there is no readable image.
    ///
    /// To learn why, decode with `PhotoDecoder`, whose errors say what was found.
    public convenience init?(contentsOfFile path: String) {
      guard let photo = try? PhotoDecoder().decode(path: path) else { return nil }
      self.init(photo)
    }

    /// Decodes the bytes of a file, or gives nothing when they are no readable image.
    public convenience init?(data: Data) {
      guard let photo = try? PhotoDecoder().decode(bytes: [UInt8](data)) else { return nil }
      self.init(photo)
    }

    /// Wraps pixels that stand upright.
    public convenience init(cgImage: CGImage) {
      self.init(cgImage: cgImage, scale: 1, orientation: .up)
    }

    /// Wraps pixels.
    ///
    /// - Precondition: `scale` is positive.
    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
      precondition(scale > 0, "The scale of an image is positive")
      self.cgImage = cgImage
      self.scale = scale
      imageOrientation = orientation
    }

    private convenience init(_ photo: Photo) {
      self.init(
        cgImage: CGImage(photo.pixels), scale: 1, orientation: Orientation(photo.orientation))
    }

    package func pixelBuffer() throws -> PixelBuffer {
      guard let cgImage else {
        throw ViewfinderError(
          .invalidImage, subject: "UIImage", found: "an image without pixels",
          expected: "an image with a CGImage")
      }
      return cgImage.pixels
    }
  }

  /// Stored pixels, for platforms without Core Graphics.
  public final class CGImage: Sendable {
    /// The pixels.
    public let pixels: PixelBuffer

    /// The number of columns.
    public var width: Int { pixels.width }

    /// The number of rows.
    public var height: Int { pixels.height }

    /// Wraps pixels.
    public init(_ pixels: PixelBuffer) {
      self.pixels = pixels
    }
  }

  /// How a device is held.
  public enum UIDeviceOrientation: Int, Sendable, CaseIterable {
    /// Not known.
    case unknown = 0
    /// Upright.
    case portrait = 1
    /// Upright, home button on top.
    case portraitUpsideDown = 2
    /// On its side, home button right.
    case landscapeLeft = 3
    /// On its side, home button left.
    case landscapeRight = 4
    /// Lying, screen up.
    case faceUp = 5
    /// Lying, screen down.
    case faceDown = 6
  }
#endif
