extension PhotoOptions {
  static let jsonOption = Option.flag(
    "json", help: "Print one JSON object per picture and line.")
  static let timingsOption = Option.flag(
    "timings", help: "Add the milliseconds of each stage.")
  static let quietOption = Option.flag(
    "quiet", letter: "q", help: "No progress bar and no closing remarks.")

  static let recursiveOption = Option.flag(
    "recursive", letter: "r", help: "Look into the folders inside folders.")
  static let orientationOption = Option.choice(
    "orientation", "N", of: ["auto"] + (1...8).map(String.init),
    help: "How pictures are stored, 1 to 8 as in EXIF. Default: auto, what the file says.")

  static let jobsOption = Option.value(
    "jobs", letter: "j", "N", help: "Pictures in work at the same time. Default: one per core.")
  static let threadsOption = Option.value(
    "threads", "N",
    help: "Threads for each picture. Default: 1, or up to 4 when one picture is in work.")

  static let speedGroup = OptionGroup("SPEED OPTIONS", [jobsOption, threadsOption])

  static let operand = Operand("INPUT", count: 1...Int.max, completion: .file)

  static let inputNote = CommandSpecification.Note(
    "INPUTS",
    [
      ("FILE", "A picture: JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF or BMP."),
      ("FOLDER", "The pictures in it, sorted by name."),
      ("'PATTERN'", "With *, ?, [a-z] or **, when the shell has left it alone."),
      ("-", "The bytes of one picture on standard input."),
      (
        "@LIST",
        "The files that a text file names, one path per line; @- for a list on"
          + " standard input."
      ),
    ])

  /// What the numbers mean, `done` being what has happened to every input when all is well.
  static func statusNote(done: String, cannotWrite: String = "The results cannot be written.")
    -> CommandSpecification.Note
  {
    CommandSpecification.Note(
      "EXIT STATUS",
      [
        ("0", "Every input has been \(done)."),
        ("1", "LiteRT is missing or failed."),
        ("64", "The command line is wrong."),
        ("65", "The model or an input has bad data; the other inputs are \(done) all the same."),
        ("66", "The model or an input is missing; bad data elsewhere comes first."),
        ("73", cannotWrite),
        ("130", "Interrupted."),
      ])
  }
}
