#if Images && canImport(CoreText)
  internal import CoreGraphics
  internal import CoreText
  internal import Foundation
  internal import ViewfinderCore

  // Text through Core Text.
  extension TextRenderer {
    static func prepare() throws(ViewfinderError) {}

    static func render(
      _ text: String,
      weight: Weight,
      size: Int,
      limit: Int?
    ) throws(ViewfinderError) -> TextMask {
      let line = makeLine(text, weight: weight, size: size, limit: limit)
      let advance = Int(unsafe CTLineGetTypographicBounds(line, nil, nil, nil).rounded(.up))
      let reach = CGFloat(2 * size)
      let ink = CTLineGetBoundsWithOptions(line, .useGlyphPathBounds).integral
        .intersection(CGRect(x: -reach, y: -reach, width: 1e5, height: 2 * reach))
      guard !ink.isEmpty else {
        return TextMask(
          mask: Mask(width: 0, height: 0, bytes: []), left: 0, top: 0, advance: advance)
      }
      let (width, height) = (Int(ink.width), Int(ink.height))
      var bytes = [UInt8](repeating: 0, count: width * height)
      let isDrawn = unsafe bytes.withUnsafeMutableBytes { buffer in
        guard
          let context = unsafe CGContext(
            data: buffer.baseAddress,
            width: width,
            height: height,
            bitsPerComponent: 8,
            bytesPerRow: width,
            space: CGColorSpaceCreateDeviceGray(),
            bitmapInfo: CGImageAlphaInfo.none.rawValue
          )
        else { return false }
        context.setFillColor(gray: 1, alpha: 1)
        context.textPosition = CGPoint(x: -ink.minX, y: -ink.minY)
        CTLineDraw(line, context)
        return true
      }
      guard isDrawn else {
        throw ViewfinderError(
          .tooLarge,
          found: "there is no memory for text of \(width) × \(height) pixels",
          remedy: "Draw on a smaller picture."
        )
      }
      return TextMask(
        mask: Mask(width: width, height: height, bytes: bytes),
        left: Int(ink.minX),
        top: -Int(ink.maxY),
        advance: advance
      )
    }

    private static func makeLine(
      _ text: String,
      weight: Weight,
      size: Int,
      limit: Int?
    ) -> CTLine {
      let name = weight == .bold ? "Helvetica-Bold" : "Helvetica"
      let attributes: [NSAttributedString.Key: Any] = [
        NSAttributedString.Key(kCTFontAttributeName as String):
          unsafe CTFontCreateWithName(name as CFString, CGFloat(size), nil),
        NSAttributedString.Key(kCTForegroundColorFromContextAttributeName as String): true,
      ]
      let line = CTLineCreateWithAttributedString(
        NSAttributedString(string: text, attributes: attributes))
      guard let limit else { return line }
      let ellipsis = CTLineCreateWithAttributedString(
        NSAttributedString(string: "…", attributes: attributes))
      return CTLineCreateTruncatedLine(line, Double(limit), .end, ellipsis) ?? ellipsis
    }
  }
#endif
