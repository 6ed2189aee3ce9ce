internal import ViewfinderCore

/// The bytes of an upright RGB image, to be drawn on or encoded.
package struct RGBPixels: Sendable {
  /// The width in pixels.
  package let width: Int

  /// The height in pixels.
  package let height: Int

  /// Rows from the top, red, green, blue, without padding.
  package var bytes: [UInt8]

  /// Copies an image, turns it upright and converts it to RGB, in one pass.
  ///
  /// - Complexity: O(pixels).
  package init(_ image: InputImage) {
    let pixels = image.pixels
    let size = image.orientation.upright(PixelSize(width: pixels.width, height: pixels.height))
    (width, height) = (size.width, size.height)
    bytes = pixels.uprightRGB(image.orientation)
  }

  /// The image as it is now, without copying it.
  package var pixels: PixelBuffer {
    do {
      return try PixelBuffer(width: width, height: height, format: .rgb, bytes: bytes)
    } catch {
      preconditionFailure("RGB pixels have the bytes of their size")
    }
  }
}
