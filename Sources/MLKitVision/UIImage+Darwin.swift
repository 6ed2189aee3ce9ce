#if !os(Linux)
  internal import CoreGraphics
  internal import UIKit
  package import Viewfinder

  extension UIImage {
    /// The stored pixels of the image, as sRGB.
    package func pixelBuffer() throws -> PixelBuffer {
      guard let cgImage else {
        throw ViewfinderError(
          .invalidImage, subject: "UIImage", found: "an image without a CGImage",
          expected: "an image made from a file, data or a CGImage",
          remedy: "Render CIImage-based images with a CIContext first.")
      }
      let width = cgImage.width
      let height = cgImage.height
      var bytes = [UInt8](repeating: 255, count: width * height * 4)
      let drawn = unsafe bytes.withUnsafeMutableBytes { memory -> Bool in
        guard let space = CGColorSpace(name: CGColorSpace.sRGB),
          let context = unsafe CGContext(
            data: memory.baseAddress, width: width, height: height, bitsPerComponent: 8,
            bytesPerRow: width * 4, space: space,
            bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)
        else { return false }
        context.draw(cgImage, in: CGRect(x: 0, y: 0, width: width, height: height))
        return true
      }
      guard drawn else {
        throw ViewfinderError(
          .invalidImage, subject: "UIImage",
          found: "\(width) × \(height) pixels that cannot be drawn",
          expected: "an image that Core Graphics can draw")
      }
      return try PixelBuffer(width: width, height: height, format: .rgba, bytes: bytes)
    }
  }
#endif
