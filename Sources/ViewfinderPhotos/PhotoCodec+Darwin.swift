#if Images && canImport(ImageIO)
  internal import CoreGraphics
  internal import Foundation
  internal import ImageIO
  internal import ViewfinderCore
  internal import ViewfinderPixels

  // Photos through ImageIO.
  extension PhotoCodec {
    static func prepare() throws(ViewfinderError) {}

    static func readHeader(
      _ bytes: Span<UInt8>,
      format: PhotoFormat
    ) throws(ViewfinderError) -> PhotoHeader {
      let source = try imageSource(bytes, format: format)
      let options = [kCGImageSourceShouldCache: false] as CFDictionary
      guard
        let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, options)
          as? [CFString: Any],
        let width = (properties[kCGImagePropertyPixelWidth] as? NSNumber)?.intValue,
        let height = (properties[kCGImagePropertyPixelHeight] as? NSNumber)?.intValue,
        width > 0, height > 0
      else { throw .broken(format, detail: "") }
      let orientation = (properties[kCGImagePropertyOrientation] as? NSNumber)?.intValue
      return PhotoHeader(
        format: format,
        storedWidth: width,
        storedHeight: height,
        orientation: orientation.flatMap(ImageOrientation.init(rawValue:)) ?? .up
      )
    }

    static func decode(
      _ bytes: Span<UInt8>,
      header: PhotoHeader,
      reduction: Reduction,
      background: PhotoDecoder.Background
    ) throws(ViewfinderError) -> PixelBuffer {
      let source = try imageSource(bytes, format: header.format)
      guard CGImageSourceGetStatusAtIndex(source, 0) == .statusComplete else {
        throw .cutShort(header.format)
      }
      // ImageIO subsamples by 2, 4 and 8; what is left to shrink is left to the sampler.
      let subsampling =
        reduction.factor >= 8 ? 8 : reduction.factor >= 4 ? 4 : reduction.factor >= 2 ? 2 : 1
      let options =
        [
          kCGImageSourceShouldCache: false, kCGImageSourceSubsampleFactor: subsampling,
        ] as CFDictionary
      guard let image = CGImageSourceCreateImageAtIndex(source, 0, options) else {
        throw .broken(header.format, detail: "")
      }
      return try draw(image, format: header.format, background: background)
    }

    static func encode(
      _ image: RGBPixels,
      format: PhotoFormat,
      quality: Int
    ) throws(ViewfinderError) -> some EncodedFile {
      let types: [PhotoFormat: String] = [
        .png: "public.png", .jpeg: "public.jpeg", .webp: "org.webmproject.webp",
      ]
      let file = NSMutableData()
      let properties =
        [kCGImageDestinationLossyCompressionQuality: Double(quality) / 100] as CFDictionary
      guard let type = types[format], let picture = makeImage(of: image),
        let destination = CGImageDestinationCreateWithData(file, type as CFString, 1, nil)
      else { throw cannotEncode(format) }
      CGImageDestinationAddImage(destination, picture, properties)
      guard CGImageDestinationFinalize(destination) else { throw cannotEncode(format) }
      return DataFile(file as Data)
    }

    private static func makeImage(of image: RGBPixels) -> CGImage? {
      guard let space = CGColorSpace(name: CGColorSpace.sRGB),
        let provider = CGDataProvider(data: Data(image.bytes) as CFData)
      else { return nil }
      return unsafe CGImage(
        width: image.width,
        height: image.height,
        bitsPerComponent: 8,
        bitsPerPixel: 24,
        bytesPerRow: image.width * 3,
        space: space,
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue),
        provider: provider,
        decode: nil,
        shouldInterpolate: false,
        intent: .defaultIntent
      )
    }

    private static func cannotEncode(_ format: PhotoFormat) -> ViewfinderError {
      ViewfinderError(
        .cannotWrite,
        found: "ImageIO cannot write the picture as \(format.displayName)",
        expected: "a system that can",
        remedy: "Write another format."
      )
    }

    private static func imageSource(
      _ bytes: Span<UInt8>,
      format: PhotoFormat
    ) throws(ViewfinderError) -> CGImageSource {
      let data = unsafe bytes.withUnsafeBytes { unsafe Data($0) }
      guard let source = CGImageSourceCreateWithData(data as CFData, nil),
        CGImageSourceGetCount(source) > 0
      else { throw .broken(format, detail: "") }
      return source
    }

    /// Converts to sRGB over the background.
    private static func draw(
      _ image: CGImage,
      format: PhotoFormat,
      background: PhotoDecoder.Background
    ) throws(ViewfinderError) -> PixelBuffer {
      let (width, height) = (image.width, image.height)
      var pixels = [UInt8](repeating: 0, count: width * height * 4)
      let isDrawn = unsafe pixels.withUnsafeMutableBytes { buffer in
        guard let space = CGColorSpace(name: CGColorSpace.sRGB),
          let context = unsafe CGContext(
            data: buffer.baseAddress,
            width: width,
            height: height,
            bitsPerComponent: 8,
            bytesPerRow: width * 4,
            space: space,
            bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue
          )
        else { return false }
        let area = CGRect(x: 0, y: 0, width: width, height: height)
        context.setFillColor(
          red: CGFloat(background.red) / 255,
          green: CGFloat(background.green) / 255,
          blue: CGFloat(background.blue) / 255,
          alpha: 1
        )
        context.fill(area)
        context.draw(image, in: area)
        return true
      }
      guard isDrawn else { throw .unsupported(format, detail: "") }
      return try PixelBuffer(width: width, height: height, format: .rgba, bytes: pixels)
    }
  }

  /// A file that ImageIO encoded.
  private final class DataFile: EncodedFile {
    private let bytes: [UInt8]

    init(_ data: Data) {
      bytes = [UInt8](data)
    }

    func withBytes<Result, Failure: Error>(
      _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      let bytes = bytes
      return try body(bytes.span)
    }
  }
#endif
