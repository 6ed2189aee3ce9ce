extension LabelOptions {
  static let modelOption = Option.value(
    "model", letter: "m", "FILE", completion: .file,
    help: """
      TensorFlow Lite model (.tflite), AutoML manifest.json, or a folder with either. Default: \
      the bundled EfficientNet-Lite0, which knows the 1000 classes of ImageNet.
      """)
  static let labelsOption = Option.value(
    "labels", letter: "l", "FILE", completion: .file,
    help: """
      Text file with one label per line, in place of the model's own; numbers in front, as \
      Teachable Machine writes them, are taken off.
      """)
  static let meanOption = Option.value(
    "mean", "X[,X,X]",
    help: """
      For float models without metadata: what to subtract from the colours 0...255, for all \
      channels or for red, green and blue.
      """)
  static let deviationOption = Option.value(
    "std", "X[,X,X]", help: "What to divide them by then, for example 127.5.")
  static let localeOption = Option.value(
    "locale", "TAG", help: "Language of the labels, such as 'de', if the model has several.")

  static let thresholdOption = Option.value(
    "threshold", letter: "t", "X",
    help: "Leave out labels below this confidence, 0 to 1. Default: the model's own, or 0.")
  static let maxResultsOption = Option.value(
    "max-results", letter: "n", "N", help: "Labels per picture at most. Default: 10.")
  static let jsonOption = Option.flag(
    "json", help: "Print one JSON object per picture and line.")
  static let timingsOption = Option.flag(
    "timings", help: "Add the milliseconds of each stage.")
  static let quietOption = Option.flag(
    "quiet", letter: "q", help: "No progress bar and no closing remarks.")

  static let recursiveOption = Option.flag(
    "recursive", letter: "r", help: "Look into the folders inside folders.")
  static let regionOption = Option.value(
    "region", "X,Y,W,H",
    help: "Use only this part of each picture: pixels of the full size, as it is looked at.")
  static let orientationOption = Option.choice(
    "orientation", "N", of: ["auto"] + (1...8).map(String.init),
    help: "How pictures are stored, 1 to 8 as in EXIF. Default: auto, what the file says.")
  static let scalingOption = Option.choice(
    "scaling", "HOW", of: ["stretch", "letterbox"],
    help: """
      Fit pictures to the model by 'stretch', as ML Kit does, or by 'letterbox', which keeps \
      their shape. Default: stretch.
      """)
  static let filterOption = Option.choice(
    "filter", "HOW", of: ["area", "bilinear"],
    help: """
      Shrink pictures by averaging what a pixel covers ('area'), or by skipping pixels as ML Kit \
      does ('bilinear'). Default: area.
      """)

  static let jobsOption = Option.value(
    "jobs", letter: "j", "N", help: "Pictures in work at the same time. Default: one per core.")
  static let threadsOption = Option.value(
    "threads", "N",
    help: "Threads for each picture. Default: 1, or up to 4 when one picture is in work.")

  static let groups = [
    OptionGroup(
      "MODEL OPTIONS", [modelOption, labelsOption, meanOption, deviationOption, localeOption]),
    OptionGroup(
      "PICTURE OPTIONS",
      [recursiveOption, regionOption, orientationOption, scalingOption, filterOption]),
    OptionGroup("SPEED OPTIONS", [jobsOption, threadsOption]),
    OptionGroup(
      "RESULT OPTIONS",
      [thresholdOption, maxResultsOption, jsonOption, timingsOption, quietOption]),
  ]

  static let notes = [
    CommandSpecification.Note(
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
      ]),
    CommandSpecification.Note(
      "EXIT STATUS",
      [
        ("0", "Every input has been labelled."),
        ("1", "LiteRT is missing or failed."),
        ("64", "The command line is wrong."),
        ("65", "The model or an input has bad data; the other inputs are labelled all the same."),
        ("66", "The model or an input is missing; bad data elsewhere comes first."),
        ("73", "The results cannot be written."),
        ("130", "Interrupted."),
      ]),
  ]

  static let examples = [
    "viewfinder label photo.jpg",
    "viewfinder label --model bird.tflite --max-results 3 *.jpg",
    "viewfinder label --json --recursive ~/Pictures > labels.jsonl",
    "find . -name '*.heic' | viewfinder label --json @-",
  ]
}
