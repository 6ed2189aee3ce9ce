package import Viewfinder

extension JSONWriter {
  /// Writes a member, or nothing when there is no value.
  package mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  /// Writes a member.
  package mutating func member(_ name: String, _ number: Int) {
    key(name)
    value(number)
  }

  /// Writes a member.
  package mutating func member(_ name: String, _ number: Float) {
    key(name)
    value(number)
  }

  /// Writes a member.
  package mutating func member(_ name: String, _ number: Double) {
    key(name)
    value(number)
  }

  /// Writes a member.
  package mutating func member(_ name: String, _ flag: Bool) {
    key(name)
    value(flag)
  }

  /// Writes a member that is a list.
  package mutating func member(_ name: String, _ texts: [String]) {
    key(name)
    array(texts) { $0.value($1) }
  }

  /// Writes a member that is a list.
  package mutating func member(_ name: String, _ numbers: [Int]) {
    key(name)
    array(numbers) { $0.value($1) }
  }

  /// Writes a member that is a list.
  package mutating func member(_ name: String, _ numbers: [Float]) {
    key(name)
    array(numbers) { $0.value($1) }
  }

  /// The member `error`: its code and message.
  package mutating func member(error: ViewfinderError, message: String) {
    key("error")
    object { json in
      json.member("code", error.code.rawValue)
      json.member("message", message)
    }
  }
}
