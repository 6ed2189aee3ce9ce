#if os(Linux)
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
      return ImageOrientation(imageOrientation).swapsSides
        ? CGSize(width: stored.height, height: stored.width) : stored
    }

    /// Decodes a file, or gives nothing when there is no readable image.
    ///
    /// To learn why, use Viewfinder's `InputImage`, whose errors say what was found.
    public convenience init?(contentsOfFile path: String) {
      guard let image = try? InputImage(contentsOf: path) else { return nil }
      self.init(image)
    }

    /// Decodes an image of the app: a file of that name, with or without its extension, among the
    /// main bundle's resources or in the current folder.
    public convenience init?(named name: String) {
      let folders = [Bundle.main.resourcePath, FileManager.default.currentDirectoryPath]
      let endings = ["", ".png", ".jpg", ".jpeg", ".heic", ".webp"]
      let paths = folders.compactMap(\.self).flatMap { folder in
        endings.map { "\(folder)/\(name)\($0)" }
      }
      guard let path = paths.first(where: { FileManager.default.isReadableFile(atPath: $0) })
      else { return nil }
      self.init(contentsOfFile: path)
    }

    /// Decodes the bytes of a file, or gives nothing when they are not a readable image.
    public convenience init?(data: Data) {
      guard let image = try? InputImage(decoding: [UInt8](data)) else { return nil }
      self.init(image)
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

    /// Wraps an image, whose pixels are not copied.
    public convenience init(_ image: InputImage) {
      self.init(
        cgImage: CGImage(image.pixels), scale: 1, orientation: Orientation(image.orientation))
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
#endif
