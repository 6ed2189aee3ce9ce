#if os(Linux)
  public import Foundation
  internal import Viewfinder
  internal import ViewfinderSystem

  extension Notification.Name {
    /// A session delivers frames.
    public static let AVCaptureSessionDidStartRunning =
      Notification.Name("AVCaptureSessionDidStartRunningNotification")
    /// A session has stopped: it was told to, or its file has ended.
    public static let AVCaptureSessionDidStopRunning =
      Notification.Name("AVCaptureSessionDidStopRunningNotification")
    /// A session has failed; `userInfo` has the error under ``AVCaptureSessionErrorKey``.
    public static let AVCaptureSessionRuntimeError =
      Notification.Name("AVCaptureSessionRuntimeErrorNotification")
  }

  /// The key of a session's error.
  public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"

  /// Delivers the frames of a camera or a file to a delegate, on a thread of its own.
  ///
  /// Set it up and start it from one thread at a time, as with AVFoundation.
  public final class AVCaptureSession: @unchecked Sendable {
    /// A size and quality; kept, and not applied.
    public struct Preset: RawRepresentable, Hashable, Sendable {
      /// The name.
      public let rawValue: String

      /// Creates a preset from its name.
      public init(rawValue: String) {
        self.rawValue = rawValue
      }

      /// High quality.
      public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
      /// Medium quality, which ML Kit's samples take.
      public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
      /// Low quality.
      public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
      /// Photos.
      public static let photo = Preset(rawValue: "AVCaptureSessionPresetPhoto")
      /// 640 × 480.
      public static let vga640x480 = Preset(rawValue: "AVCaptureSessionPreset640x480")
      /// 1280 × 720.
      public static let hd1280x720 = Preset(rawValue: "AVCaptureSessionPreset1280x720")
    }

    /// The inputs; frames come from the first.
    public private(set) var inputs: [AVCaptureInput] = []
    /// The outputs; frames go to the first.
    public private(set) var outputs: [AVCaptureOutput] = []
    /// The size and quality that are wanted; kept, and not applied.
    public var sessionPreset = Preset.high

    private let run = Monitor<CaptureRun?>(nil)

    /// Creates a session without inputs and outputs.
    public init() {}

    deinit {
      run.withLock { $0 }?.stop()
    }

    /// Begins a group of changes; each takes effect at once.
    public func beginConfiguration() {}

    /// Ends a group of changes.
    public func commitConfiguration() {}

    /// Whether a preset can be set: always.
    public func canSetSessionPreset(_ preset: Preset) -> Bool { true }

    /// Whether an input can be added: one.
    public func canAddInput(_ input: AVCaptureInput) -> Bool { inputs.isEmpty }

    /// Adds an input.
    public func addInput(_ input: AVCaptureInput) {
      precondition(canAddInput(input), "A session has one input here: ask canAddInput(_:) first")
      inputs.append(input)
      connect()
    }

    /// Removes an input.
    public func removeInput(_ input: AVCaptureInput) {
      inputs.removeAll { $0 === input }
      connect()
    }

    /// Whether an output can be added: one.
    public func canAddOutput(_ output: AVCaptureOutput) -> Bool { outputs.isEmpty }

    /// Adds an output.
    public func addOutput(_ output: AVCaptureOutput) {
      precondition(
        canAddOutput(output), "A session has one output here: ask canAddOutput(_:) first")
      outputs.append(output)
      connect()
    }

    /// Removes an output.
    public func removeOutput(_ output: AVCaptureOutput) {
      output.connections = []
      outputs.removeAll { $0 === output }
    }

    private func connect() {
      for output in outputs {
        if inputs.isEmpty { output.connections = [] }
        if output.connections.isEmpty && !inputs.isEmpty {
          output.connections = [AVCaptureConnection()]
        }
      }
    }

    /// Whether frames are being delivered.
    public var isRunning: Bool { run.withLock { $0 }?.isRunning ?? false }

    /// Starts to deliver frames; does nothing when they are being delivered.
    ///
    /// A file goes on where it was stopped. It is reported when it ends:
    /// `AVCaptureSessionDidStopRunning`.
    public func startRunning() {
      guard !isRunning, let input = inputs.first as? AVCaptureDeviceInput,
        let output = outputs.first as? AVCaptureVideoDataOutput,
        let connection = output.connections.first
      else { return }
      let next = CaptureRun(self, input, output, connection)
      run.change { $0 = next }
      next.start()
    }

    /// Stops, and returns when no more frames come.
    ///
    /// Called from the delegate itself, it lets that frame be the last.
    public func stopRunning() {
      run.withLock { $0 }?.stop()
    }
  }
#endif
