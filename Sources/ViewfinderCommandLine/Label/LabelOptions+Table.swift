extension LabelOptions {
  static let baseOption = Option.flag(
    "base",
    help: """
      Name things in plain words, such as Dog or Building: labels that the bundled model's \
      classes add up to, with numbers of their own.
      """)
  static let thresholdOption = Option.value(
    "threshold", letter: "t", "X",
    help: """
      Leave out labels below this confidence, 0 to 1. Default: the model's own, or 0; with \
      '--base', 0.5.
      """)
  static let maxResultsOption = Option.value(
    "max-results", letter: "n", "N", help: "Labels per picture at most. Default: 10.")
  static let headOption = Option.value(
    "head", "N", help: "Look only at this output of a model with several, from 0.")
  static let rawOption = Option.flag(
    "raw",
    help: """
      Show numbers as the model gives them, where they are no confidences: logits, an age, an \
      embedding.
      """)

  static let groups = [
    OptionGroup(
      "MODEL OPTIONS",
      [
        ClassifierOptions.modelOption, baseOption, HostedModel.updateOption,
        ModelHints.labelsOption, ModelHints.meanOption, ModelHints.deviationOption,
        ClassifierOptions.localeOption,
      ]),
    OptionGroup(
      "PICTURE OPTIONS",
      [
        PhotoOptions.recursiveOption, SelectionOptions.regionOption, PhotoOptions.orientationOption,
        ClassifierOptions.scalingOption, ClassifierOptions.filterOption,
      ]),
    PhotoOptions.speedGroup,
    OptionGroup(
      "RESULT OPTIONS",
      [
        thresholdOption, maxResultsOption, SelectionOptions.onlyOption,
        SelectionOptions.exceptOption,
        headOption, rawOption, PhotoOptions.jsonOption, PhotoOptions.timingsOption,
        PhotoOptions.quietOption,
      ]),
  ]

  static let notes = [PhotoOptions.inputNote, PhotoOptions.statusNote(done: "labelled")]

  static let examples = [
    "viewfinder label photo.jpg",
    "viewfinder label --model bird.tflite --max-results 3 *.jpg",
    "viewfinder label --base photo.jpg",
    "viewfinder label --json --recursive ~/Pictures > labels.jsonl",
    "find . -name '*.heic' | viewfinder label --json @-",
  ]
}
