/// Waits until a condition holds, for as long as the test may run.
///
/// There is no limit of its own: a busy machine is no reason to fail, and the time limit of the test
/// ends what never comes.
public func eventually(_ condition: () throws -> Bool) async throws {
  while try !condition() { try await Task.sleep(for: .milliseconds(2)) }
}
