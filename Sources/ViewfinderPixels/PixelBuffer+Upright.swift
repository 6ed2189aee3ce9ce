internal import ViewfinderCore

extension PixelBuffer {
  /// The whole image upright: rows from the top, red, green, blue, without padding.
  ///
  /// - Complexity: O(pixels).
  package func uprightRGB(_ orientation: ImageOrientation) -> [UInt8] {
    let size = orientation.upright(PixelSize(width: width, height: height))
    return [UInt8](capacity: size.width * size.height * 3) { output in
      output.append(repeating: 0, count: size.width * size.height * 3)
      var target = output.mutableSpan
      if format == .rgb, orientation == .up {
        copyRows(into: &target)
      } else {
        var sampler = Sampler(width: size.width, height: size.height)
        do {
          try sampler.sample(self, orientation: orientation, into: &target)
        } catch {
          preconditionFailure("The whole of a picture is a region of it")
        }
      }
    }
  }

  private func copyRows(into target: inout MutableSpan<UInt8>) {
    let count = width * 3
    withPlanes { (plane, _, _) in
      for row in 0..<height {
        let from = row * bytesPerRow[0]
        for index in 0..<count { target[row * count + index] = plane[from + index] }
      }
    }
  }
}
