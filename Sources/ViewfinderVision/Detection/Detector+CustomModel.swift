public import ViewfinderCore
internal import ViewfinderInference
public import ViewfinderModels
public import ViewfinderPixels

extension Detector {
  /// Creates a detector that uses a model file for what it is.
  ///
  /// An object detection model finds the objects itself, and its classes are their labels. Any
  /// other model labels the objects that the bundled localizer finds; without labels it is not loaded,
  /// so that a broken or missing one does no harm then.
  ///
  /// - Parameters:
  ///   - path: The path of a `.tflite` file.
  ///   - labelOptions: How labels are selected. The label of a detection model carries the
  ///     confidence of its object, so there a confidence threshold selects objects; `nil` for no
  ///     labels.
  ///   - customFilter: Which source pixels make up a pixel of an object detection model's input;
  ///     `nil` for that of `options`. The bundled localizer keeps the filter it was made for.
  ///   - options: How objects are selected.
  /// - Throws: `ViewfinderError` naming what was found and what was expected.
  public convenience init(
    customModel path: String, labelOptions: Labeler.Options?,
    customFilter: SamplingFilter? = nil, options: Options = Options()
  ) throws(ViewfinderError) {
    var detectorOptions = options
    if let customFilter { detectorOptions.filter = customFilter }
    guard let labelOptions else {
      if let data = try? ModelData(contentsOf: path), DetectorModel.recognizes(data) {
        self.init(model: try DetectorModel(data: data), labeling: .off, options: detectorOptions)
      } else {
        try self.init(options: options)
      }
      return
    }
    let data = try ModelData(contentsOf: path)
    if DetectorModel.recognizes(data) {
      if let threshold = labelOptions.confidenceThreshold {
        detectorOptions.confidenceThreshold = threshold
      }
      self.init(model: try DetectorModel(data: data), options: detectorOptions)
    } else {
      try self.init(
        labelingWith: ClassifierModel(data: data), labelOptions: labelOptions, options: options)
    }
  }

  /// Creates a detector whose objects, found by the bundled localizer, a model of your own labels.
  ///
  /// - Parameters:
  ///   - model: A classification model.
  ///   - labelOptions: How labels are selected.
  ///   - options: How objects are selected.
  /// - Throws: `ViewfinderError` when the localizer is not installed.
  public convenience init(
    labelingWith model: ClassifierModel, labelOptions: Labeler.Options = Labeler.Options(),
    options: Options = Options()
  ) throws(ViewfinderError) {
    try self.init(
      labeling: .labeler(Labeler(model: model, options: labelOptions)), options: options)
  }
}
