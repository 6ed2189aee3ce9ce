internal import ViewfinderCore

extension LabelList {
  /// The highest class that a map of labels may have.
  private static let highestKey = 99_999

  /// The numbers that begin all lines, with what follows them; nothing when these are plain lines.
  ///
  /// Blank lines say nothing in a map.
  static func keys(_ lines: [String]) -> [Int: String]? {
    var keys: [Int: String] = [:]
    for line in lines where !line.allSatisfy(\.isWhitespace) {
      let text = line.drop(while: \.isWhitespace)
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      guard let key = Int(digits), key <= highestKey else { return nil }
      let rest = text.dropFirst(digits.count)
      guard let separator = rest.first, separator.isWhitespace || ":=,;".contains(separator),
        keys[key] == nil
      else { return nil }
      let name = rest.drop { $0.isWhitespace || ":=,;".contains($0) }
      guard !name.isEmpty || rest.count == 1 else { return nil }
      keys[key] = String(name.trimmingEnd)
    }
    return keys.isEmpty ? nil : keys
  }

  /// Names in a JSON list, or in a JSON object by number.
  static func json(_ bytes: [UInt8], source: String) -> LabelList? {
    let first = bytes.withoutByteOrderMark.first { $0 > 0x20 }
    guard first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
      let value = try? TolerantJSONReader.read(bytes)
    else { return nil }
    switch value {
    case .array(let all):
      let names = all.compactMap { if case .string(let name) = $0 { name } else { nil } }
      return names.count == all.count && !names.isEmpty ? LabelList(names, source: source) : nil
    case .object(let members):
      var keys: [Int: String] = [:]
      for (key, value) in members {
        // Both ways round are in use: {"0": "cat"} and {"cat": 0}.
        if let number = Int(key), case .string(let name) = value {
          keys[number] = name
        } else if case .number(let number) = value, let number = Int(exactly: number),
          keys[number] == nil
        {
          keys[number] = key
        } else {
          return nil
        }
      }
      guard !keys.isEmpty, keys.keys.allSatisfy({ (0...highestKey).contains($0) }) else {
        return nil
      }
      let names = keys.sorted { $0.key < $1.key }.map(\.value)
      return LabelList(names: names, displayNames: nil, source: source, keys: keys)
    default: return nil
    }
  }

  /// Whether the first label stands for what is not an object.
  var beginsWithBackground: Bool {
    let first = (keys.map { $0[0] ?? "" } ?? names.first ?? "").lowercased()
    return ["???", "background", "__background__", "_background_"].contains(first)
  }

  /// The labels for so many classes, or nothing when they are of another number.
  ///
  /// A map becomes a list with gaps. A first label for the background is left out when the labels
  /// are one more than the classes.
  ///
  /// - Parameters:
  ///   - classCount: The number of classes.
  ///   - mayHaveMore: Whether labels may go on behind the last class.
  /// - Returns: The labels, one for each class at least.
  /// - Throws: `invalidMetadata` for a map that counts from 1.
  func fitted(
    to classCount: Int, mayHaveMore: Bool = false
  ) throws(ViewfinderError) -> LabelList? {
    func isFit(_ count: Int) -> Bool {
      count == classCount || mayHaveMore && count > classCount
    }
    guard let keys, let highest = keys.keys.max() else {
      if names.count > classCount, isFit(names.count - 1), beginsWithBackground {
        return LabelList(Array(names.dropFirst()), source: source)
      }
      return isFit(names.count) ? self : nil
    }
    if keys[0] == nil, highest == keys.count, highest == classCount || mayHaveMore {
      throw ViewfinderError(
        .invalidMetadata, subject: source,
        found: "the labels are numbered from 1 through \(highest)",
        expected: "numbers from 0, as the model's classes have them",
        remedy: "Number the labels from 0, or take the numbers off if the order is right.")
    }
    let isBeyond = highest >= classCount
    if isBeyond, beginsWithBackground, mayHaveMore || highest == classCount {
      return try LabelList(Array(placed(atLeast: 0).names.dropFirst()), source: source)
    }
    if isBeyond, !mayHaveMore {
      return isFit(names.count) ? LabelList(names, source: source) : nil
    }
    return try placed(atLeast: classCount)
  }

  /// A map as a list that goes at least so far, with blank labels in the gaps.
  func placed(atLeast count: Int) throws(ViewfinderError) -> LabelList {
    guard let keys else { return self }
    let end = max(count, (keys.keys.max() ?? -1) + 1)
    return LabelList((0..<end).map { keys[$0] ?? "" }, source: source)
  }
}

extension Substring {
  /// The text without blanks at its end.
  var trimmingEnd: Substring {
    var text = self
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
