/// Where what can be had again is kept.
package enum CacheFolder {
  /// The environment variable that names the folder.
  package static let environmentVariable = "VIEWFINDER_CACHE"

  /// The folder; nothing when no variable says where.
  ///
  /// `value` gives the value of a variable; an empty one counts as none.
  package static func path(_ value: (String) -> String?) -> String? {
    func variable(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }
    if let named = variable(environmentVariable) { return named }
    // The specification has relative paths ignored.
    if let base = variable("XDG_CACHE_HOME"), base.hasPrefix("/") { return base + "/viewfinder" }
    #if canImport(Darwin)
      let place = "Library/Caches"
    #else
      let place = ".cache"
    #endif
    return variable("HOME").map { "\($0)/\(place)/viewfinder" }
  }
}
