import Testing
import ViewfinderCore
import ViewfinderEvaluation

private struct Golden: Decodable {
  struct Figures: Decodable {
    let values: [String: Double]
    let hotaByThreshold: [Double]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      var values: [String: Double] = [:]
      var hota: [Double] = []
      for key in container.allKeys {
        if key.stringValue == "HOTA by threshold" {
          hota = try container.decode([Double].self, forKey: key)
        } else {
          values[key.stringValue] = try container.decode(Double.self, forKey: key)
        }
      }
      self.values = values
      hotaByThreshold = hota
    }

    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
  }

  let frameCounts: [String: Int]
  let rules: [String: [String: Figures]]
}

@Suite("Tracking figures equal TrackEval")
struct TrackingGoldenTests {
  private static func figures(_ scores: TrackingScores) -> [String: Double] {
    [
      "HOTA": scores.hota.hota, "DetA": scores.hota.detectionAccuracy,
      "AssA": scores.hota.associationAccuracy, "DetRe": scores.hota.detectionRecall,
      "DetPr": scores.hota.detectionPrecision, "AssRe": scores.hota.associationRecall,
      "AssPr": scores.hota.associationPrecision, "LocA": scores.hota.localizationAccuracy,
      "MOTA": scores.clear.mota, "MOTP": scores.clear.motp, "CLR_Re": scores.clear.recall,
      "CLR_Pr": scores.clear.precision, "CLR_TP": Double(scores.clear.truePositives),
      "CLR_FN": Double(scores.clear.falseNegatives),
      "CLR_FP": Double(scores.clear.falsePositives),
      "IDSW": Double(scores.clear.identitySwitches), "Frag": Double(scores.clear.fragmentations),
      "MT": Double(scores.clear.mostlyTracked), "PT": Double(scores.clear.partlyTracked),
      "ML": Double(scores.clear.mostlyLost), "IDF1": scores.identity.idf1,
      "IDP": scores.identity.idp, "IDR": scores.identity.idr,
      "IDTP": Double(scores.identity.truePositives),
      "IDFN": Double(scores.identity.falseNegatives),
      "IDFP": Double(scores.identity.falsePositives),
    ]
  }

  private static func expect(_ scores: TrackingScores, _ golden: Golden.Figures, _ name: String) {
    let found = figures(scores)
    #expect(Set(found.keys) == Set(golden.values.keys))
    for (key, value) in golden.values {
      #expect(agree(found[key], value), "\(key) of \(name)")
    }
    #expect(golden.hotaByThreshold.count == HOTAScores.thresholds.count)
    for (point, value) in zip(scores.hota.points, golden.hotaByThreshold) {
      #expect(agree(point.hota, value), "HOTA at \(point.threshold) of \(name)")
    }
  }

  @Test(
    "sequence by sequence and over all",
    arguments: [
      ("MOT15", TrackingRules.mot15), ("MOT17", .mot17), ("MOT20", .mot20),
    ])
  func golden(benchmark: String, rules: TrackingRules) throws {
    let golden = try Fixture.decode(Golden.self, "Tracking/golden.json")
    let expected = try #require(golden.rules[benchmark])
    var sequences: [TrackingSequence] = []
    for (name, frameCount) in golden.frameCounts {
      sequences.append(
        try TrackingSequence(
          name: name, frameCount: frameCount,
          truth: try TrackFile(contentsOf: Fixture.path("Tracking/\(name).truth.txt")).rows,
          tracks: try TrackFile(contentsOf: Fixture.path("Tracking/tracks/\(name).txt")).rows))
    }
    let evaluation = try TrackingEvaluation(sequences, rules: rules)
    #expect(evaluation.sequences.map(\.name) == sequences.map(\.name))
    for sequence in evaluation.sequences {
      Self.expect(sequence.scores, try #require(expected[sequence.name]), sequence.name)
    }
    Self.expect(evaluation.combined, try #require(expected["combined"]), "all")
  }
}
