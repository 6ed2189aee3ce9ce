#if os(Linux)
  internal import ViewfinderAppleTypes
#else
  internal import CoreMedia
#endif

extension CMSampleBuffer {
  /// When the frame is to be shown, if the buffer says so.
  var presentationTime: Duration? {
    let seconds = CMSampleBufferGetPresentationTimeStamp(self).seconds
    return seconds.isFinite && abs(seconds) < 1e12 ? .seconds(seconds) : nil
  }
}
