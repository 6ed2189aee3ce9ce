internal import ViewfinderCore

extension ViewfinderError {
  /// An error about bytes that are not a video, or one whose header cannot be read.
  static func notAVideo(_ start: [UInt8], detail: String) -> ViewfinderError {
    let guess = start.isEmpty ? "of an unknown kind" : ByteSignature(start.span).guess
    let reason = detail.isEmpty ? "" : " (\(detail))"
    let isVideo = guess.contains("video")
    return ViewfinderError(
      .invalidVideo,
      found: isVideo
        ? "the video cannot be opened\(reason)" : "the data is \(guess), no video\(reason)",
      expected: isVideo ? "a whole video file" : "a video such as MP4, MOV, AVI, MKV or WebM",
      remedy: detail.contains("moov atom not found")
        ? "Its index is missing: copy or download it again, and give MP4 as a file, not a pipe."
        : "Copy or download it again."
    )
  }

  /// The error after the last frame of a video that ends early.
  static func videoCutShort(frames: Int, detail: String) -> ViewfinderError {
    ViewfinderError(
      .invalidVideo,
      found: "the data ends before the video does; \(countText(frames)) read"
        + (detail.isEmpty ? "" : " (\(detail))"),
      expected: "a whole file",
      // What FFmpeg says when it cannot go back in a pipe to where the index points.
      remedy: frames == 0 && detail.contains("partial file")
        ? "Copy or download it again, and give MP4 as a file, not a pipe."
        : "Copy or download it again."
    )
  }

  /// The error after the last frame of a video with damage in it.
  static func videoDamaged(frames: Int, detail: String) -> ViewfinderError {
    ViewfinderError(
      .invalidVideo,
      found: "the video is damaged; \(countText(frames)) read"
        + (detail.isEmpty ? "" : " (\(detail))"),
      expected: "a sound file",
      remedy: "Copy or download it again."
    )
  }

  private static func countText(_ frames: Int) -> String {
    switch frames {
    case 0: "no frame could be"
    case 1: "1 frame could be"
    default: "\(frames) frames could be"
    }
  }
}
