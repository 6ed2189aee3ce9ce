internal import ViewfinderSystem

/// Where this process finds what Viewfinder loads at run time, and what LiteRT may print.
///
/// For programs whose files lie elsewhere than those of the command-line tool, such as a library
/// inside another language's package. Without settings the environment variables and the usual places
/// count, in this order.
///
/// ```swift
/// RuntimeSettings.current.liteRTPath = "/opt/app/libLiteRt.so"
/// RuntimeSettings.current.hidesRuntimeNotices = true
/// ```
///
/// Set them in one place, before the first model and the first image: what has been loaded stays.
public struct RuntimeSettings: Hashable, Sendable {
  /// The path of the LiteRT library, such as `/opt/app/libLiteRt.so`; another build than the one
  /// tested is remarked upon on standard error.
  public var liteRTPath: String?

  /// The folder with the models that come with Viewfinder.
  public var resourcesPath: String?

  /// The path of libvips, such as `/opt/app/libvips.so.42`; images are decoded with it on Linux.
  public var vipsPath: String?

  /// Whether LiteRT's line about XNNPACK, which comes with the first model of a process, is kept
  /// off standard error; `false` by default.
  ///
  /// Nothing else is kept off, and the descriptor of standard error is not touched. Works on Linux
  /// with glibc.
  public var hidesRuntimeNotices = false

  /// Creates settings that change nothing.
  public init() {}

  /// The settings of this process.
  public static var current: RuntimeSettings {
    get { shared.withLock(\.self) }
    set { shared.withLock { $0 = newValue } }
  }

  private static let shared = Mutex(RuntimeSettings())
}
