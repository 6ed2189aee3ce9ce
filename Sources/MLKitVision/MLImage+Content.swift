public import MLImage
package import Viewfinder
internal import ViewfinderAppleTypes

#if !os(Linux)
  internal import CoreMedia
  internal import UIKit
#endif

extension MLImage: MLKitCompatibleImage {
  package func content() throws -> InputImage {
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
    return InputImage(
      pixels, orientation: ImageOrientation(orientation), time: sampleBuffer?.presentationTime)
  }
}
