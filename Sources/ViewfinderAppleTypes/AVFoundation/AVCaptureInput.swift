#if os(Linux)
  internal import Viewfinder

  /// Where a session's frames come from; make an ``AVCaptureDeviceInput``.
  open class AVCaptureInput {
    init() {}
  }

  /// A device as the input of a session.
  public final class AVCaptureDeviceInput: AVCaptureInput {
    /// The device.
    public let device: AVCaptureDevice

    let video: VideoReader

    /// Opens a device.
    ///
    /// - Throws: `ViewfinderError` when it cannot be opened, such as `notFound`.
    public init(device: AVCaptureDevice) throws {
      self.device = device
      video = try device.open()
    }
  }
#endif
