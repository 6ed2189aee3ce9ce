public import ViewfinderCore
internal import ViewfinderSystem

/// What a MOTChallenge `seqinfo.ini` says about a video.
public struct TrackSequenceInfo: Hashable, Sendable {
  /// The name of the sequence.
  public var name: String?
  /// The number of frames.
  public var frameCount: Int
  /// The frames a second, if the file tells.
  public var frameRate: Double?
  /// The width of a frame in pixels, if the file tells.
  public var width: Int?
  /// The height of a frame in pixels, if the file tells.
  public var height: Int?

  /// Reads a file of `key=value` lines; `seqLength` must be among them.
  ///
  /// - Throws: `notFound`, `tooLarge` past 1 MiB, or `invalidAnnotations` naming the key.
  public init(contentsOf path: String) throws(ViewfinderError) {
    try self.init(text: try WholeFile.streamed(path, limit: 1 << 20, for: .annotations), name: path)
  }

  /// Reads the bytes of such a file; `name` stands for it in errors.
  ///
  /// - Throws: `invalidAnnotations` naming the key.
  public init(text: [UInt8], name file: String) throws(ViewfinderError) {
    var values: [String: String] = [:]
    for line in String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let key = parts[0].trimmingBlanks.lowercased()
      values[key] = String(parts[1].trimmingBlanks)
    }
    func number(_ key: String) throws(ViewfinderError) -> Int? {
      guard let text = values[key.lowercased()] else { return nil }
      guard let value = Int(text), value > 0 else {
        throw .annotations("\(file): \(key)", "'\(text)'", expected: "a positive whole number")
      }
      return value
    }
    guard let frameCount = try number("seqLength") else {
      throw .annotations(file, "no seqLength", expected: "the number of frames")
    }
    if let text = values["framerate"] {
      guard let rate = Double(text), rate > 0, rate.isFinite else {
        throw .annotations("\(file): frameRate", "'\(text)'", expected: "a positive number")
      }
      frameRate = rate
    }
    name = values["name"]
    self.frameCount = frameCount
    width = try number("imWidth")
    height = try number("imHeight")
  }
}
