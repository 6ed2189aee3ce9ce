public import ViewfinderCore

/// A text file of camera motion: a 2 × 3 affine map for each frame of a video.
///
/// A line is `frame xx xy dx yx yy dy`, separated by blanks, tabs or commas, the first frame being
/// 0: the layout of the motion files of N. Aharon et al., "BoT-SORT". The frame's number may be
/// missing on all lines, which then are those of frames 0, 1, and so on. A point of the frame before
/// at (x, y) is at (xx·x + xy·y + dx, yx·x + yy·y + dy) in the line's frame, in pixels.
public struct CameraMotionFile: Hashable, Sendable {
  /// The most bytes of a file that are read: 64 MiB.
  public static let maximumByteCount = 1 << 26

  /// The motion to one frame.
  public struct Row: Hashable, Sendable {
    /// The frame of the video; the first is 0.
    public var frameIndex: Int
    /// The first row of the map: xx, xy, dx.
    public var x: SIMD3<Double>
    /// The second row of the map: yx, yy, dy.
    public var y: SIMD3<Double>

    /// Creates a row.
    public init(frameIndex: Int, x: SIMD3<Double>, y: SIMD3<Double>) {
      self.frameIndex = frameIndex
      self.x = x
      self.y = y
    }
  }

  /// The motions by frame.
  public let rows: [Int: Row]

  /// Reads a file.
  ///
  /// - Throws: `notFound`, `tooLarge`, or `invalidAnnotations` naming the line.
  public init(contentsOf path: String) throws(ViewfinderError) {
    try self.init(
      text: try WholeFile.streamed(path, limit: Self.maximumByteCount, for: .annotations),
      name: path)
  }

  /// Reads the bytes of a file; `name` stands for it in errors.
  ///
  /// - Throws: `tooLarge`, or `invalidAnnotations` naming the line that has neither 6 nor 7
  ///   numbers, another number of them than the first, a number that is not finite, or a frame that
  ///   is negative, not whole or there twice.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(text: [UInt8], name: String) throws(ViewfinderError) {
    var rows: [Int: Row] = [:]
    var columnCount: Int?
    try NumberLines.forEach(in: text, name: name, limit: Self.maximumByteCount) {
      (fields, place) throws(ViewfinderError) in
      guard fields.count == columnCount ?? fields.count, fields.count == 6 || fields.count == 7
      else {
        throw .annotations(
          place, "\(fields.count) numbers",
          expected: columnCount.map { "\($0)" } ?? "frame xx xy dx yx yy dy")
      }
      columnCount = fields.count
      var numbers: [Double] = []
      for (index, field) in fields.enumerated() {
        numbers.append(try TrackRow.number(field, place: "\(place), column \(index + 1)"))
      }
      let frame =
        fields.count == 7
        ? try TrackRow.whole(numbers.removeFirst(), place: "\(place), column 1") : rows.count
      let row = Row(
        frameIndex: frame, x: SIMD3(numbers[0], numbers[1], numbers[2]),
        y: SIMD3(numbers[3], numbers[4], numbers[5]))
      guard frame >= 0 else {
        throw .annotations(place, "the frame \(frame)", expected: "0 or more")
      }
      guard rows.updateValue(row, forKey: frame) == nil else {
        throw .annotations(place, "the frame \(frame) twice", expected: "each frame once")
      }
    }
    self.rows = rows
  }
}
