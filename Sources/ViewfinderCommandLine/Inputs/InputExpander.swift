internal import Viewfinder

/// Turns the operands of a command into inputs, one at a time and in order.
///
/// An operand is a file, a folder (the pictures in it, sorted), a pattern that the shell left
/// alone, `-` (picture bytes on standard input) or `@list` (one path per line; `@-` reads the
/// list from standard input). Folders and lists are read only when their turn comes, so memory
/// does not grow with the number of pictures.
package struct InputExpander: IteratorProtocol {
  /// Names that end so are taken from folders, without regard to case.
  package static let pictureExtensions: Set<String> = [
    "avif", "bmp", "dib", "gif", "heic", "heif", "hif", "jfif", "jpe", "jpeg", "jpg", "png",
    "tif", "tiff", "webp",
  ]

  private enum Pending {
    case operand(String)
    case path(String)
    case folder(String, isNamed: Bool)
    case list(PathList)
    case pattern(base: String, components: ArraySlice<String>)
    case found(Input)
  }

  private let isRecursive: Bool
  /// What is left to do, the next thing last.
  private var stack: [Pending]

  /// Creates an expander.
  package init(_ operands: [String], isRecursive: Bool) {
    self.isRecursive = isRecursive
    stack = operands.reversed().map(Pending.operand)
  }

  /// Whether operands read more than one thing from standard input.
  package static func claimsInputTwice(_ operands: [String]) -> Bool {
    operands.filter(usesStandardInput).count > 1
  }

  /// Whether an operand reads standard input.
  package static func usesStandardInput(_ operand: String) -> Bool {
    operand == "-" || operand == "@-"
  }

  /// Whether an operand is a list that can be read only once.
  package static func hasStream(_ operands: [String]) -> Bool {
    operands.contains { operand in
      operand.hasPrefix("@") && FileSystem.kind(of: String(operand.dropFirst())) != .file
    }
  }

  /// The number of inputs, counted up to a limit; `nil` when counting would use up what can be
  /// read only once.
  package static func count(_ operands: [String], isRecursive: Bool, upTo limit: Int) -> Int? {
    if hasStream(operands) { return nil }
    var expander = InputExpander(operands, isRecursive: isRecursive)
    var count = 0
    while count < limit, expander.next() != nil { count += 1 }
    return count
  }

  package mutating func next() -> Input? {
    while let pending = stack.popLast() {
      if let input = step(pending) { return input }
    }
    return nil
  }

  private mutating func step(_ pending: Pending) -> Input? {
    switch pending {
    case .found(let input): return input
    case .operand(let text): return open(operand: text)
    case .path(let path): return open(path: path)
    case .folder(let path, let isNamed): return open(folder: path, isNamed: isNamed)
    case .list(let list): return advance(list)
    case .pattern(let base, let components):
      match(components, in: base)
      return nil
    }
  }

  private mutating func open(operand text: String) -> Input? {
    if text == "-" { return .standardInput }
    if text.hasPrefix("@") {
      do throws(ViewfinderError) {
        stack.append(.list(try PathList(path: String(text.dropFirst()))))
        return nil
      } catch {
        return .unusable(source: text, error)
      }
    }
    // A file of that very name comes before a pattern.
    if GlobPattern.isPattern(text), FileSystem.kind(of: text) == .missing {
      return open(pattern: text)
    }
    return open(path: text)
  }

  private mutating func open(path: String) -> Input? {
    switch FileSystem.kind(of: path) {
    case .folder:
      stack.append(.folder(path, isNamed: true))
      return nil
    case .file, .stream, .missing:
      // The decoder says why a path cannot be read.
      return .file(path: path)
    }
  }

  private mutating func open(folder path: String, isNamed: Bool) -> Input? {
    guard let entries = FileSystem.entries(of: path) else {
      return .unusable(
        source: path, ViewfinderError(.notFound, subject: path, found: "an unreadable folder"))
    }
    let chosen = entries.compactMap { entry -> Pending? in
      let child = FileSystem.joined(path, entry.name)
      if entry.isFolder {
        // A link to a folder above would never end.
        return isRecursive && !entry.isLink ? .folder(child, isNamed: false) : nil
      }
      return Self.isPicture(entry.name) ? .found(.file(path: child)) : nil
    }
    if chosen.isEmpty, isNamed {
      let hint = isRecursive ? "" : "Add --recursive to look into the folders inside."
      return .unusable(
        source: path,
        ViewfinderError(
          .notFound, subject: path, found: "a folder without pictures", remedy: hint))
    }
    stack += chosen.reversed()
    return nil
  }

  private mutating func advance(_ list: PathList) -> Input? {
    do throws(ViewfinderError) {
      guard let path = try list.next() else { return nil }
      stack += [.list(list), .path(path)]
      return nil
    } catch {
      return .unusable(source: list.name, error)
    }
  }

  private mutating func open(pattern: String) -> Input? {
    let depth = stack.count
    let components = pattern.split(separator: "/").map(String.init)
    match(components[...], in: pattern.hasPrefix("/") ? "/" : "")
    if stack.count == depth { return noMatch(pattern) }
    // Walk the pattern to its first result, to know whether there is one.
    while stack.count > depth, let pending = stack.popLast() {
      if let input = step(pending) { return input }
    }
    return noMatch(pattern)
  }

  private func noMatch(_ pattern: String) -> Input {
    .unusable(
      source: pattern,
      ViewfinderError(.notFound, subject: pattern, found: "a pattern that fits no file"))
  }

  /// Puts on the stack what the first component finds in `base`; `**` stands for any number of
  /// folders.
  private mutating func match(_ components: ArraySlice<String>, in base: String) {
    guard let component = components.first else { return }
    let rest = components.dropFirst()
    let isDeep = component == "**"
    if !isDeep, !GlobPattern.isPattern(component) {
      let path = FileSystem.joined(base, component)
      if FileSystem.kind(of: path) != .missing {
        stack.append(rest.isEmpty ? .path(path) : .pattern(base: path, components: rest))
      }
      return
    }
    guard let entries = FileSystem.entries(of: base.isEmpty ? "." : base) else { return }
    let glob = GlobPattern(isDeep ? "*" : component)
    var found: [Pending] = []
    for entry in entries where glob.matches(entry.name) {
      let path = FileSystem.joined(base, entry.name)
      if isDeep {
        if entry.isFolder, !entry.isLink {
          found.append(.pattern(base: path, components: components))
        }
        if rest.isEmpty, !entry.isFolder { found.append(.found(.file(path: path))) }
      } else if rest.isEmpty {
        found.append(entry.isFolder ? .folder(path, isNamed: false) : .found(.file(path: path)))
      } else if entry.isFolder {
        found.append(.pattern(base: path, components: rest))
      }
    }
    stack += found.reversed()
    // `**` may stand for no folder at all: what follows it is looked for here first.
    if isDeep, !rest.isEmpty { stack.append(.pattern(base: base, components: rest)) }
  }

  private static func isPicture(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return pictureExtensions.contains(name[name.index(after: dot)...].lowercased())
  }
}
