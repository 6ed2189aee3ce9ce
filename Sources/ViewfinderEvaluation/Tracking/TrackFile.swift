public import ViewfinderCore

/// A MOTChallenge text file: `frame,id,x,y,w,h,score,category,visibility`, a line for each box.
///
/// The format is described at <https://motchallenge.net/instructions/>. The same layout serves
/// ground truth, tracks and detections. Columns after the sixth may be missing, further ones are
/// skipped, and blanks may stand for commas.
public struct TrackFile: Hashable, Sendable {
  /// The most bytes of a file that are read: 512 MiB.
  public static let maximumByteCount = 1 << 29
  /// The most rows of a file: 5 million.
  public static let maximumRowCount = 5_000_000

  /// The rows in the order of the file.
  public let rows: [TrackRow]

  /// Keeps rows to be written.
  public init(_ rows: [TrackRow]) {
    self.rows = rows
  }

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
  /// - Throws: `tooLarge`, or `invalidAnnotations` naming the line.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(text: [UInt8], name: String) throws(ViewfinderError) {
    var rows: [TrackRow] = []
    try NumberLines.forEach(in: text, name: name, limit: Self.maximumByteCount) {
      (fields, place) throws(ViewfinderError) in
      guard rows.count < Self.maximumRowCount else {
        throw ViewfinderError(
          .tooLarge, subject: name, found: "more than \(Self.maximumRowCount) rows")
      }
      rows.append(try TrackRow(fields: fields, place: place))
    }
    self.rows = rows
  }

  /// The file's text; every number reads back as the same.
  ///
  /// - Complexity: O(*n*).
  public var text: String {
    var text = ""
    for row in rows {
      let box = [row.box.x, row.box.y, row.box.width, row.box.height].map(Self.words)
        .joined(separator: ",")
      text += "\(row.frameNumber),\(row.trackID),\(box),\(Self.words(row.score)),"
      text += "\(row.categoryID),\(Self.words(row.visibility))\n"
    }
    return text
  }

  /// Whole numbers without a fraction, as such files have them.
  private static func words(_ value: Double) -> String {
    if let whole = Int32(exactly: value), !(value.isZero && value.sign == .minus) {
      return "\(whole)"
    }
    return "\(value)"
  }
}

extension TrackRow {
  fileprivate init(
    fields: [ArraySlice<UInt8>], place: @autoclosure () -> String
  ) throws(ViewfinderError) {
    guard fields.count >= 6 else {
      throw .annotations(
        place(), "\(fields.count) numbers", expected: "at least frame,id,x,y,width,height")
    }
    var numbers = [0, 0, 0, 0, 0, 0, 1, -1, -1.0]
    for index in 0..<min(fields.count, numbers.count) {
      numbers[index] = try Self.number(fields[index], place: "\(place()), column \(index + 1)")
    }
    self.init(
      frameNumber: try Self.whole(numbers[0], place: "\(place()), column 1"),
      trackID: try Self.whole(numbers[1], place: "\(place()), column 2"),
      box: Box(x: numbers[2], y: numbers[3], width: numbers[4], height: numbers[5]),
      score: numbers[6], categoryID: try Self.whole(numbers[7], place: "\(place()), column 8"),
      visibility: numbers[8])
  }

  static func number(
    _ field: ArraySlice<UInt8>, place: @autoclosure () -> String
  ) throws(ViewfinderError) -> Double {
    if let value = shortDecimal(field) { return value }
    let text = String(decoding: field.prefix(40), as: UTF8.self)
    // `Double` would take "nan", "inf" and hexadecimal numbers too.
    let isPlain = field.allSatisfy {
      switch $0 {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isPlain, field.count <= 40, let value = Double(text), value.isFinite else {
      throw .annotations(place(), "'\(text)'", expected: "a finite number")
    }
    return value
  }

  /// The number when it has at most 15 digits and no exponent, as nearly all have; ten times as
  /// fast as `Double`'s own reading, which takes most of the time for a file otherwise.
  ///
  /// Exact: the digits and the power of ten are both whole numbers that `Double` holds.
  private static func shortDecimal(_ field: ArraySlice<UInt8>) -> Double? {
    var digits = 0
    var digitCount = 0
    var scale = 1.0
    var hasPoint = false
    let isNegative = field.first == UInt8(ascii: "-")
    for byte in isNegative ? field.dropFirst() : field {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits = digits * 10 + Int(byte - UInt8(ascii: "0"))
        digitCount += 1
        if hasPoint { scale *= 10 }
        if digitCount > 15 { return nil }
      case UInt8(ascii: ".") where !hasPoint: hasPoint = true
      default: return nil
      }
    }
    guard digitCount > 0 else { return nil }
    let value = Double(digits) / scale
    return isNegative ? -value : value
  }

  static func whole(
    _ value: Double, place: @autoclosure () -> String
  ) throws(ViewfinderError) -> Int {
    guard let whole = Int(exactly: value), abs(value) <= 0x1p53 else {
      throw .annotations(place(), "\(value)", expected: "a whole number of at most 16 digits")
    }
    return whole
  }
}
