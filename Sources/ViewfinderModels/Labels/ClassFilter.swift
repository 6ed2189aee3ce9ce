package import ViewfinderCore

/// Which classes count: only some, or all but some.
///
/// Classes are named by what results show, by the model's own label, or by number. The filter is
/// applied before results are limited in number.
public struct ClassFilter: Hashable, Sendable {
  /// Whether the named classes are left out rather than kept.
  public var isExclusion: Bool

  /// Names or numbers of classes.
  public var classes: [String]

  /// Only these classes.
  public static func only(_ classes: [String]) -> ClassFilter {
    ClassFilter(isExclusion: false, classes: classes)
  }

  /// All classes but these.
  public static func except(_ classes: [String]) -> ClassFilter {
    ClassFilter(isExclusion: true, classes: classes)
  }

  /// Whether each class counts.
  ///
  /// - Parameters:
  ///   - labels: The names of the classes, if there are any.
  ///   - count: The number of classes, if it is known.
  /// - Returns: A set of numbers that are kept or, for an exclusion, left out; and the names that no
  ///   class has.
  package func numbers(
    _ labels: LabelList?, count: Int?
  ) -> (numbers: Set<Int>, unknown: [String]) {
    var byName: [String: [Int]] = [:]
    for index in 0..<(labels?.count ?? 0) {
      guard let labels else { break }
      let names = Set([labels.names[index], labels.text(at: index)].map { $0.lowercased() })
      for name in names where !name.isEmpty { byName[name, default: []].append(index) }
    }
    var numbers: Set<Int> = []
    var unknown: [String] = []
    for name in classes {
      if let found = byName[name.lowercased()] {
        numbers.formUnion(found)
      } else if let number = Int(name), number >= 0, number < count ?? labels?.count ?? .max {
        numbers.insert(number)
      } else {
        unknown.append(name)
      }
    }
    return (numbers, unknown)
  }

  /// Whether a class counts, by what ``numbers(_:count:)`` gave.
  package func keeps(_ index: Int, _ numbers: Set<Int>) -> Bool {
    numbers.contains(index) != isExclusion
  }

  /// The error for a name that no class has, with those that are near.
  package static func unknown(
    _ name: String, _ labels: [LabelList], model: String
  ) -> ViewfinderError {
    let names = labels.flatMap { list in (0..<list.count).map { list.text(at: $0) } }
    let near = NearNames.nearest(to: name, among: names, most: 3)
    return ViewfinderError(
      .invalidArgument, subject: model, found: "no class is named \(name.debugDescription)",
      expected: names.isEmpty ? "the number of a class" : "the name or number of a class",
      remedy: near.isEmpty
        ? "'viewfinder model inspect' shows the names."
        : "Perhaps \(near.map(\.debugDescription).joined(separator: ", or ")) is meant.")
  }
}
