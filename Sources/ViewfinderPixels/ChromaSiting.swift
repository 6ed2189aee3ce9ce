/// Where the chroma samples of a 4:2:0 or 4:2:2 image lie between the luma samples of a row.
///
/// Vertically those of 4:2:0 always lie half-way between two rows of luma, as in MPEG-1, MPEG-2,
/// H.264 and HEVC.
public enum ChromaSiting: String, Hashable, Sendable, CaseIterable, Codable {
  /// Above the left one of two luma samples: H.264, HEVC and camera frames unless they say else.
  case left
  /// Half-way between two luma samples: JPEG and MPEG-1.
  case center
}
