#if os(Linux)
  /// Text; `key as String` works as with Core Foundation's.
  public typealias CFString = String

  /// A dictionary; `attributes as CFDictionary` works as with Core Foundation's.
  public typealias CFDictionary = [AnyHashable: Any]

  /// A way to get memory; there is one only.
  public final class CFAllocator: Sendable {
    private init() {}
  }

  /// The default allocator.
  public let kCFAllocatorDefault: CFAllocator? = nil
  /// True.
  public let kCFBooleanTrue = true
  /// False.
  public let kCFBooleanFalse = false
  /// The status of a call; 0 for success.
  public typealias OSStatus = Int32
  /// A four-character code, as Core Video numbers pixel formats.
  public typealias OSType = UInt32
  /// A four-character code, as Core Media numbers formats.
  public typealias FourCharCode = UInt32
#endif
