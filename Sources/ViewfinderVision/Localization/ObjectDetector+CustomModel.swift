public import ViewfinderCore
internal import ViewfinderInference
public import ViewfinderModels

extension ObjectDetector {
  /// Creates a detector that uses a model file for what it is.
  ///
  /// An object detection model finds the objects itself, and its classes are their labels. Any
  /// other model classifies the objects that the bundled localizer finds; without classification
  /// it is not loaded, so that a broken or missing one does no harm then.
  ///
  /// - Parameters:
  ///   - path: The path of a `.tflite` file.
  ///   - classifierOptions: How labels are selected. The label of a detection model carries the
  ///     confidence of its object, so there a confidence threshold selects objects; `nil` for no
  ///     classification.
  ///   - options: How objects are selected.
  /// - Throws: `ViewfinderError` naming what was found and what was expected.
  public convenience init(
    customModel path: String, classifierOptions: ImageClassifier.Options?,
    options: Options = Options()
  ) throws(ViewfinderError) {
    guard let classifierOptions else {
      if let data = try? ModelData(contentsOf: path), DetectorModel.recognizes(data) {
        self.init(model: try DetectorModel(data: data), options: options)
      } else {
        self.init(model: try .bundled(), options: options)
      }
      return
    }
    let data = try ModelData(contentsOf: path)
    if DetectorModel.recognizes(data) {
      var options = options
      if let threshold = classifierOptions.confidenceThreshold, (0...1).contains(threshold) {
        options.confidenceThreshold = threshold
      }
      self.init(
        model: try DetectorModel(data: data), labeling: .detector, options: options)
    } else {
      try self.init(
        classifying: ClassifierModel(data: data), classifierOptions: classifierOptions,
        options: options)
    }
  }

  /// Creates a detector whose objects, found by the bundled localizer, a model of your own labels.
  ///
  /// - Parameters:
  ///   - model: A classifier.
  ///   - classifierOptions: How labels are selected.
  ///   - options: How objects are selected.
  /// - Throws: `ViewfinderError` when the localizer is not installed.
  public convenience init(
    classifying model: ClassifierModel, classifierOptions: ImageClassifier.Options,
    options: Options = Options()
  ) throws(ViewfinderError) {
    self.init(
      model: try .bundled(),
      labeling: .classifier(ImageClassifier(model: model, options: classifierOptions)),
      options: options)
  }
}
