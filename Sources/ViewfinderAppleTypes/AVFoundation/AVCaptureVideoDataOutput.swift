#if os(Linux)
  public import Dispatch
  internal import Foundation

  /// The way from an input to an output.
  public final class AVCaptureConnection: @unchecked Sendable {
    /// Whether frames go this way.
    public var isEnabled = true
    /// How frames are to be turned; kept, and not applied: frames come as the camera stores them.
    public var videoOrientation = AVCaptureVideoOrientation.landscapeRight
    /// Whether frames are to be mirrored; kept, and not applied.
    public var isVideoMirrored = false
    /// Whether frames can be turned on their way: no.
    public var isVideoOrientationSupported: Bool { false }
    /// Whether frames can be mirrored on their way: no.
    public var isVideoMirroringSupported: Bool { false }

    init() {}
  }

  /// How a video is turned.
  public enum AVCaptureVideoOrientation: Int, Sendable {
    /// Upright.
    case portrait = 1
    /// Upside down.
    case portraitUpsideDown = 2
    /// On its side, as most cameras store frames.
    case landscapeRight = 3
    /// On its other side.
    case landscapeLeft = 4
  }

  /// Where a session's frames go; make an ``AVCaptureVideoDataOutput``.
  open class AVCaptureOutput {
    /// The ways to this output.
    public internal(set) var connections: [AVCaptureConnection] = []

    init() {}

    /// The way that video comes, once the output is part of a session.
    public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
      mediaType == .video ? connections.first : nil
    }
  }

  /// Gets the frames of an output, on the queue that it was given with.
  public protocol AVCaptureVideoDataOutputSampleBufferDelegate: AnyObject {
    /// A frame has come.
    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
      from connection: AVCaptureConnection)

    /// A frame has been dropped, since the delegate was busy with the one before.
    func captureOutput(
      _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer,
      from connection: AVCaptureConnection)
  }

  extension AVCaptureVideoDataOutputSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer,
      from connection: AVCaptureConnection
    ) {}

    /// Does nothing.
    public func captureOutput(
      _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer,
      from connection: AVCaptureConnection
    ) {}
  }

  /// Hands the frames of a session to a delegate.
  public final class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {
    /// The pixel format that is wanted, under ``kCVPixelBufferPixelFormatTypeKey``: 32BGRA, which
    /// costs a conversion, or any other number for frames as they are decoded, without a copy.
    public var videoSettings: [String: Any] = [:]

    /// Whether a camera's frame is dropped while the delegate is busy; otherwise the camera waits.
    ///
    /// The frames of a file are never dropped.
    public var alwaysDiscardsLateVideoFrames = true

    /// The pixel formats that frames come in.
    public let availableVideoPixelFormatTypes: [OSType] = [
      kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
      kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_32BGRA,
    ]

    /// Who gets the frames.
    public private(set) weak var sampleBufferDelegate:
      (any AVCaptureVideoDataOutputSampleBufferDelegate)?

    /// Where the delegate is called.
    public private(set) var sampleBufferCallbackQueue: DispatchQueue?

    /// Creates an output without a delegate.
    public override init() {}

    /// Says who gets the frames, and on which queue, which must be serial.
    public func setSampleBufferDelegate(
      _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
      queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
      precondition(
        (sampleBufferDelegate == nil) == (sampleBufferCallbackQueue == nil),
        "A delegate needs a queue")
      self.sampleBufferDelegate = sampleBufferDelegate
      self.sampleBufferCallbackQueue = sampleBufferCallbackQueue
    }

    var wantsBGRA: Bool {
      let type = videoSettings[kCVPixelBufferPixelFormatTypeKey]
      return (type as? OSType) == kCVPixelFormatType_32BGRA
        || (type as? NSNumber)?.uint32Value == kCVPixelFormatType_32BGRA
        || (type as? Int) == Int(kCVPixelFormatType_32BGRA)
    }
  }
#endif
