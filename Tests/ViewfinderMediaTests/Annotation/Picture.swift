import Testing
import ViewfinderCore
import ViewfinderPixels

@testable import ViewfinderDrawing
@testable import ViewfinderPhotos
@testable import ViewfinderVideo

/// A plain picture to draw on, in any format, seen upright.
struct Picture {
  let layout: PictureLayout
  var planes: [[UInt8]]

  /// A picture of one gray, whose stored planes have padding that holds 77.
  init(
    _ width: Int,
    _ height: Int,
    format: PixelFormat = .rgb,
    orientation: ImageOrientation = .up,
    value: UInt8 = 128,
    padding: Int = 6
  ) {
    let stored = orientation.upright(PixelSize(width: width, height: height))
    let strides = (0..<format.planeCount).map {
      format.bytesPerRow(plane: $0, width: stored.width) + padding
    }
    layout = PictureLayout(
      width: stored.width,
      height: stored.height,
      format: format,
      bytesPerRow: strides,
      colorMatrix: .bt601,
      orientation: orientation
    )
    planes = (0..<format.planeCount).map { plane in
      let row = format.bytesPerRow(plane: plane, width: stored.width)
      let one =
        [UInt8](repeating: plane == 0 ? value : 128, count: row)
        + [UInt8](repeating: 77, count: padding)
      return [[UInt8]](repeating: one, count: format.rows(plane: plane, height: stored.height))
        .flatMap { $0 }
    }
  }

  mutating func draw(
    _ annotations: [BoxAnnotation],
    with annotator: Annotator = Annotator()
  ) throws {
    var first = planes[0]
    var second = planes.count > 1 ? planes[1] : []
    var third = planes.count > 2 ? planes[2] : []
    var firstSpan = first.mutableSpan
    var secondSpan = second.mutableSpan
    var thirdSpan = third.mutableSpan
    try annotator.draw(annotations, layout, &firstSpan, &secondSpan, &thirdSpan)
    planes = Array([first, second, third].prefix(planes.count))
  }

  /// Whether every byte that lies behind a row is as it was.
  var hasCleanPadding: Bool {
    planes.indices.allSatisfy { plane in
      let stride = layout.bytesPerRow[plane]
      let row = layout.format.bytesPerRow(plane: plane, width: layout.width)
      return planes[plane].indices.allSatisfy { $0 % stride < row || planes[plane][$0] == 77 }
    }
  }

  /// The picture as it is stored.
  var pixels: PixelBuffer {
    get throws {
      try PixelBuffer(
        width: layout.width,
        height: layout.height,
        format: layout.format,
        planes: planes,
        bytesPerRow: layout.bytesPerRow,
        colorMatrix: .bt601,
        chromaSiting: .center
      )
    }
  }

  /// The picture upright in RGB.
  var upright: RGBPixels {
    get throws { RGBPixels(InputImage(try pixels, orientation: layout.orientation)) }
  }

  /// The first component of the pixel at a column and row of a picture that is stored upright.
  func first(_ x: Int, _ y: Int) -> Int {
    Int(planes[0][y * layout.bytesPerRow[0] + x * (layout.format == .rgb ? 3 : 1)])
  }
}

extension RGBPixels {
  func colour(_ x: Int, _ y: Int) -> Colour { pixels.colour(x, y) }

  /// A canvas of one colour.
  init(_ width: Int, _ height: Int, _ colour: Colour) throws {
    let pixel = [UInt8(colour.red), UInt8(colour.green), UInt8(colour.blue)]
    self.init(
      InputImage(
        try PixelBuffer(
          width: width,
          height: height,
          format: .rgb,
          bytes: [[UInt8]](repeating: pixel, count: width * height).flatMap { $0 })))
  }
}

extension Colour {
  init(_ paint: PaintColor) {
    self.init(Int(paint.red), Int(paint.green), Int(paint.blue))
  }
}
