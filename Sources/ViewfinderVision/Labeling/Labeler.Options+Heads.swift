internal import ViewfinderCore
internal import ViewfinderModels

extension Labeler.Options {
  /// Which heads of a model are looked at.
  func usedHeads(
    _ heads: [ScoreHead], of model: String
  ) throws(ViewfinderError) -> [Bool] {
    if let head {
      guard heads.indices.contains(head) else {
        throw ViewfinderError(
          .invalidArgument, subject: model, found: "there is no output \(head)",
          expected: "a number from 0 to \(heads.count - 1)",
          remedy: "'viewfinder model inspect' shows the outputs.")
      }
      return heads.indices.map { $0 == head }
    }
    guard scores == .confidencesOnly else { return heads.map { _ in true } }
    let isProbability = heads.map { $0.kind == .probabilities }
    if isProbability.contains(true) { return isProbability }
    if let head = heads.first, head.kind == .value || head.kind == .embedding {
      throw ViewfinderError(
        .unsupportedModel, subject: model, found: head.kind.explanation,
        expected: "scores of classes",
        remedy: "Take the numbers as they are with '--raw'.")
    }
    return heads.map { _ in true }
  }

  /// The classes of each head that do not count.
  func skippedClasses(
    _ heads: [ScoreHead], _ isUsed: [Bool], of model: String
  ) throws(ViewfinderError) -> [[Int]] {
    guard let classes else { return heads.map { _ in [] } }
    var skipped: [[Int]] = []
    var unknown: Set<String>?
    for (head, isUsed) in zip(heads, isUsed) {
      let found = classes.numbers(head.labels, count: head.classCount)
      skipped.append((0..<head.classCount).filter { !classes.keeps($0, found.numbers) })
      // A name has to be that of a class of one head at least.
      if isUsed { unknown = unknown?.intersection(found.unknown) ?? Set(found.unknown) }
    }
    if let name = classes.classes.first(where: { unknown?.contains($0) == true }) {
      throw ClassFilter.unknown(name, heads.compactMap(\.labels), model: model)
    }
    return skipped
  }
}
