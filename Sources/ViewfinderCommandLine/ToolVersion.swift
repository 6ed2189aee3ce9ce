/// The version of the command-line tool.
package enum ToolVersion {
  /// The version, by the rules of semver.org.
  package static let current = "0.1.0"
}
