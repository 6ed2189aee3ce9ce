internal import Viewfinder

/// What is reported about a video and its tracks at the end.
struct TrackSummary {
  private struct Track {
    let first: Double
    var last: Double
    var frameCount = 0
    var sum = SIMD4<Double>()
    /// In how many frames each label was the best one.
    var labels: [String: Int] = [:]
  }

  private var size = (width: 0, height: 0)
  private var lastTime = 0.0
  private var frameCount = 0
  private var timings = TrackTimings()
  private var tracks: [Int: Track] = [:]

  var isEmpty: Bool { frameCount == 0 }

  mutating func add(_ record: TrackRecord) {
    size = (record.width, record.height)
    lastTime = record.time
    frameCount += 1
    timings += record.timings
    for object in record.objects {
      guard let id = object.trackingID else { continue }
      var track = tracks.removeValue(forKey: id) ?? Track(first: record.time, last: record.time)
      track.last = record.time
      track.frameCount += 1
      let frame = object.box
      track.sum += SIMD4(frame.x, frame.y, frame.width, frame.height)
      if let label = object.labels.first { track.labels[label.shownText, default: 0] += 1 }
      tracks[id] = track
    }
  }

  /// A heading and a line for each track: its number, the seconds in which it was seen first and
  /// last, its mean box and its most frequent label.
  func lines(source: String, _ style: Style) -> [String] {
    let frames = "\(frameCount) frame\(frameCount == 1 ? "" : "s")"
    let facts =
      "\(size.width) x \(size.height)  \(frames)  \(TextLayout.fixed(lastTime, decimals: 2)) s"
    var lines = [style.strong(TextLayout.printable(source)) + "  " + style.faint(facts)]
    if tracks.isEmpty { return lines + ["  " + style.faint("no objects")] }
    let heading = ["id", "first", "last", "frames", "mean box", "", "label"]
    let rows = [heading] + tracks.sorted { $0.key < $1.key }.map(row)
    let widths = heading.indices.map { column in
      rows.map { TextLayout.columns(of: $0[column]) }.max() ?? 0
    }
    for (number, row) in rows.enumerated() {
      // Figures end below one another, words begin so.
      let cells = row.indices.map { column in
        column < 5
          ? TextLayout.rightAligned(row[column], to: widths[column])
          : TextLayout.padded(row[column], to: widths[column])
      }
      let text = ("  " + cells.joined(separator: "  ")).trimmingTrailingSpaces
      lines.append(number == 0 ? style.faint(text) : text)
    }
    return lines
  }

  private func row(_ id: Int, _ track: Track) -> [String] {
    let mean = track.sum / Double(track.frameCount)
    func whole(_ index: Int) -> Int { Int(mean[index].rounded()) }
    let label = track.labels.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    return [
      "\(id)", TextLayout.fixed(track.first, decimals: 2),
      TextLayout.fixed(track.last, decimals: 2), "\(track.frameCount)",
      "\(whole(2)) x \(whole(3))", "at \(whole(0)),\(whole(1))", TextLayout.printable(label),
    ]
  }

  func timingsLine(detectionCount: Int) -> String {
    timings.line(frameCount: frameCount) + ", \(detectionCount) detections"
  }
}
