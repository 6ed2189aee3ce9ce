#if os(Linux)
  internal import Foundation
  internal import Viewfinder

  /// A kind of media.
  public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates a kind from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Pictures that move.
    public static let video = AVMediaType(rawValue: "vide")
    /// Sound, which is not captured here.
    public static let audio = AVMediaType(rawValue: "soun")
  }

  /// A camera, or a video file in place of one; for platforms without AVFoundation.
  ///
  /// The default device is `/dev/video0`, or what the environment variable `VIEWFINDER_CAMERA` names:
  /// a camera or a video file, so that an app's code runs unchanged on a recording.
  public final class AVCaptureDevice: Sendable {
    /// Where a camera sits.
    public enum Position: Int, Sendable {
      /// Not known.
      case unspecified = 0
      /// On the back.
      case back = 1
      /// On the front.
      case front = 2
    }

    /// What kind of device it is.
    public struct DeviceType: RawRepresentable, Hashable, Sendable {
      /// The name.
      public let rawValue: String

      /// Creates a kind from its name.
      public init(rawValue: String) {
        self.rawValue = rawValue
      }

      /// An ordinary camera: the only kind here.
      public static let builtInWideAngleCamera = DeviceType(
        rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
      /// A pair of cameras; there is none here.
      public static let builtInDualCamera = DeviceType(
        rawValue: "AVCaptureDeviceTypeBuiltInDualCamera")
    }

    /// Whether an app may use the camera.
    public enum AuthorizationStatus: Int, Sendable {
      /// Not asked.
      case notDetermined = 0
      /// The system forbids it.
      case restricted = 1
      /// The user forbids it.
      case denied = 2
      /// Allowed.
      case authorized = 3
    }

    /// Finds the devices of this machine.
    public final class DiscoverySession: Sendable {
      /// What was found.
      public let devices: [AVCaptureDevice]

      /// Looks for devices; on Linux a camera has no position, so that any will do.
      public init(
        deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position
      ) {
        let isWanted = deviceTypes.contains(.builtInWideAngleCamera) && mediaType != .audio
        devices = isWanted ? AVCaptureDevice.all(position) : []
      }
    }

    /// The path of the camera or the video file.
    public let uniqueID: String

    /// A name to show.
    public var localizedName: String { URL(fileURLWithPath: uniqueID).lastPathComponent }

    /// Where the camera sits, as it was asked for.
    public let position: Position

    /// What kind of device it is.
    public let deviceType = DeviceType.builtInWideAngleCamera

    let isCamera: Bool

    /// A video file, whose frames are delivered one after another, none of them dropped.
    public init(contentsOfFile path: String, position: Position = .unspecified) {
      uniqueID = path
      self.position = position
      isCamera = false
    }

    private init(camera path: String, position: Position) {
      uniqueID = path
      self.position = position
      isCamera = true
    }

    private static func all(_ position: Position) -> [AVCaptureDevice] {
      if let path = ProcessInfo.processInfo.environment["VIEWFINDER_CAMERA"] {
        return [
          path.hasPrefix("/dev/")
            ? AVCaptureDevice(camera: path, position: position)
            : AVCaptureDevice(contentsOfFile: path, position: position)
        ]
      }
      return (0..<64).map { "/dev/video\($0)" }
        .filter { FileManager.default.fileExists(atPath: $0) }
        .map { AVCaptureDevice(camera: $0, position: position) }
    }

    /// The default device for a kind of media, if there is one.
    public static func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
      mediaType == .video ? all(.unspecified).first : nil
    }

    /// The default device of a kind, if there is one.
    public static func `default`(
      _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
    ) -> AVCaptureDevice? {
      DiscoverySession(deviceTypes: [deviceType], mediaType: mediaType, position: position)
        .devices.first
    }

    /// Whether an app may use the camera: always; the system says otherwise when it is opened.
    public static func authorizationStatus(for mediaType: AVMediaType) -> AuthorizationStatus {
      .authorized
    }

    /// Asks whether an app may use the camera, and calls back at once.
    public static func requestAccess(
      for mediaType: AVMediaType, completionHandler handler: @escaping (Bool) -> Void
    ) {
      handler(mediaType == .video)
    }

    func open() throws(ViewfinderError) -> VideoReader {
      isCamera ? try VideoReader(camera: uniqueID) : try VideoReader(path: uniqueID)
    }
  }
#endif
