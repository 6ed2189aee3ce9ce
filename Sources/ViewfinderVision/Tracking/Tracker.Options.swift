public import ViewfinderCore
package import ViewfinderVideo

extension Tracker {
  /// When a ``Tracker`` asks its detector.
  public enum Detection: Hashable, Sendable {
    /// Whenever the detector is free, for the frame that is newest then.
    ///
    /// No frame but the first waits for it. What comes out depends on how fast the machine is.
    case whenFree

    /// For every *n*th frame, while the frames between are tracked without it.
    ///
    /// Its detections are taken in *n* frames later, moved by the motion since, whether the machine
    /// is fast or slow: the same video always gives the same tracks. With 1, every frame waits for
    /// its own detections.
    case every(Int)
  }

  /// When a new object is reported.
  public enum Confirmation: Hashable, Sendable {
    /// In the frame in which it is first detected.
    case immediate

    /// When it is detected a second time.
    ///
    /// This leaves out most of what a detector imagines for a moment, at the price of a delay.
    case secondDetection

    /// ``immediate`` for a detector of one object, else ``secondDetection``.
    case automatic
  }

  /// How a ``Tracker`` uses the machine and what it reports.
  public struct Options: Hashable, Sendable {
    /// When the detector is asked.
    public var detection: Detection

    /// When a new object is reported.
    public var confirmation: Confirmation

    /// For how long an object that is no longer seen may come back to its track.
    public var memory: Duration

    /// The part of a frame where objects are looked for; `nil` for all of it.
    public var region: Box?

    /// Creates options; the defaults are those of ``live``.
    ///
    /// - Precondition: The detector is asked for every first frame or less often, and `memory` is not
    ///   negative.
    public init(
      detection: Detection = .whenFree, confirmation: Confirmation = .immediate,
      memory: Duration = .seconds(1.5), region: Box? = nil
    ) {
      self.detection = detection
      self.confirmation = confirmation
      self.memory = memory
      self.region = region
      check()
    }

    /// For frames as they come, such as a camera's: each is tracked at once, with the detections there
    /// are by then.
    ///
    /// This is the default of a ``Tracker``.
    public static let live = Options()

    /// For videos in files: the same tracks each time, whatever the machine.
    ///
    /// The detector is asked about three times a second. This is the default of
    /// ``VideoReader/tracked(by:options:)`` for files.
    ///
    /// - Parameter frameRate: The frames a second, if they are known.
    /// - Returns: The options.
    public static func file(frameRate: Double?) -> Options {
      Options(detection: .every(stride(frameRate: frameRate)), confirmation: .automatic)
    }

    /// What suits a video: ``live`` for a camera, else ``file(frameRate:)``.
    package static func suiting(_ video: VideoReader) -> Options {
      video.isCamera ? .live : .file(frameRate: video.header.frameRate)
    }

    /// The seconds from one detection to the next that a video of an ordinary rate gets.
    private static let detectionInterval = 0.3
    /// The frame rate that is assumed where a video does not tell.
    private static let usualFrameRate = 25.0
    /// The most frames between two detections, should a video overstate its rate.
    private static let longestStride = 30

    private static func stride(frameRate: Double?) -> Int {
      let rate = frameRate.flatMap { $0.isFinite && $0 > 0 ? $0 : nil } ?? usualFrameRate
      let frames = (min(rate, 1000) * detectionInterval).rounded()
      return min(max(1, Int(frames)), longestStride)
    }

    /// Traps when a number is out of range; properties may have changed since the initializer.
    func check() {
      if case .every(let count) = detection {
        precondition(count > 0, "A detector must be asked for every first frame or less often")
      }
      precondition(memory >= .zero, "A memory must not be negative")
    }

    func confirmsAtOnce(maxObjects: Int) -> Bool {
      switch confirmation {
      case .immediate: true
      case .secondDetection: false
      case .automatic: maxObjects == 1
      }
    }
  }
}
