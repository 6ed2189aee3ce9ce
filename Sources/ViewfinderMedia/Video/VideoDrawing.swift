internal import ViewfinderCore

/// What is drawn on a frame before it is encoded.
struct VideoDrawing {
  /// In pixels of the picture that is written.
  var annotations: [Annotation]
  var annotator: Annotator

  /// The same on a picture whose sides are so many times as long.
  func scaled(x: Double, y: Double) -> VideoDrawing {
    VideoDrawing(
      annotations: annotations.map { $0.scaled(x: x, y: y) }, annotator: annotator)
  }
}

extension Annotation {
  /// The same on such a picture.
  fileprivate func scaled(x: Double, y: Double) -> Annotation {
    var copy = self
    copy.frame = Rect(
      x: frame.x * x, y: frame.y * y, width: frame.width * x, height: frame.height * y)
    copy.trail = trail.map { Point(x: $0.x * x, y: $0.y * y) }
    return copy
  }
}
