public import ViewfinderCore
internal import ViewfinderInference
public import ViewfinderModels
public import ViewfinderPixels

extension Detector {
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
  ///   - customFilter: Which source pixels make up a pixel of an object detection model's input;
  ///     `nil` for that of `options`. The bundled localizer keeps the filter it was made for.
  ///   - options: How objects are selected.
  /// - Throws: `ViewfinderError` naming what was found and what was expected.
  public convenience init(
    customModel path: String, classifierOptions: Labeler.Options?,
    customFilter: SamplingFilter? = nil, options: Options = Options()
  ) throws(ViewfinderError) {
    var detectorOptions = options
    if let customFilter { detectorOptions.filter = customFilter }
    guard let classifierOptions else {
      if let data = try? ModelData(contentsOf: path), DetectorModel.recognizes(data) {
        self.init(model: try DetectorModel(data: data), options: detectorOptions)
      } else {
        self.init(model: try .bundled(), options: options)
      }
      return
    }
    let data = try ModelData(contentsOf: path)
    if DetectorModel.recognizes(data) {
      if let threshold = classifierOptions.confidenceThreshold, (0...1).contains(threshold) {
        detectorOptions.confidenceThreshold = threshold
      }
      self.init(
        model: try DetectorModel(data: data), labeling: .detector, options: detectorOptions)
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
    classifying model: ClassifierModel, classifierOptions: Labeler.Options,
    options: Options = Options()
  ) throws(ViewfinderError) {
    self.init(
      model: try .bundled(),
      labeling: .classifier(Labeler(model: model, options: classifierOptions)),
      options: options)
  }
}
