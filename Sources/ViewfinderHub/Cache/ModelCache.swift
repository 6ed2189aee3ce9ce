public import ViewfinderCore
internal import ViewfinderSystem

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The folder in which hosted models are kept.
///
/// Any number of processes and threads may use one cache. A model in it is whole and checked, or
/// not there: files are written under another name, checked, and renamed in one step. A file that
/// was open before an update stays readable as it was.
public struct ModelCache: Hashable, Sendable {
  /// The environment variable that names the folder.
  public static let environmentVariable = "VIEWFINDER_CACHE"

  /// All variables that have a say in where the folder is.
  public static let environmentVariables = [environmentVariable, "XDG_CACHE_HOME", "HOME"]

  /// The folder; it is made when the first model comes.
  public let folder: String

  /// Chooses a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder. By default the one that `VIEWFINDER_CACHE` names, else `viewfinder` in
  ///     `XDG_CACHE_HOME`, else in `~/.cache`, or in `~/Library/Caches` on Apple platforms.
  ///   - environment: The variables; those of the process by default.
  /// - Throws: `invalidArgument` when nothing names a folder.
  public init(
    folder: String? = nil, environment: [String: String]? = nil
  ) throws(ViewfinderError) {
    let environment = environment ?? Variable.values(Self.environmentVariables)
    guard let folder = folder ?? CacheFolder.path({ environment[$0] }) else {
      throw ViewfinderError(
        .invalidArgument, subject: "model cache", found: "no variable names a folder",
        remedy: "Set \(Self.environmentVariable).")
    }
    self.folder = URL(fileURLWithPath: folder).path
  }

  private var modelsFolder: String { folder + "/models" }

  /// Where tokens are kept.
  var secretsFolder: String { folder + "/firebase" }

  /// The folder of a model: a readable name, and a hash that keeps different sources apart, and
  /// different pins of one.
  func slot(name: String, identity: String, pin: SHA256Digest? = nil) -> ModelSlot {
    let readable = name.unicodeScalars.map { scalar in
      let isPlain = scalar.isASCII && PercentEncoding.isAlphanumeric(UInt8(scalar.value & 0x7F))
      return isPlain || "._-".unicodeScalars.contains(scalar) ? String(scalar) : "_"
    }.joined()
    let label = readable.drop { $0 == "." || $0 == "-" }.prefix(40)
    let identity = identity + (pin.map { " sha256 \($0.hexadecimal)" } ?? "")
    let hash = Hexadecimal.text(SHA256.hash(of: identity)).prefix(12)
    return ModelSlot(
      folder: "\(modelsFolder)/\(label.isEmpty ? "model" : label)-\(hash)", pin: pin?.hexadecimal)
  }

  /// Everything in the cache, by the name of its folder.
  ///
  /// - Throws: `cannotWrite` when the folder cannot be read.
  public func entries() throws(ViewfinderError) -> [CacheEntry] {
    try onDisk { () throws(SystemError) in
      var entries: [CacheEntry] = []
      for name in try Folder.names(in: modelsFolder) {
        if let entry = try entry(name) { entries.append(entry) }
      }
      return entries
    }
  }

  private func entry(_ name: String) throws(SystemError) -> CacheEntry? {
    let folder = "\(modelsFolder)/\(name)"
    var slot = ModelSlot(folder: folder)
    var record: SlotRecord?
    var model: CachedModel?
    var isDamaged = false
    // A second look: an update may come between the record and the file.
    for _ in 0..<2 {
      record = try slot.record()
      slot = ModelSlot(folder: folder, pin: record?.pin)
      model = record.flatMap { record in
        slot.content(record).flatMap { CachedModel(slot, record, $0) }
      }
      let hasFile = Folder.fileSize(slot.modelPath) != nil
      isDamaged = model == nil && (hasFile || record?.current != nil)
      if !isDamaged { break }
    }
    let partial = record?.partial == nil ? nil : slot.partialByteCount
    if model == nil && partial == nil && !isDamaged { return nil }
    return CacheEntry(
      name: name, source: record?.source ?? name, modelName: record?.name ?? name, model: model,
      partialByteCount: partial, isDamaged: isDamaged, slot: slot)
  }

  /// The entry that a user means.
  ///
  /// - Parameter name: The name of an entry, a source as ``CacheEntry/source`` has it, or a model's
  ///   name with or without its suffix.
  /// - Returns: The only one that fits.
  /// - Throws: `notFound` when there is none, `invalidArgument` when there are several.
  public func entry(named name: String) throws(ViewfinderError) -> CacheEntry {
    let all = try entries()
    let redacted = WebAddress.redacted(name)
    let rules: [(CacheEntry) -> Bool] = [
      { $0.name == name }, { $0.source == name || $0.source == redacted },
      { $0.modelName == name }, { $0.modelName == name + ".tflite" },
    ]
    for rule in rules {
      let found = all.filter(rule)
      if found.count == 1 { return found[0] }
      if found.count > 1 {
        throw ViewfinderError(
          .invalidArgument, subject: redacted, found: "\(found.count) models have this name",
          remedy: "Name one of \(found.map(\.name).joined(separator: ", ")).")
      }
    }
    throw ViewfinderError(
      .notFound, subject: redacted, found: "the cache has no such model",
      remedy: "See 'viewfinder models list'.")
  }
}
