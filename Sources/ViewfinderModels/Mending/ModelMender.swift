package import ViewfinderCore
package import ViewfinderInference

/// Writes TensorFlow Lite metadata into a model file, so that ML Kit, MediaPipe Tasks and Viewfinder
/// know without further words what goes in and what comes out.
///
/// Operators, tensors and weights stay byte for byte what they were. What is not said is taken from
/// the old metadata, from an export's own description, and from what the graph shows for certain.
package struct ModelMender: Sendable {
  /// The labels, one for each class.
  package var labels: LabelList?
  /// How pixels become the numbers of the input.
  package var normalization: Normalization?
  /// The score below which results are left out.
  package var threshold: Float?
  /// The name of the model.
  package var name: String?
  /// Whether to leave the file's signatures out; those that do not fit are left out in any case.
  package var dropsSignatures = false

  /// Creates a mender that says nothing yet.
  package init() {}

  /// The model file with metadata.
  ///
  /// - Parameter data: A model file.
  /// - Returns: The bytes of the new file.
  /// - Throws: `invalidModel`, `unsupportedModel`, `invalidMetadata` and `missingNormalization` as
  ///   ``ClassifierModel`` and ``DetectorModel`` do: what neither takes is not mended.
  package func mend(_ data: ModelData) throws(ViewfinderError) -> [UInt8] {
    let (sound, graph) = try ModelGraph.reading(data)
    let subject = try Subject(sound, graph, self)
    let buffer = try metadata(subject, graph)
    var resolver = ClassifierResolver(data: sound, graph: graph, options: .init())
    try resolver.readMetadata()
    let end = resolver.archive?.start ?? data.byteCount
    // Aligned, so that the archive's start is where zip tools look for it.
    var file = try ModelRewriter.rewrite(
      data, end: end, metadata: [(ModelMetadata.entryName, buffer)],
      dropsSignatures: dropsSignatures || graph.signatureFault != nil)
    var archive = ArchiveWriter(startingAt: file.count)
    if let labels = subject.labels { archive.add(Self.labelFile, Self.text(labels)) }
    for entry in resolver.archive?.entries ?? []
    where entry.name != Self.labelFile && !subject.replacedFiles.contains(entry.name) {
      if let content = try resolver.archive?.contents(of: entry.name, in: sound.bytes) {
        archive.add(entry.name, content)
      }
    }
    file += archive.finished()
    // What is written can be read.
    _ = try ModelGraph(ModelData(bytes: file, name: data.name))
    return file
  }

  private static let labelFile = "labels.txt"

  private static func text(_ labels: LabelList) -> [UInt8] {
    Array(labels.names.joined(separator: "\n").utf8)
  }

  /// What is to be written, worked out by the rules for classifiers and detectors.
  private struct Subject {
    let input: ImageInput
    var labels: LabelList?
    let old: ModelMetadata?
    let isDetector: Bool
    /// The output that labels belong to, in the order of the subgraph.
    var labelled: Int?
    /// The boxes relative to anchors, in the order of the subgraph.
    var rawBoxes: Int?
    /// The outputs of a detector with its suppression, in the order of the subgraph.
    var boxes: (boxes: Int, classes: Int, scores: Int, count: Int)?
    var replacedFiles: Set<String> = Set(UltralyticsDescription.fileNames)

    init(
      _ data: ModelData, _ graph: ModelGraph, _ mender: ModelMender
    ) throws(ViewfinderError) {
      if let layout = try? DetectorResolver.recognize(data, graph) {
        let model = try DetectorModel(
          data: data, options: .init(labels: mender.labels, normalization: mender.normalization))
        (input, labels, old, isDetector) = (model.input, model.labels, model.metadata, true)
        func place(_ output: Int) -> Int { graph.outputOrder[output] }
        if case .postProcessed(let b, let c, let s, let n) = layout {
          boxes = (place(b), place(c), place(s), place(n))
          labelled = place(c)
        } else if case .anchored(let raw, let scores, let head) = layout {
          labelled = place(scores)
          rawBoxes = place(raw)
          // The list of such a file has a line for the background, too.
          if head.hasBackground, let names = model.labels?.names {
            labels = LabelList(["background"] + names)
          }
        } else {
          labelled = graph.outputs.isEmpty ? nil : place(0)
        }
      } else {
        let model = try ClassifierModel(
          data: data, options: .init(labels: mender.labels, normalization: mender.normalization))
        (input, old, isDetector) = (model.input, model.metadata, false)
        let head = model.heads.first { $0.labels != nil } ?? model.heads[0]
        // One sigmoid has one line for the metadata's readers.
        labels = head.isTwoSided ? head.labels.map { LabelList([$0.names[1]]) } : head.labels
        labelled = graph.outputOrder[head.outputIndex]
      }
    }
  }

  // The numbers are field slots of `metadata_schema.fbs` 1.5.0.
  private func metadata(
    _ subject: Subject, _ graph: ModelGraph
  ) throws(ViewfinderError) -> [UInt8] {
    typealias Table = FlatBufferContent
    var input: [Int: Table.Value] = [
      0: .string("image"), 1: .string("The picture to look at."),
      3: .table(
        Table([
          0: .uint8(2),
          1: .table(Table([0: .int8(subject.input.channels == .gray ? 2 : 1)])),
        ])),
    ]
    if let value = subject.input.normalization ?? normalization {
      input[4] = .tables([
        Table([
          0: .uint8(1),
          1: .table(Table([0: .floats(short(value.mean)), 1: .floats(short(value.std))])),
        ])
      ])
      let ends = [Float(0), 255].map { byte in
        (0..<3).map { (byte - value.mean[$0]) / value.std[$0] }
      }
      input[5] = .table(Table([0: .floats(short(ends[1])), 1: .floats(short(ends[0]))]))
    }
    var outputs: [Table] = []
    for position in graph.subgraphOutputs.indices {
      outputs.append(output(position, subject))
    }
    var subgraph: [Int: Table.Value] = [2: .tables([Table(input)]), 3: .tables(outputs)]
    if subject.boxes != nil {
      subgraph[8] = .tables([Table([0: .string("detection_result")])])
    }
    if let detector = subject.old?.detector {
      subgraph[9] = .tables([
        Table([0: .string(DetectorDescription.entryName), 1: .bytes(detector.bytes)])
      ])
    }
    var root: [Int: Table.Value] = [3: .tables([Table(subgraph)]), 7: .string("1.0.0")]
    let old = subject.old
    root[0] = (name ?? old?.name).map { .string($0) }
    root[1] = old?.summary.map { .string($0) }
    root[2] = old?.version.map { .string($0) }
    root[4] = old?.author.map { .string($0) }
    root[5] = old?.license.map { .string($0) }
    return Table(root).file(identifier: "M001")
  }

  private func output(_ position: Int, _ subject: Subject) -> FlatBufferContent {
    typealias Table = FlatBufferContent
    func content(_ kind: UInt8, _ properties: Table, range: Bool = false) -> Table.Value {
      var fields: [Int: Table.Value] = [0: .uint8(kind), 1: .table(properties)]
      if range { fields[2] = .table(Table([0: .int32(2), 1: .int32(2)])) }
      return .table(Table(fields))
    }
    var table: [Int: Table.Value] = [0: .string("score"), 3: content(1, Table())]
    if let boxes = subject.boxes {
      switch position {
      case boxes.boxes:
        table[0] = .string("location")
        table[3] = content(
          3, Table([0: .uint32s([1, 0, 3, 2]), 1: .int8(1), 2: .int8(0)]), range: true)
      case boxes.classes:
        table[0] = .string("category")
        table[3] = content(1, Table(), range: true)
      case boxes.scores:
        table[3] = content(1, Table(), range: true)
      default: table[0] = .string("number of detections")
      }
    } else if position == subject.rawBoxes {
      table[0] = .string("location")
      table[3] = content(3, Table())
    } else if position != subject.labelled {
      table[0] = .string("output \(position)")
    } else {
      table[0] = .string(subject.isDetector ? "score" : "probability")
    }
    if position == (subject.boxes?.scores ?? subject.labelled), let threshold {
      table[4] = .tables([Table([0: .uint8(3), 1: .table(Table([0: .float(threshold)]))])])
    }
    if position == subject.labelled, subject.labels != nil {
      table[6] = .tables([
        Table([
          0: .string(Self.labelFile), 1: .string("The name of each class."),
          2: .int8(subject.boxes == nil ? 2 : 3),
        ])
      ])
    }
    return Table(table)
  }

  private func short(_ values: [Float]) -> [Float] {
    values.allSatisfy { $0 == values[0] } ? [values[0]] : values
  }
}
