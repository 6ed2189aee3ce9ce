internal import Viewfinder

/// Options that select classes or a part of a picture.
enum SelectionOptions {
  static let onlyOption = Option.value(
    "only", "NAME[,NAME...]", repeats: true,
    help: "Keep these classes alone, by name or number, before results are limited in number.")
  static let exceptOption = Option.value(
    "except", "NAME[,NAME...]", repeats: true,
    help: "Leave these classes out, by name or number.")
  static let regionOption = Option.value(
    "region", "X,Y,W,H",
    help: "Use only this part of each picture: pixels of the full size, as it is looked at.")
  static let tilesOption = Option.value(
    "tiles", "HOW",
    help: """
      Look for small objects in overlapping parts of each picture, too: 'auto', or columns and rows \
      such as '3x2', 8 at most each. The time grows with their number.
      """)

  /// The classes that count; a comma that belongs to a name is written as '\,'.
  static func classes(_ arguments: ParsedArguments) throws(UsageError) -> ClassFilter? {
    let only = arguments.strings(onlyOption)
    let except = arguments.strings(exceptOption)
    guard only.isEmpty || except.isEmpty else {
      throw UsageError("'--only' and '--except' exclude each other")
    }
    let names = (only + except).flatMap(names)
    if only.isEmpty && except.isEmpty { return nil }
    guard !names.isEmpty, !names.contains("") else {
      throw UsageError("'--\(only.isEmpty ? "except" : "only")' takes names separated by commas")
    }
    return only.isEmpty ? .except(names) : .only(names)
  }

  private static func names(_ text: String) -> [String] {
    var names = [""]
    var isEscaped = false
    for character in text {
      if isEscaped {
        names[names.count - 1].append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "," {
        names.append("")
      } else {
        names[names.count - 1].append(character)
      }
    }
    return names.map { name in
      String(name.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
  }

  /// The part of a picture that is looked at.
  static func region(_ arguments: ParsedArguments) throws(UsageError) -> Box? {
    let shape = "four numbers x,y,width,height with a positive size"
    guard let n = try arguments.numbers(regionOption, counts: [4], saying: shape) else {
      return nil
    }
    let rect = Box(x: n[0], y: n[1], width: n[2], height: n[3])
    if !rect.isProper { throw UsageError("'--region' takes \(shape)") }
    return rect
  }

  /// How pictures are cut up.
  static func tiling(_ arguments: ParsedArguments) throws(UsageError) -> Detector.Tiling? {
    guard let text = try arguments.string(tilesOption) else { return nil }
    if text == "auto" { return .automatic }
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...8).contains(columns),
      (1...8).contains(rows)
    else {
      throw UsageError(
        "'--tiles' takes 'auto', or columns and rows from 1 to 8 such as '3x2', not '\(text)'")
    }
    return .grid(columns: columns, rows: rows)
  }
}
