import Foundation
import Testing
import ViewfinderVideo

@testable import ViewfinderDrawing
@testable import ViewfinderPhotos
@testable import ViewfinderPixels

@Suite("Colours of annotations")
struct PaletteTests {
  @Test("a label has the same colour in every run and release")
  func stability() {
    let found = ["", "cat", "dog", "person", "Home good", "子犬"].map { label in
      Palette.colors.firstIndex(of: Palette.color(for: .label(label)))
    }
    #expect(found == [5, 1, 3, 0, 9, 8])
  }

  @Test("IDs take the colours in turn, negative ones too")
  func ids() {
    for id in -25...25 {
      #expect(Palette.color(for: .id(id)) == Palette.color(for: .id(id + 10)))
    }
    #expect(Set((0..<10).map { Palette.color(for: .id($0)) }).count == 10)
    #expect(Palette.color(for: .id(.min)) != Palette.color(for: .id(.min + 1)))
  }

  @Test("ML Kit's categories and the commonest objects have a colour each")
  func commonLabels() {
    let labels = [
      "Fashion good", "Home good", "Food", "Place", "Plant", "person", "car", "dog", "cat", "bird",
    ]
    #expect(Set(labels.map { Palette.color(for: .label($0)) }).count == labels.count)
  }

  @Test("text can be read on every chip, whatever lies beneath it")
  func contrast() {
    let opacity = Double(AnnotationScene.chipOpacity) / 255
    for color in Palette.colors {
      let text = Palette.luminance(of: Palette.textColor(on: color))
      for ground in [0.0, 255] {
        func mixed(_ value: UInt8) -> UInt8 {
          UInt8(Double(value) * opacity + ground * (1 - opacity))
        }
        let chip = Palette.luminance(
          of: PaintColor(mixed(color.red), mixed(color.green), mixed(color.blue)))
        let contrast = (max(text, chip) + 0.05) / (min(text, chip) + 0.05)
        // WCAG 2, success criterion 1.4.3.
        #expect(contrast >= 4.5, "\(color) on \(ground)")
      }
    }
  }

  @Test("luminance is that of WCAG")
  func luminance() {
    #expect(abs(Palette.luminance(of: .white) - 1) < 1e-6)
    #expect(Palette.luminance(of: .black) == 0)
    for value in UInt8.min...UInt8.max {
      let share = Double(value) / 255
      let exact = share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      #expect(abs(Palette.luminance(of: PaintColor(value, value, value)) - exact) < 1e-6)
    }
  }

  /// Linear RGB as seen by others: the matrices of Machado, Oliveira and Fernandes (2009),
  /// severity 1.
  static let eyes: [(name: String, matrix: [[Double]], least: Double)] = [
    ("normal", [[1, 0, 0], [0, 1, 0], [0, 0, 1]], 0.15),
    (
      "protanopia",
      [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
      ], 0.1
    ),
    (
      "deuteranopia",
      [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
      ], 0.1
    ),
    (
      "tritanopia",
      [
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
      ], 0.1
    ),
  ]

  @Test("colours differ for all kinds of eyes", arguments: 0..<4)
  func distinct(eye: Int) {
    let (_, matrix, least) = Self.eyes[eye]
    let seen = Palette.colors.map { Self.oklab($0, matrix) }
    for a in seen.indices {
      for b in 0..<a {
        let distance = zip(seen[a], seen[b]).reduce(0) { $0 + pow($1.0 - $1.1, 2) }.squareRoot()
        #expect(distance >= least, "\(a) and \(b)")
      }
    }
  }

  /// Ottosson's OKLab (2020) of a colour after a matrix was applied to it.
  private static func oklab(_ color: PaintColor, _ matrix: [[Double]]) -> [Double] {
    func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
      matrix.map { row in zip(row, vector).reduce(0) { $0 + $1.0 * $1.1 } }
    }
    let linear = [color.red, color.green, color.blue].map { value in
      let share = Double(value) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    let seen = product(matrix, linear).map { min(max($0, 0), 1) }
    let cones = product(
      [
        [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
      ], seen)
    return product(
      [
        [0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
      ], cones.map { cbrt($0) })
  }
}
