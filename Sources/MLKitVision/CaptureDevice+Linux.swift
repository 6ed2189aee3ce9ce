#if !canImport(AVFoundation)
  /// The part of AVFoundation's `AVCaptureDevice` that ML Kit code names.
  public enum AVCaptureDevice {
    /// Where a camera sits.
    public enum Position: Int, Sendable {
      /// Not known.
      case unspecified = 0
      /// On the back.
      case back = 1
      /// On the front.
      case front = 2
    }
  }
#endif
