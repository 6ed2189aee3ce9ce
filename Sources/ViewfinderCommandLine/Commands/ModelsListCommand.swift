internal import Viewfinder

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// `viewfinder models list`: the hosted models that are here.
struct ModelsListCommand: Command {
  private static let json = Option.flag("json", help: "Print one JSON object per model and line.")

  static let specification = CommandSpecification(
    name: "list", summary: "List the hosted models that are here.",
    groups: [OptionGroup("OPTIONS", [json, HubOptions.cacheOption])],
    examples: ["viewfinder models list", "viewfinder models list --json"])

  private let options: HubOptions
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try HubOptions(arguments)
    isJSON = arguments.has(Self.json)
  }

  func run(in context: Context) throws(CommandFailure) -> ExitCode {
    let entries: [CacheEntry]
    do throws(ViewfinderError) {
      entries = try options.cache(context.environment).entries()
    } catch {
      throw .problem(error)
    }
    for line in isJSON ? entries.map(\.json) : table(entries, context.environment.outputStyle) {
      try context.print(line + "\n")
    }
    return .success
  }

  private func table(_ entries: [CacheEntry], _ style: Style) -> [String] {
    if entries.isEmpty { return [] }
    let rows = entries.map { entry in
      [entry.name, entry.size, entry.day, TextLayout.printable(entry.source)]
    }
    let titles = ["NAME", "SIZE", "SINCE", "SOURCE"]
    let widths = titles.indices.map { column in
      ([titles] + rows).map { TextLayout.columns(of: $0[column]) }.max() ?? 0
    }
    return ([titles] + rows).enumerated().map { row, cells in
      let line = [
        TextLayout.padded(cells[0], to: widths[0]),
        TextLayout.rightAligned(cells[1], to: widths[1]),
        TextLayout.padded(cells[2], to: widths[2]), cells[3],
      ].joined(separator: "  ")
      return row == 0 ? style.faint(line) : line
    }
  }
}

extension CacheEntry {
  /// The size of the model, or how much of a download is there.
  fileprivate var size: String {
    if let model { return TextLayout.bytes(Double(model.byteCount)) }
    if isDamaged { return "damaged" }
    return "\(TextLayout.bytes(Double(partialByteCount ?? 0))) so far"
  }

  /// The day, in UTC, on which the file was put in place.
  fileprivate var day: String {
    guard let model else { return "-" }
    return String(model.installed.formatted(.iso8601).prefix(10))
  }

  fileprivate var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("name", name)
      json.member("source", source)
      if let model {
        json.member("path", model.path)
        json.member("byteCount", model.byteCount)
        json.member("sha256", model.sha256.hexadecimal)
        json.member("version", model.version)
        json.member("installed", model.installed.formatted(.iso8601))
        json.member("checked", model.checked.formatted(.iso8601))
      }
      if isDamaged { json.member("isDamaged", true) }
      if let partialByteCount { json.member("partialByteCount", partialByteCount) }
    }
    return json.text
  }
}
