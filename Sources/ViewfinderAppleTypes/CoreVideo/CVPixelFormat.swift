#if os(Linux)
  package import Viewfinder

  /// 8-bit blue, green, red, alpha (`BGRA`).
  public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
  /// 8-bit red, green, blue, alpha (`RGBA`); ML Kit refuses it.
  public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
  /// 8-bit red, green, blue; ML Kit refuses it.
  public let kCVPixelFormatType_24RGB: OSType = 24
  /// 8-bit gray (`L008`); ML Kit refuses it.
  public let kCVPixelFormatType_OneComponent8: OSType = 0x4C30_3038
  /// 8-bit 4:2:0, two planes, video range (`420v`).
  public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
  /// 8-bit 4:2:0, two planes, full range (`420f`).
  public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066
  /// 8-bit 4:2:0, three planes, video range (`y420`); ML Kit refuses it.
  public let kCVPixelFormatType_420YpCbCr8Planar: OSType = 0x7934_3230
  /// 8-bit 4:2:0, three planes, full range (`f420`); ML Kit refuses it.
  public let kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType = 0x6634_3230
  /// 10-bit 4:2:0, two planes, video range (`x420`): not supported, as in ML Kit.
  public let kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3230

  /// The key of the pixel format in a dictionary of settings.
  public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"
  /// The key of the width in pixels.
  public let kCVPixelBufferWidthKey: CFString = "Width"
  /// The key of the height in pixels.
  public let kCVPixelBufferHeightKey: CFString = "Height"
  /// A key that has no meaning here.
  public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"
  /// A key that has no meaning here.
  public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString =
    "CGBitmapContextCompatibility"
  /// A key that has no meaning here.
  public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"
  /// A key that has no meaning here.
  public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"

  /// The result of a call of Core Video.
  public typealias CVReturn = Int32
  /// Success.
  public let kCVReturnSuccess: CVReturn = 0
  /// An argument is wrong.
  public let kCVReturnInvalidArgument: CVReturn = -6661
  /// The pixel format is not known.
  public let kCVReturnInvalidPixelFormat: CVReturn = -6680
  /// The size is not possible.
  public let kCVReturnInvalidSize: CVReturn = -6681

  extension PixelFormat {
    /// The format that Core Video numbers so, if it is one that ML Kit accepts.
    package init?(coreVideo type: OSType) {
      switch type {
      case kCVPixelFormatType_32BGRA: self = .bgra
      case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: self = .nv12VideoRange
      case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: self = .nv12FullRange
      default: return nil
      }
    }

    /// The number of the format in Core Video; 0 for those that it has no number for.
    package var coreVideoType: OSType {
      switch self {
      case .bgra: kCVPixelFormatType_32BGRA
      case .rgba: kCVPixelFormatType_32RGBA
      case .rgb: kCVPixelFormatType_24RGB
      case .gray: kCVPixelFormatType_OneComponent8
      case .nv12VideoRange: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
      case .nv12FullRange: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
      case .i420VideoRange: kCVPixelFormatType_420YpCbCr8Planar
      case .i420FullRange: kCVPixelFormatType_420YpCbCr8PlanarFullRange
      default: 0
      }
    }
  }

  /// A four-character code as text.
  package func fourCharacters(_ code: OSType) -> String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return "\(code)" }
    return "'" + String(decoding: bytes, as: UTF8.self) + "'"
  }
#endif
