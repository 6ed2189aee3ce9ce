#if os(Linux)
  internal import Dispatch
  internal import Foundation
  internal import Viewfinder
  internal import ViewfinderSystem

  /// One run of a session, from its start to its stop.
  final class CaptureRun: @unchecked Sendable {
    private struct State: Sendable {
      var isRunning = true
      var wantsStop = false
      /// Whether the delegate has a frame.
      var isBusy = false
    }

    private weak var session: AVCaptureSession?
    private let input: AVCaptureDeviceInput
    private let output: AVCaptureVideoDataOutput
    private let connection: AVCaptureConnection
    private let state = Monitor(State())
    /// Marks the delegate's queue while it is in a frame of this run.
    private static let delivering = DispatchSpecificKey<ObjectIdentifier>()

    init(
      _ session: AVCaptureSession, _ input: AVCaptureDeviceInput,
      _ output: AVCaptureVideoDataOutput, _ connection: AVCaptureConnection
    ) {
      self.session = session
      self.input = input
      self.output = output
      self.connection = connection
    }

    var isRunning: Bool { state.withLock(\.isRunning) }

    func start() {
      post(.AVCaptureSessionDidStartRunning)
      SystemThread.detach { self.deliver() }
    }

    /// Stops, and waits for the end unless the delegate itself asks for it.
    func stop() {
      state.change { $0.wantsStop = true }
      let queue = output.sampleBufferCallbackQueue
      if queue?.getSpecific(key: Self.delivering) == ObjectIdentifier(self),
        DispatchQueue.getSpecific(key: Self.delivering) == ObjectIdentifier(self)
      {
        return
      }
      state.wait(until: { !$0.isRunning })
    }

    private func deliver() {
      var failure: ViewfinderError?
      do throws(ViewfinderError) {
        while !state.withLock(\.wantsStop), let frame = try input.video.next() {
          try deliver(frame)
        }
        // A delegate that is busy with the last frame is not left behind.
        state.wait(until: { !$0.isBusy })
      } catch {
        failure = error
      }
      state.change { $0.isRunning = false }
      if let failure {
        post(.AVCaptureSessionRuntimeError, [AVCaptureSessionErrorKey: failure])
      }
      post(.AVCaptureSessionDidStopRunning)
    }

    private func deliver(_ frame: InputImage) throws(ViewfinderError) {
      guard let queue = output.sampleBufferCallbackQueue, connection.isEnabled else { return }
      let pixels = output.wantsBGRA ? try frame.pixels.convertedToBGRA() : frame.pixels
      let sample = CMSampleBuffer(pixels, at: frame.time ?? .zero)
      let drops = input.device.isCamera && output.alwaysDiscardsLateVideoFrames
      let isTaken = state.change { state in
        if drops && state.isBusy { return false }
        state.isBusy = true
        return true
      }
      let (output, connection) = (output, connection)
      guard isTaken else {
        queue.async {
          output.sampleBufferDelegate?.captureOutput(output, didDrop: sample, from: connection)
        }
        return
      }
      queue.async { [self] in
        queue.setSpecific(key: Self.delivering, value: ObjectIdentifier(self))
        output.sampleBufferDelegate?.captureOutput(output, didOutput: sample, from: connection)
        queue.setSpecific(key: Self.delivering, value: nil)
        state.change { $0.isBusy = false }
      }
      if !drops { state.wait(until: { !$0.isBusy }) }
    }

    private func post(_ name: Notification.Name, _ userInfo: [String: Any]? = nil) {
      guard let session else { return }
      NotificationCenter.default.post(name: name, object: session, userInfo: userInfo)
    }
  }

  extension PixelBuffer {
    /// A copy as 8-bit blue, green, red and alpha, not turned.
    fileprivate func convertedToBGRA() throws(ViewfinderError) -> PixelBuffer {
      if format == .bgra { return self }
      var sampler = Sampler(width: width, height: height)
      var colors = [UInt8](repeating: 0, count: width * height * 3)
      var target = colors.mutableSpan
      try sampler.sample(self, into: &target)
      var bytes = [UInt8](repeating: 255, count: width * height * 4)
      for pixel in 0..<width * height {
        bytes[pixel * 4] = colors[pixel * 3 + 2]
        bytes[pixel * 4 + 1] = colors[pixel * 3 + 1]
        bytes[pixel * 4 + 2] = colors[pixel * 3]
      }
      return try PixelBuffer(width: width, height: height, format: .bgra, bytes: bytes)
    }
  }
#endif
