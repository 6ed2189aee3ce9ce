import Testing
import ViewfinderCore
import ViewfinderInference
import ViewfinderModels
import ViewfinderTestSupport

@Suite("Models whose parts are shared")
struct WorstModelTests {
  @Test(
    "take no more steps than follow from their size",
    arguments: WorstModel.all, [1 << 19, 1 << 20, 1 << 21, 1 << 22])
  func steps(model: WorstModel, size: Int) throws {
    let bytes = model.bytes(size: size)
    try #require(bytes.count <= size && bytes.count > size / 2, "\(bytes.count) bytes")
    let budget = StepBudget(byteCount: bytes.count)
    let time = ContinuousClock().measure {
      do throws(ViewfinderError) {
        _ = try ModelGraph(ModelData(bytes: bytes), budget: budget)
      } catch {
        #expect(error.code == .invalidModel)
      }
    }
    #expect(budget.spent <= StepBudget.stepsPerByte * bytes.count)
    // What is not counted would show here: a step takes less than 0.1 µs without optimization, on
    // a machine that does other things too.
    #expect(time < .microseconds(20 * size), "\(time)")
  }

  @Test("are reported on in a time that follows from their size", arguments: WorstModel.all)
  func report(model: WorstModel) throws {
    let size = 1 << 20
    let data = ModelData(bytes: model.bytes(size: size))
    let time = ContinuousClock().measure {
      do throws(ViewfinderError) {
        let report = try CompatibilityReport(data: data)
        #expect(report.findings.count <= 110 && report.text.utf8.count < 10 * size)
      } catch {
        #expect(error.code == .invalidModel)
      }
      #expect(throws: ViewfinderError.self) { try ClassifierModel(data: data) }
      #expect(throws: ViewfinderError.self) { try DetectorModel(data: data) }
    }
    #expect(time < .microseconds(60 * size), "\(time)")
  }

  @Test("that are sound take less than a third of the steps", arguments: soundModels())
  func sound(path: String) throws {
    let data = try ModelData(contentsOf: path)
    let budget = StepBudget(byteCount: data.byteCount)
    // Some of the odd ones are refused, for other reasons.
    _ = try? ModelGraph(data, budget: budget)
    #expect(budget.spent < budget.limit / 3)
  }

  private static func soundModels() -> [String] {
    let names = [
      BundledModel.classifierFileName, BundledModel.localizerFileName,
      BundledModel.categoriesFileName,
    ]
    let shared = Shared.files(below: "cases", suffix: ".tflite").filter { !$0.contains("/broken/") }
    return names.compactMap { try? BundledModel.path(of: $0) }
      + shared.compactMap { try? Shared.path($0) }
  }
}
