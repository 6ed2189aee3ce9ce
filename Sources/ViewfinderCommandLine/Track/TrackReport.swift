internal import Viewfinder
internal import ViewfinderEvaluation

/// Writes what was found in one video.
struct TrackReport {
  private let source: String
  private let format: TrackOptions.Format
  private let showsTimings: Bool
  private let style: Style
  private var summary = TrackSummary()

  init(source: String, format: TrackOptions.Format, showsTimings: Bool, style: Style) {
    self.source = source
    self.format = format
    self.showsTimings = showsTimings
    self.style = style
  }

  /// The text for a frame, which is empty for a table.
  mutating func text(for record: TrackRecord) -> String {
    switch format {
    case .table:
      summary.add(record)
      return ""
    case .json: return json(record) + "\n"
    case .mot: return mot(record)
    }
  }

  /// The text behind the last frame.
  ///
  /// - Parameters:
  ///   - error: Why frames are missing, if any are.
  ///   - detectionCount: How often the detector was asked.
  ///   - drawing: The path of the copy, if there is one.
  /// - Returns: The text, which may be empty.
  func closing(error: ViewfinderError?, detectionCount: Int, drawing: String?) -> String {
    switch format {
    case .mot: return ""
    case .json:
      guard let error else { return "" }
      return json(error) + "\n"
    case .table:
      if summary.isEmpty { return "" }
      var lines = summary.lines(source: source, style)
      if showsTimings {
        lines.append("  " + style.faint(summary.timingsLine(detectionCount: detectionCount)))
      }
      if let drawing {
        lines.append("  " + style.faint("drawn in " + TextLayout.printable(drawing)))
      }
      return lines.joined(separator: "\n") + "\n"
    }
  }

  private func json(_ record: TrackRecord) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("source", source)
      json.member("frame", record.index)
      json.member("time", record.time)
      json.member("width", record.width)
      json.member("height", record.height)
      json.key("objects")
      json.array(record.objects) { $1.write(to: &$0) }
      if showsTimings { record.timings.write(to: &json) }
    }
    return json.text
  }

  private func json(_ error: ViewfinderError) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("source", source)
      json.member(
        error: error, message: error.subject == source ? error.message : error.description)
    }
    return json.text
  }

  /// MOTChallenge counts frames and tracks from 1.
  private func mot(_ record: TrackRecord) -> String {
    TrackFile(
      record.objects.map { object in
        TrackRow(
          frameNumber: record.index + 1, trackID: (object.trackingID ?? -2) + 1,
          box: object.box, score: (Double(object.confidence) * 10_000).rounded() / 10_000)
      }
    ).text
  }
}
