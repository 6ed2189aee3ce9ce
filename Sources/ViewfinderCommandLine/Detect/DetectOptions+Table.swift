extension DetectOptions {
  static let multipleOption = Option.flag(
    "multiple", help: "Find up to 5 objects, not just the most prominent one.")
  static let classifyOption = Option.flag(
    "classify",
    help: """
      Name the objects: as Fashion good, Home good, Food, Place or Plant, or by the classes of \
      '--detector'.
      """)
  static let modelOption = Option.value(
    "model", letter: "m", "FILE", completion: .file,
    help: """
      Name the objects with this classifier: a TensorFlow Lite model (.tflite), an AutoML \
      manifest.json, a folder with either, or a hosted model (firebase:NAME, gs://…, https://…).
      """)
  static let thresholdOption = Option.value(
    "threshold", letter: "t", "X",
    help: "Leave out labels below this confidence, 0 to 1. Default: the model's own, or 0.")
  static let maxLabelsOption = Option.value(
    "max-labels", "N", help: "Labels per object at most. Default: 10.")

  static let annotateOption = Option.value(
    "annotate", letter: "a", "DIR", completion: .file,
    help: """
      Draw the objects into copies of the pictures in this folder, at full size. Inputs are \
      never overwritten.
      """)
  static let formatOption = Option.choice(
    "format", letter: "f", "HOW", of: Format.allCases.map(\.rawValue),
    help: """
      'table' for people, 'json' for one JSON object per picture and line, 'coco' for one array \
      of COCO results. Default: table.
      """)
  static let jsonOption = Option.flag("json", help: "The same as '--format json'.")
  static let annotationsOption = Option.value(
    "annotations", "FILE", completion: .file,
    help: """
      COCO annotation file from which '--format coco' takes the numbers of images, by file name, \
      and of categories, by label.
      """)

  static let labelGroup = OptionGroup(
    "LABEL OPTIONS",
    [
      classifyOption, modelOption, HostedModel.updateOption, thresholdOption, maxLabelsOption,
      SelectionOptions.onlyOption, SelectionOptions.exceptOption,
      ModelHints.labelsOption, ModelHints.meanOption, ModelHints.deviationOption,
      ClassifierOptions.localeOption,
    ])

  static let groups = [
    OptionGroup(
      "OBJECT OPTIONS",
      [
        multipleOption, DetectorOptions.maxObjectsOption, DetectorOptions.detectorOption,
        DetectorOptions.objectThresholdOption, SelectionOptions.tilesOption,
      ]),
    labelGroup,
    OptionGroup(
      "PICTURE OPTIONS",
      [
        PhotoOptions.recursiveOption, SelectionOptions.regionOption,
        PhotoOptions.orientationOption, ClassifierOptions.scalingOption,
        DetectorOptions.filterOption,
      ]),
    PhotoOptions.speedGroup,
    OptionGroup(
      "RESULT OPTIONS",
      [
        annotateOption, formatOption, jsonOption, annotationsOption, PhotoOptions.timingsOption,
        PhotoOptions.quietOption,
      ]),
  ]

  static let notes = [
    PhotoOptions.inputNote,
    PhotoOptions.statusNote(
      done: "looked at", cannotWrite: "The results or a picture cannot be written."),
  ]

  static let examples = [
    "viewfinder detect photo.jpg",
    "viewfinder detect --multiple --classify --annotate out/ street.jpg",
    "viewfinder detect --model bird.tflite --threshold 0.5 --json birds/",
    "viewfinder detect --detector ssd.tflite --classify -n 20 *.jpg",
  ]
}
