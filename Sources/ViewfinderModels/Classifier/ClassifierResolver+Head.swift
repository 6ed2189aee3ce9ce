internal import ViewfinderCore
internal import ViewfinderInference

extension ClassifierResolver {
  /// A tensor of scores with its labels, calibration and threshold.
  mutating func head(
    _ tensor: TensorDescription,
    index: Int,
    classCount: Int,
    kind: ScoreHead.Kind,
    given: LabelList?,
    subject: String
  ) throws(ViewfinderError) -> ScoreHead {
    let order = graph.outputOrder
    let described = metadata.flatMap { metadata -> TensorMetadata? in
      let position = order.indices.contains(index) ? order[index] : index
      return metadata.outputs.indices.contains(position) ? metadata.outputs[position] : nil
    }
    let labels: LabelList?
    if let given {
      labels = given
    } else {
      labels = try self.labels(
        described, classCount: classCount, isOneSided: kind == .probabilities && classCount == 1,
        subject: subject)
    }
    if labels == nil {
      add(
        .note,
        .invalidMetadata,
        subject,
        "no labels, so results carry a class number and an empty text",
        remedy: "Add a label file to the metadata, or give one beside the model."
      )
    } else if given != nil {
      add(.note, .invalidMetadata, subject, "labels from \(given?.source ?? ""), not the model")
    }
    let name = described?.name ?? ""
    let calibration = try calibration(
      described,
      classCount: classCount,
      hasLabels: labels != nil,
      subject: subject
    )
    return ScoreHead(
      outputIndex: index,
      name: name.isEmpty ? tensor.name : name,
      classCount: labels?.count == 2 && classCount == 1 ? 2 : classCount,
      valueCount: classCount,
      kind: calibration == nil ? kind : .probabilities,
      elementType: tensor.elementType,
      quantization: tensor.quantization,
      labels: labels,
      calibration: calibration,
      scoreThreshold: try threshold(described, subject)
    )
  }

  private mutating func labels(
    _ described: TensorMetadata?,
    classCount: Int,
    isOneSided: Bool,
    subject: String
  ) throws(ViewfinderError) -> LabelList? {
    // Ultralytics calls its own description a label file.
    let files =
      described?.associatedFiles.filter {
        $0.kind == .tensorAxisLabels && !UltralyticsDescription.fileNames.contains($0.name)
      } ?? []
    guard let file = files.first else { return export?.labels(classCount: classCount) }
    let labels = try list(file)
    guard labels.count == classCount || isOneSided && labels.count == 2 else {
      let background =
        abs(labels.count - classCount) == 1
        ? " The difference of one is often a background class: the label file must have a line "
          + "for it exactly if the model has a score for it." : ""
      throw ViewfinderError(
        .invalidMetadata,
        subject: labels.source,
        found: "\(labels.count) labels",
        expected: "\(classCount), one for each class of \(subject)",
        remedy: "Write one line for each class; blank lines count, but one final line break does "
          + "not.\(background)"
      )
    }
    guard let locale = options.displayNamesLocale,
      let other = Self.file(files, for: locale)
    else { return labels }
    return other == file
      ? try labels.withDisplayNames(labels) : try labels.withDisplayNames(list(other))
  }

  /// The file of a language: of that tag whatever its case, or else of the language without a region.
  private static func file(_ files: [AssociatedFile], for tag: String) -> AssociatedFile? {
    func plain(_ tag: String?) -> String? {
      tag.map { String($0.lowercased().map { $0 == "_" ? "-" : $0 }) }
    }
    let wanted = plain(tag)
    let language = wanted?.split(separator: "-").first.map(String.init)
    return files.first { plain($0.locale) == wanted }
      ?? files.first { plain($0.locale) == language }
  }

  private mutating func list(_ file: AssociatedFile) throws(ViewfinderError) -> LabelList {
    if let known = labelLists[file.name] { return try known.get() }
    let list = Result { () throws(ViewfinderError) in try readList(file) }
    labelLists[file.name] = list
    return try list.get()
  }

  private mutating func readList(_ file: AssociatedFile) throws(ViewfinderError) -> LabelList {
    let source = "label file \(file.name.debugDescription)"
    let bytes = try contents(of: file)
    if archive?.entries.first(where: { $0.name == file.name })?.isDeflated == true {
      add(
        .notMLKit, .invalidMetadata, source, "it is compressed",
        expected: "a stored entry, as the metadata format requires",
        remedy: "Pack the file uncompressed, for example with \"zip -0\".")
    }
    if bytes.hasByteOrderMark || bytes.contains(UInt8(ascii: "\r")) {
      add(
        .note,
        .invalidMetadata,
        source,
        "a byte order mark or carriage returns, which ML Kit leaves in the labels",
        remedy: "Save the file as plain UTF-8 with line feeds."
      )
    }
    return try LabelList(bytes: bytes, source: source)
  }

  private mutating func calibration(
    _ described: TensorMetadata?,
    classCount: Int,
    hasLabels: Bool,
    subject: String
  ) throws(ViewfinderError) -> ScoreCalibration? {
    let units = described?.processUnits.compactMap {
      unit -> (transform: ScoreCalibration.Transform, defaultScore: Float)? in
      if case .scoreCalibration(let transform, let score) = unit { (transform, score) } else { nil }
    }
    guard let units, let unit = units.first else { return nil }
    guard units.count == 1 else {
      throw duplicate("ScoreCalibrationOptions", units.count, subject)
    }
    guard let file = described?.associatedFiles.first(where: { $0.kind == .scoreCalibration })
    else {
      throw ViewfinderError(
        .invalidMetadata,
        subject: subject,
        found: "score calibration options without a calibration file",
        expected: "an associated file of the type TENSOR_AXIS_SCORE_CALIBRATION",
        remedy: "Add the file, or take the options out of the metadata."
      )
    }
    if !hasLabels {
      add(
        .notMLKit,
        .invalidMetadata,
        subject,
        "a score calibration without labels",
        expected: "a label file beside it",
        remedy: "Add a label file to the metadata."
      )
    }
    let key = CalibrationKey(
      file: file.name, classCount: classCount, transform: unit.transform,
      defaultScore: unit.defaultScore)
    if let known = calibrations[key] { return try known.get() }
    let calibration = Result { () throws(ViewfinderError) in try readCalibration(file, key) }
    calibrations[key] = calibration
    return try calibration.get()
  }

  /// What a calibration follows from.
  struct CalibrationKey: Hashable {
    let file: String
    let classCount: Int
    let transform: ScoreCalibration.Transform
    let defaultScore: Float
  }

  private mutating func readCalibration(
    _ file: AssociatedFile, _ key: CalibrationKey
  ) throws(ViewfinderError) -> ScoreCalibration {
    let source = "calibration file \(file.name.debugDescription)"
    let bytes = try contents(of: file)
    let lineBreaks = bytes.count { $0 == UInt8(ascii: "\n") }
    if lineBreaks != key.classCount - 1 {
      add(
        .notMLKit,
        .invalidMetadata,
        source,
        "\(lineBreaks) line breaks",
        expected: "\(key.classCount - 1), with none after the last line",
        remedy: "Take out the line break at the end of the file to use the model with ML Kit."
      )
    }
    return try ScoreCalibration(
      bytes: bytes,
      classCount: key.classCount,
      transform: key.transform,
      defaultScore: key.defaultScore,
      source: source
    )
  }

  private func threshold(
    _ described: TensorMetadata?,
    _ subject: String
  ) throws(ViewfinderError) -> Float? {
    let all = described?.processUnits.compactMap { unit -> Float? in
      if case .scoreThreshold(let value) = unit { value } else { nil }
    }
    guard let all, let threshold = all.first else { return nil }
    guard all.count == 1 else {
      throw duplicate("ScoreThresholdingOptions", all.count, subject)
    }
    guard threshold.isFinite else {
      throw ViewfinderError(
        .invalidMetadata,
        subject: subject,
        found: "a score threshold of \(threshold)",
        expected: "a finite number",
        remedy: "Correct ScoreThresholdingOptions in the metadata."
      )
    }
    return threshold
  }
}
