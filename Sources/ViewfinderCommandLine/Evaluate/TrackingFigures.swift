internal import ViewfinderEvaluation

/// The figures of a tracker, for each sequence and over all.
struct TrackingFigures {
  private var sequences: [(name: String, scores: TrackingScores)] = []

  /// Adds a sequence.
  mutating func add(_ name: String, _ scores: TrackingScores) {
    sequences.append((name, scores))
  }

  private var combined: TrackingScores { TrackingScores(combining: sequences.map(\.scores)) }

  /// The figures for people; those over all come last.
  func text(_ style: Style) -> String {
    var table = FigureTable(
      columns: ["HOTA", "DetA", "AssA", "IDF1", "MOTA", "IDSW", "FP", "FN"])
    for (name, scores) in sequences { table.add(name, Self.cells(scores)) }
    if sequences.count > 1 { table.add("all", Self.cells(combined)) }
    return table.lines(style).joined(separator: "\n") + "\n"
  }

  private static func cells(_ scores: TrackingScores) -> [String] {
    let shares = [
      scores.hota.hota, scores.hota.detectionAccuracy, scores.hota.associationAccuracy,
      scores.identity.idf1, scores.clear.mota,
    ]
    let counts = [
      scores.clear.identitySwitches, scores.clear.falsePositives, scores.clear.falseNegatives,
    ]
    return shares.map(FigureTable.share) + counts.map(String.init)
  }

  /// The figures as one JSON object.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.key("sequences")
      json.array(sequences) { json, sequence in
        json.object { json in
          json.member("name", sequence.name)
          Self.write(sequence.scores, to: &json)
        }
      }
      json.key("combined")
      json.object { Self.write(combined, to: &$0) }
    }
    return json.text
  }

  private static func write(_ scores: TrackingScores, to json: inout JSONWriter) {
    json.member("HOTA", scores.hota.hota)
    json.member("DetA", scores.hota.detectionAccuracy)
    json.member("AssA", scores.hota.associationAccuracy)
    json.member("LocA", scores.hota.localizationAccuracy)
    json.member("IDF1", scores.identity.idf1)
    json.member("IDP", scores.identity.idp)
    json.member("IDR", scores.identity.idr)
    json.member("MOTA", scores.clear.mota)
    json.member("MOTP", scores.clear.motp)
    json.member("TP", scores.clear.truePositives)
    json.member("FP", scores.clear.falsePositives)
    json.member("FN", scores.clear.falseNegatives)
    json.member("IDSW", scores.clear.identitySwitches)
    json.member("Frag", scores.clear.fragmentations)
    json.member("MT", scores.clear.mostlyTracked)
    json.member("PT", scores.clear.partlyTracked)
    json.member("ML", scores.clear.mostlyLost)
  }
}
