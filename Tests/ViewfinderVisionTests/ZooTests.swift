import Foundation
import Testing
import Viewfinder
import ViewfinderTestSupport

/// Models of other people with what LiteRT gives from Python for the same photos.
@Suite("Models that people ship", .enabled(if: Shared.isPresent && LiteRT.isPresent))
struct ZooTests {
  private struct Reference: Decodable {
    struct Run: Decodable {
      let photo: String
      let reference: [[Value]]?
    }
    /// A number, or the corners of a box.
    enum Value: Decodable {
      case number(Double)
      case corners([Double])

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
          self = .number(number)
        } else {
          self = .corners(try container.decode([Double].self))
        }
      }

      var number: Double { if case .number(let number) = self { number } else { .nan } }
    }
    let task: String
    let runs: [Run]
  }

  /// Models whose scores are far apart in the reference: what is not sure there may differ with how
  /// photos are made smaller.
  private static let sureness = 0.25

  // Of 32 pixels nothing is sure either: 038, 055 and 056 are left to `all()`.
  static let classifiers = [
    "011-BurmeseCurrencyClassificatio-model", "035-succulent-saga-model",
    "057-tiny-vww_96_float", "058-tiny-vww_96_int8",
    "060-Age-Gender_Estimation_TF-And-model_gender_q", "067-rubbish-tflite-trained",
    "074-ei-speed-sign-detection-trained", "079-mnist-droid-model", "148-smart-gallery-mobilenetv3",
  ]

  private static func model(_ name: String) throws -> String {
    let folder = "cases/zoo/\(name)"
    return try Shared.path(try #require(Shared.files(below: folder, suffix: ".tflite").first))
  }

  private static func photo(_ name: String) -> String? {
    let files =
      Shared.files(below: "cases/zoo/photos", suffix: name)
      + Shared.files(below: "cases/photos", suffix: name)
    return files.first { $0.hasSuffix("/" + name) }
  }

  @Test(
    "A classifier with the options that a report gives names what the reference names",
    arguments: classifiers)
  func labels(name: String) throws {
    let path = try Self.model(name)
    let all = try JSONDecoder().decode(
      [String: Reference].self,
      from: Data(contentsOf: URL(filePath: Shared.path("cases/zoo/REFERENCE.json"))),
    )
    let reference = try #require(all[name])
    let report = try CompatibilityReport(path: path)
    let task = try #require(report.tasks.first { $0.task == .label })
    #expect(task.fits)
    var options = ClassifierModel.Options()
    if let mean = task.options.firstIndex(of: "--mean") {
      let value = try #require(Float(task.options[mean + 1]))
      let std = try #require(Float(task.options[mean + 3]))
      options.normalization = try Normalization(mean: [value], std: [std])
    }
    let classifier = Labeler(model: try ClassifierModel(path: path, options: options))
    var seen = 0
    for run in reference.runs {
      guard let scores = run.reference, let photo = Self.photo(run.photo), scores.count > 1,
        scores[0][1].number - scores[1][1].number > Self.sureness
      else { continue }
      let pixels = try PhotoDecoder().decode(path: Shared.path(photo))
      let found = try classifier.label(pixels)
      #expect(found.first?.index == Int(scores[0][0].number), "\(run.photo)")
      seen += 1
    }
    #expect(seen > 0)
  }

  @Test("A detector finds what the reference finds", arguments: ["094-mobile-yolo26n_int8"])
  func boxes(name: String) throws {
    let detector = Detector(
      model: try DetectorModel(path: Self.model(name)),
      options: .init(maxObjects: 10))
    let photo = try PhotoDecoder().decode(path: Shared.path("cases/zoo/photos/dogbike.jpg"))
    let found = try detector.detect(in: photo)
    for (index, frame) in [
      (16, Box(x: 131, y: 224, width: 181, height: 317)),
      (1, Box(x: 121, y: 134, width: 444, height: 284)),
      (7, Box(x: 465, y: 75, width: 227, height: 97)),
    ] {
      #expect(
        found.contains {
          $0.labels.first?.index == index && $0.box.intersectionOverUnion(frame) > 0.85
        })
    }
  }

  @Test("Every model is taken, or refused by name")
  func all() throws {
    for file in Shared.files(below: "cases/zoo", suffix: ".tflite") {
      let report = try CompatibilityReport(path: Shared.path(file))
      #expect(report.tasks.contains { $0.fits }, "\(file)")
    }
  }
}
