package import Viewfinder

/// The objects of a picture.
package struct DetectAnswer: PhotoAnswer {
  package let width: Int
  package let height: Int
  /// The most prominent objects first.
  package let objects: [PhotoObject]
  package var timings: PhotoTimings
  /// The number of the image in a COCO file, if it was asked for.
  package var imageID: Int?
  /// The path of the copy with drawings, if one was made.
  package var drawing: String?

  package init(
    width: Int, height: Int, objects: [PhotoObject], timings: PhotoTimings, imageID: Int? = nil
  ) {
    self.width = width
    self.height = height
    self.objects = objects
    self.timings = timings
    self.imageID = imageID
  }

  package func write(to json: inout JSONWriter) {
    json.key("objects")
    json.array(objects) { $1.write(to: &$0) }
    json.member("annotated", drawing)
  }

  package func lines(_ style: Style) -> [String] {
    var lines = objects.isEmpty ? ["  " + style.faint("no objects")] : []
    let sizes = objects.map { object in
      "\(Int(object.box.width.rounded())) x \(Int(object.box.height.rounded()))"
    }
    let places = objects.map { object in
      "at \(Int(object.box.x.rounded())),\(Int(object.box.y.rounded()))"
    }
    let sizeWidth = sizes.map(\.count).max() ?? 0
    let placeWidth = places.map(\.count).max() ?? 0
    for (object, (size, place)) in zip(objects, zip(sizes, places)) {
      let confidence = TextLayout.rightAligned(
        TextLayout.fixed(Double(object.confidence), decimals: 4), to: 8)
      let size = TextLayout.rightAligned(size, to: sizeWidth)
      let labels = object.labels.map { label in
        let share = TextLayout.fixed(Double(label.confidence), decimals: 4)
        return "\(TextLayout.printable(label.shownText)) \(style.faint(share))"
      }
      let names = labels.joined(separator: ", ")
      let line = "\(confidence)  \(size) "
      lines.append(
        names.isEmpty
          ? line + style.faint(place)
          : line + style.faint(TextLayout.padded(place, to: placeWidth)) + "  " + names)
    }
    if let drawing { lines.append("  " + style.faint("drawn in " + TextLayout.printable(drawing))) }
    return lines
  }
}

/// An object in a picture or in a frame of a video.
package struct PhotoObject: Sendable {
  /// Where it is in the whole upright picture, in hundredths of pixels.
  package let box: Box
  package let confidence: Float
  /// The best labels first.
  package let labels: [PhotoLabel]
  /// The number of its track; only videos have tracks.
  package let trackingID: Int?

  package init(box: Box, confidence: Float, labels: [PhotoLabel], trackingID: Int? = nil) {
    self.box = box.roundedToHundredths
    self.confidence = confidence
    self.labels = labels
    self.trackingID = trackingID
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("frame")
      json.object { json in
        json.member("x", box.x)
        json.member("y", box.y)
        json.member("width", box.width)
        json.member("height", box.height)
      }
      json.member("confidence", confidence)
      json.key("trackingID")
      if let trackingID { json.value(trackingID) } else { json.null() }
      json.key("labels")
      json.array(labels) { $1.write(to: &$0) }
    }
  }
}

extension Box {
  /// The rectangle with edges on hundredths of pixels, finer than which no detector sees.
  var roundedToHundredths: Box {
    func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    let (left, top) = (rounded(x), rounded(y))
    return Box(
      x: left, y: top, width: rounded(rounded(maxX) - left),
      height: rounded(rounded(maxY) - top))
  }
}
