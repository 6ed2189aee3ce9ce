internal import ViewfinderCore

/// The text of one annotation, laid out in a chip.
struct Chip {
  /// A part of the text and the column where it starts.
  private struct Part {
    let text: TextMask
    let x: Int
  }

  let width: Int
  private let parts: [Part]

  /// Lays out the text of an annotation in at most `limit` pixels; nothing comes of it when there
  /// is no text, or no room for any.
  ///
  /// Where there is little room, the label is cut first, then the ID goes, then the label, then all.
  init?(
    _ annotation: BoxAnnotation,
    limit: Int,
    metrics: AnnotationMetrics,
    cache: TextCache
  ) throws(ViewfinderError) {
    func mask(
      _ text: String,
      _ weight: TextRenderer.Weight,
      _ limit: Int? = nil
    ) throws(ViewfinderError) -> TextMask {
      try cache.mask(
        for: TextCache.Key(text: text, weight: weight, size: metrics.type, limit: limit))
    }
    let room = limit - 2 * metrics.padding
    let label = LabelText.cleaned(annotation.text)
    var id = try annotation.trackingID.map { value throws(ViewfinderError) in
      try mask("#\(value)", .regular)
    }
    var number = try Chip.percentage(annotation.confidence).map { text throws(ViewfinderError) in
      try mask(text, .regular)
    }
    func taken() -> Int {
      [id, number].reduce(0) { $0 + ($1.map { $0.advance + metrics.gap } ?? 0) }
    }
    if let only = number, only.advance > room { number = nil }
    if id != nil, taken() - metrics.gap > room { id = nil }
    var text = label.isEmpty ? nil : try mask(label, .bold)
    if let whole = text, whole.advance + taken() > room {
      // Room for about two letters and the ellipsis.
      let least = metrics.type * 5 / 2
      if room - taken() < least { id = nil }
      text =
        room - taken() < least ? nil : try mask(label, .bold, Chip.rounded(room - taken()))
    }
    var parts: [Part] = []
    var x = metrics.padding
    for part in [id, text, number] {
      guard let part else { continue }
      if !parts.isEmpty { x += metrics.gap }
      parts.append(Part(text: part, x: x))
      x += part.advance
    }
    guard !parts.isEmpty else { return nil }
    self.parts = parts
    width = (x + metrics.padding + metrics.grid - 1) / metrics.grid * metrics.grid
  }

  /// A limit of the cache's keys, which would else differ with every size of a box.
  private static func rounded(_ limit: Int) -> Int { limit / 4 * 4 }

  private static func percentage(_ confidence: Float?) -> String? {
    guard let confidence, confidence.isFinite else { return nil }
    return "\(Int((min(max(confidence, 0), 1) * 100).rounded()))%"
  }

  /// The sprites of the text in a chip at a place, cut at the chip's edges.
  func sprites(in area: PixelRect, metrics: AnnotationMetrics, color: PaintColor) -> [Sprite] {
    // Capitals and figures, which are 0.73 em high, stand in the middle.
    let baseline = area.y + (area.height * 100 + metrics.type * 73 + 100) / 200
    return parts.compactMap { part in
      let whole = PixelRect(
        x: area.x + part.x + part.text.left,
        y: baseline + part.text.top,
        width: part.text.mask.width,
        height: part.text.mask.height
      )
      let seen = whole.intersection(area)
      guard seen.area > 0 else { return nil }
      return Sprite(
        area: seen,
        color: color,
        opacity: 255,
        mask: part.text.mask,
        maskX: seen.x - whole.x,
        maskY: seen.y - whole.y
      )
    }
  }
}
