internal import CViewfinderSystem

/// The variables of the process, as far as the user who started it may set them.
package enum Variable {
  /// The value of a variable; nothing where it is missing or empty, or where the program has the
  /// rights of another user than the one who started it.
  package static func value(_ name: String) -> String? {
    guard let text = unsafe cviewfinder_variable(name) else { return nil }
    let value = unsafe String(cString: text)
    return value.isEmpty ? nil : value
  }

  /// The values of some variables, those that have one.
  package static func values(_ names: [String]) -> [String: String] {
    var values: [String: String] = [:]
    for name in names { values[name] = value(name) }
    return values
  }
}
