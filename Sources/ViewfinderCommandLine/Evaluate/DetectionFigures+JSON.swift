internal import ViewfinderEvaluation

extension DetectionFigures {
  /// The figures as one JSON object; what cannot be measured is `null`.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("measured", name)
      json.member("pictures", pictureCount)
      json.member("leftOut", leftOutCount)
      json.member("objects", objectCount)
      json.member("results", resultCount)
      json.key("anyKind")
      json.object { Self.write(anyKind, to: &$0) }
      json.key("meanOfKinds")
      if let byKind { json.object { Self.write(byKind, to: &$0) } } else { json.null() }
      json.key("kinds")
      json.array(kinds) { json, kind in
        json.object { json in
          json.member("id", kind.category.id)
          json.member("name", kind.category.name)
          json.member("objects", kind.objectCount)
          Self.write(kind.summary, to: &json)
        }
      }
      json.key("ranked")
      json.object { Self.write(ranked, to: &$0) }
      json.key("atThreshold")
      if let shown { json.object { Self.write(shown, to: &$0) } } else { json.null() }
    }
    return json.text
  }

  private static func write(_ summary: DetectionSummary, to json: inout JSONWriter) {
    json.figure("AP", summary.averagePrecision)
    json.figure("AP50", summary.averagePrecision50)
    json.figure("AP75", summary.averagePrecision75)
    json.figure("APsmall", summary.averagePrecisionSmall)
    json.figure("APmedium", summary.averagePrecisionMedium)
    json.figure("APlarge", summary.averagePrecisionLarge)
    for recall in summary.averageRecall {
      json.figure("AR@\(recall.maximumDetections)", recall.value)
    }
  }

  private static func write(_ ranked: ProminenceEvaluation, to json: inout JSONWriter) {
    json.figure("single", ranked.singleObjectAccuracy)
    for count in [1, 5] { json.figure("prominent@\(count)", ranked.prominentRecall(at: count)) }
    for count in [1, 5] { json.figure("all@\(count)", ranked.objectRecall(at: count)) }
  }

  private static func write(_ shown: Shown, to json: inout JSONWriter) {
    json.member("threshold", shown.threshold)
    write(shown.ranked, to: &json)
    json.member("reported@1", shown.singleCount)
    json.member("reported@5", shown.multipleCount)
    json.member("picturesWithout", shown.emptyCount)
  }
}

extension JSONWriter {
  /// Writes a figure, or `null` when it could not be measured.
  mutating func figure(_ name: String, _ value: Double?) {
    key(name)
    if let value { self.value(value) } else { null() }
  }
}
