/// An 8-bit sRGB colour.
struct PaintColor: Hashable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8

  init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  static let black = PaintColor(0, 0, 0)
  static let white = PaintColor(255, 255, 255)
}

/// The colours of annotations.
///
/// They were chosen among saturated colours of middle and high lightness as the ten whose smallest
/// distance in OKLab is the largest, seen with normal eyes and as Machado et al. (2009) simulate
/// protanopia, deuteranopia and tritanopia: 0.15 and 0.11, against 0.16 and 0.08 for the seven
/// colours of Okabe and Ito. Each stands in the list where it is farthest from those before it.
enum Palette {
  static let colors = [
    PaintColor(0xFC, 0x3D, 0x1D),
    PaintColor(0x3C, 0xC3, 0xFE),
    PaintColor(0x9C, 0x07, 0xF9),
    PaintColor(0xD4, 0xF7, 0x29),
    PaintColor(0x37, 0xFE, 0xC5),
    PaintColor(0xE8, 0xB6, 0x16),
    PaintColor(0xC2, 0x12, 0xA8),
    PaintColor(0x01, 0x9F, 0x68),
    PaintColor(0xFD, 0x74, 0xB7),
    PaintColor(0xA5, 0x7A, 0xFE),
  ]

  static func color(for key: BoxAnnotation.ColorKey) -> PaintColor {
    switch key {
    case .id(let id):
      let index = id % colors.count
      return colors[index < 0 ? index + colors.count : index]
    case .label(let text):
      // FNV-1a: Swift's own hashes differ from run to run. The high bits are the well-mixed ones.
      // It starts at a number that gives ML Kit's five categories and the five commonest things in
      // photos (person, car, dog, cat, bird) a colour each.
      var hash: UInt32 = 2_166_375_914
      for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
      return colors[Int((UInt64(hash) * UInt64(colors.count)) >> 32)]
    }
  }

  /// Black or white, whichever is read better on a colour.
  static func textColor(on color: PaintColor) -> PaintColor {
    // The two have equal contrast, by WCAG 2, at a luminance of 0.179.
    luminance(of: color) > 0.179 ? .black : .white
  }

  /// The relative luminance that WCAG 2 defines, 0 through 1.
  static func luminance(of color: PaintColor) -> Double {
    func linear(_ value: UInt8) -> Double {
      let share = Double(value) / 255
      guard share > 0.040_45 else { return share / 12.92 }
      let root = (share + 0.055) / 1.055
      // x^2.4 without a mathematics library: x² · (x²)^(1/5), the root by Newton's method.
      let square = root * root
      var fifth = square.squareRoot().squareRoot()
      for _ in 0..<8 { fifth -= (fifth - square / (fifth * fifth * fifth * fifth)) / 5 }
      return square * fifth
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green)
      + 0.0722 * linear(color.blue)
  }
}
