import Foundation
import Testing
import ViewfinderTestSupport

/// A few of the mutants of `make corrupt-models`, each model's in a process of its own, so that a
/// crash is one failure.
@Suite("Damaged models")
struct CorruptModelTests {
  @Test(
    "A damaged model is refused or runs", .enabled(if: LiteRT.isPresent),
    arguments: [
      "built:float", "built:int8", "built:signature", "bundled:classifier", "bundled:localizer",
    ])
  func survives(name: String) async {
    await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [name] in
      let mutator = try Mutator(try SubjectModel.bytes(of: name))
      // Not the campaign's seed: other mutants.
      let outcomes = (0..<12).map { Outcome(of: mutator.mutant($0, seed: 2)) }
      #expect(outcomes.contains(.refused), "Damage that is never noticed is none")
    }
  }
}
