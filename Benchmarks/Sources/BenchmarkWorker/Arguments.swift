import Viewfinder

/// A task's name and its options, all of the form `--name value`.
struct Arguments {
  let task: String
  private var options: [String: String] = [:]

  init(_ words: some Collection<String>) throws {
    guard let task = words.first else { throw Failure("name a task") }
    self.task = task
    var rest = words.dropFirst()
    while let name = rest.popFirst() {
      guard name.hasPrefix("--"), let value = rest.popFirst() else {
        throw Failure("'\(name)' is not an option with a value")
      }
      options[String(name.dropFirst(2))] = value
    }
  }

  /// An option that must be there.
  func text(_ name: String) throws -> String {
    guard let value = options[name] else { throw Failure("\(task) needs --\(name)") }
    return value
  }

  /// A positive number, or what stands in for it.
  func number(_ name: String, default standard: Int) throws -> Int {
    guard let value = options[name] else { return standard }
    guard let number = Int(value), number > 0 else { throw Failure("--\(name) must be positive") }
    return number
  }

  /// The model named, or the bundled one.
  func model() throws -> ClassifierModel {
    guard let path = options["model"] else { return try .bundled() }
    return try ClassifierModel(path: path)
  }
}
