internal import ViewfinderCore

extension ViewfinderError {
  static func fileTooLarge(found: Int, limit: Int) -> ViewfinderError {
    ViewfinderError(
      .tooLarge,
      found: "the file has \(found) bytes",
      expected: "at most \(limit)",
      remedy: "Save the photo smaller; a program that trusts it can raise its DecodeLimits."
    )
  }

  static func notAPhoto(_ bytes: Span<UInt8>) -> ViewfinderError {
    guard !bytes.isEmpty else {
      return ViewfinderError(
        .invalidImage,
        found: "the file is empty",
        expected: PhotoFormat.list,
        remedy: "Copy or download it again."
      )
    }
    let guess = ByteSignature(bytes).guess
    let isPicture = guess.hasSuffix("picture") || guess.hasSuffix("raw camera file")
    return ViewfinderError(
      isPicture ? .unsupportedImage : .invalidImage,
      found: "the file is \(guess)",
      expected: PhotoFormat.list,
      remedy: isPicture ? "Convert it to JPEG or PNG." : ""
    )
  }

  /// An error about bytes of a known format, worded by the text of the library that read them.
  static func broken(_ format: PhotoFormat, detail: String) -> ViewfinderError {
    let text = detail.lowercased()
    let reason = detail.isEmpty ? "" : " (\(detail))"
    let endings = ["premature end", "truncated", "unexpected end", "outside of file", "bad seek"]
    if endings.contains(where: { text.contains($0) }) {
      return cutShort(format, detail: detail)
    }
    if text.contains("unsupported") || text.contains("not supported") {
      return unsupported(format, detail: detail)
    }
    return ViewfinderError(
      .invalidImage,
      found: "the \(format.displayName) data is damaged\(reason)",
      expected: "a sound file",
      remedy: "Copy or download it again."
    )
  }

  static func cutShort(_ format: PhotoFormat, detail: String = "") -> ViewfinderError {
    let reason = detail.isEmpty ? "" : " (\(detail))"
    return ViewfinderError(
      .invalidImage,
      found: "the \(format.displayName) data ends before the picture does\(reason)",
      expected: "a whole file",
      remedy: "Copy or download it again."
    )
  }

  static func unsupported(_ format: PhotoFormat, detail: String) -> ViewfinderError {
    ViewfinderError(
      .unsupportedImage,
      found: "the \(format.displayName) file is of a kind that cannot be decoded"
        + (detail.isEmpty ? "" : " (\(detail))"),
      expected: "a photo with 8 or 16 bits for each of 1 to 4 channels",
      remedy: "Convert it to JPEG or PNG."
    )
  }
}
