internal import ViewfinderCore
public import ViewfinderPixels

/// An upright RGB picture that can be drawn on.
///
/// A canvas is a value: a copy is another picture, whose bytes are copied when one of the two
/// changes.
public struct Canvas: Sendable {
  /// The width in pixels.
  public let width: Int

  /// The height in pixels.
  public let height: Int

  /// Rows from the top, red, green, blue, without padding.
  var bytes: [UInt8]

  /// Copies a picture, turns it upright and converts it to RGB, in one pass.
  ///
  /// - Parameters:
  ///   - pixels: The picture as stored, in any format.
  ///   - orientation: How it must be turned to stand upright.
  /// - Complexity: O(pixels).
  public init(_ pixels: PixelBuffer, orientation: Orientation = .up) {
    (width, height) = orientation.uprightSize(width: pixels.width, height: pixels.height)
    bytes = pixels.uprightRGB(orientation)
  }

  /// The picture as it is now, without copying it.
  public var pixels: PixelBuffer {
    do {
      return try PixelBuffer(width: width, height: height, format: .rgb, bytes: bytes)
    } catch {
      preconditionFailure("A canvas has the bytes of its size")
    }
  }
}
