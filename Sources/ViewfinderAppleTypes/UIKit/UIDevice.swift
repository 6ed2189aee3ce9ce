#if os(Linux)
  internal import ViewfinderSystem

  /// How a device is held.
  public enum UIDeviceOrientation: Int, Sendable, CaseIterable {
    /// Not known.
    case unknown = 0
    /// Upright.
    case portrait = 1
    /// Upright, home button on top.
    case portraitUpsideDown = 2
    /// On its side, home button right.
    case landscapeLeft = 3
    /// On its side, home button left.
    case landscapeRight = 4
    /// Lying, screen up.
    case faceUp = 5
    /// Lying, screen down.
    case faceDown = 6

    /// Whether the device stands upright.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    /// Whether the device stands on its side.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    /// Whether the device lies.
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
  }

  /// This machine, for platforms without UIKit.
  public final class UIDevice: Sendable {
    /// This machine.
    public static let current = UIDevice()

    private let state = Mutex(UIDeviceOrientation.unknown)

    private init() {}

    /// How the device is held; `.unknown` until it is set, since nothing here can sense it.
    public var orientation: UIDeviceOrientation {
      get { state.withLock(\.self) }
      set { state.withLock { $0 = newValue } }
    }

    /// Does nothing: nothing here can sense how a device is held.
    public func beginGeneratingDeviceOrientationNotifications() {}

    /// Does nothing.
    public func endGeneratingDeviceOrientationNotifications() {}
  }
#endif
