package import ViewfinderCore

/// What a TensorFlow Lite file says about itself, read after all of it has been checked.
///
/// Creating a graph needs no LiteRT library. The checks cover everything LiteRT will touch,
/// because LiteRT itself trusts the meaning of a file: sizes, indices, quantization, sparsity and
/// the operators' inputs.
package struct ModelGraph: Sendable {
  /// What the maker of the file wrote about it.
  package let description: String?

  /// The version of the TensorFlow Lite schema.
  package let schemaVersion: Int

  /// The input tensors in the order in which a session takes them.
  ///
  /// This is the order of the first signature, or of the first subgraph where there is none.
  package let inputs: [TensorDescription]

  /// The output tensors in the order in which a session gives them.
  package let outputs: [TensorDescription]

  /// The same inputs in the order of their subgraph, which is the one metadata counts in.
  package let subgraphInputs: [TensorDescription]

  /// The same outputs in the order of their subgraph.
  package let subgraphOutputs: [TensorDescription]

  /// Where each of ``inputs`` stands in ``subgraphInputs``.
  package let inputOrder: [Int]

  /// Where each of ``outputs`` stands in ``subgraphOutputs``.
  package let outputOrder: [Int]

  // The names that the first signature gives to `inputs` and `outputs`.
  let inputNames: [String]?
  let outputNames: [String]?

  /// The names of the signatures; empty when the file has none.
  package private(set) var signatureKeys: [String]

  /// What is wrong with the file's signatures, if they are left out for that.
  ///
  /// A signature only gives names to inputs and outputs. One that does not fit its subgraph keeps
  /// LiteRT from preparing a sound model, so it is used without any then.
  package private(set) var signatureFault: String?

  /// The number of subgraphs.
  package let subgraphCount: Int

  /// How often each operator occurs; custom operators go by their own names.
  package let operators: [String: Int]

  /// The names of the operators that are not built into TensorFlow Lite, sorted.
  package let customOperators: [String]

  /// Which of ``outputs`` come from a `TFLite_Detection_PostProcess` operator, if all its four do.
  package let detectionOutputs: DetectionOutputs?

  /// Where the bytes of each piece of metadata are in the file.
  package let metadata: [String: Range<Int>]

  /// The operators that the first input goes through, the first one first; some of them.
  package let inputSteps: [GraphStep]

  /// The operators that each of ``outputs`` comes from, the last one first; some of them.
  package let outputSteps: [[GraphStep]]

  /// Where the file states how many signatures it has, if they are to be left out.
  private let leftOutSignatures: Int?

  /// Checks a model file and reads what it says.
  ///
  /// - Parameter data: A whole model file.
  /// - Throws: `.invalidModel`, naming the tensor or operator that is at fault.
  /// - Complexity: O(*n*) in the size of the file, however often its tables share their parts; the
  ///   weights are not read.
  package init(_ data: ModelData) throws(ViewfinderError) {
    try self.init(data, budget: StepBudget(byteCount: data.byteCount))
  }

  /// Checks a model file within a budget, which then says how many steps it took.
  package init(_ data: ModelData, budget: StepBudget) throws(ViewfinderError) {
    let bytes = data.bytes
    do throws(FlatBufferFault) {
      if let other = ForeignFile(bytes) { throw FlatBufferFault(other.found, other.remedy) }
      try ModelGraph.checkIdentifier(bytes)
      let reader = FlatBufferReader(bytes, budget: budget)
      var file = try ModelFileReader(reader).read()
      let fault = file.signatureFault
      let keys = file.signatures.map(\.key)
      if fault != nil { file.signatures = [] }
      try ModelChecker(file, reader).check()
      try self.init(file, reader, leftOut: fault == nil ? nil : file.signatureCountPosition)
      signatureKeys = keys
      signatureFault = fault
    } catch {
      throw ViewfinderError(
        .invalidModel,
        subject: data.name,
        found: error.reason,
        expected: "a sound TensorFlow Lite model",
        remedy: error.remedy ?? "Download or export the model again."
      )
    }
  }

  /// Whether outputs get their sizes only while the model runs, from an input of fixed sides.
  ///
  /// XNNPACK's kernels write such an output through an address that is not there yet.
  var growsInside: Bool {
    func isOpen(_ tensor: TensorDescription) -> Bool {
      tensor.shapeSignature.dropFirst().contains(-1)
    }
    return operators["SHAPE"] != nil && outputs.contains(where: isOpen)
      && !inputs.contains(where: isOpen)
  }

  /// Checks a model file and gives the bytes that LiteRT can use: the same, or a copy without
  /// signatures where these do not fit.
  ///
  /// - Parameter data: A whole model file.
  /// - Returns: The bytes, and what they say about themselves.
  /// - Throws: As ``init(_:)``.
  package static func reading(
    _ data: ModelData
  ) throws(ViewfinderError) -> (data: ModelData, graph: ModelGraph) {
    let graph = try ModelGraph(data)
    guard let position = graph.leftOutSignatures else { return (data, graph) }
    let copy = data.replacing(0, at: position)
    // What holds the number may be something else, too, in a file made for that.
    var sound = try ModelGraph(copy)
    (sound.signatureKeys, sound.signatureFault) = (graph.signatureKeys, graph.signatureFault)
    return (copy, sound)
  }

  private static func checkIdentifier(_ bytes: Span<UInt8>) throws(FlatBufferFault) {
    guard bytes.count >= 8 else {
      throw FlatBufferFault("the file has only \(bytes.count) bytes")
    }
    let marks: [UInt8] = [0x54, 0x46, 0x4C, 0x33]  // TFL3
    for index in 0..<4 where bytes[4 + index] != marks[index] {
      let found = (4..<8).map { position in
        let byte = bytes[position]
        return (0x20..<0x7F).contains(byte) ? String(UnicodeScalar(byte)) : "\u{FFFD}"
      }
      throw FlatBufferFault("bytes 4 through 7 are \"\(found.joined())\" instead of \"TFL3\"")
    }
  }

  private init(
    _ file: ModelFile, _ reader: FlatBufferReader, leftOut: Int?
  ) throws(FlatBufferFault) {
    leftOutSignatures = leftOut
    let signature = file.signatures.first
    let subgraph = file.subgraphs[signature?.subgraph ?? 0]
    description = file.description
    schemaVersion = file.version
    var inputs: [TensorDescription] = []
    for index in subgraph.inputs {
      inputs.append(try TensorDescription(subgraph.tensors[index], reader))
    }
    var outputs: [TensorDescription] = []
    for index in subgraph.outputs {
      outputs.append(try TensorDescription(subgraph.tensors[index], reader))
    }
    subgraphInputs = inputs
    subgraphOutputs = outputs
    inputOrder =
      signature.map { Self.order($0.inputs, in: subgraph.inputs) } ?? Array(inputs.indices)
    outputOrder =
      signature.map { Self.order($0.outputs, in: subgraph.outputs) } ?? Array(outputs.indices)
    self.inputs = inputOrder.map { inputs[$0] }
    self.outputs = outputOrder.map { outputs[$0] }
    inputNames = signature?.inputs.map(\.name)
    outputNames = signature?.outputs.map(\.name)
    signatureKeys = file.signatures.map(\.key)
    subgraphCount = file.subgraphs.count

    var uses = Array(repeating: 0, count: file.operatorCodes.count)
    for subgraph in file.subgraphs {
      for operation in subgraph.operators { uses[operation.code] += 1 }
    }
    var counts: [String: Int] = [:]
    var custom: Set<String> = []
    for (code, count) in zip(file.operatorCodes, uses) where count > 0 {
      counts[code.name, default: 0] += count
      if code.builtin == BuiltinOperator.custom { custom.insert(code.name) }
    }
    let ordered = outputOrder.map { subgraph.outputs[$0] }
    let ends = GraphEnds(file, subgraph, reader)
    inputSteps =
      try inputOrder.first.map { position throws(FlatBufferFault) in
        try ends.steps(from: subgraph.inputs[position])
      } ?? []
    var steps: [[GraphStep]] = []
    // Models with more outputs are neither classifiers nor detectors.
    for output in ordered.prefix(16) { steps.append(try ends.steps(to: output)) }
    outputSteps = steps + Array(repeating: [], count: max(0, ordered.count - 16))
    let detection = subgraph.operators.first {
      file.operatorCodes[$0.code].name == "TFLite_Detection_PostProcess"
    }
    if let detection {
      detectionOutputs = DetectionOutputs(
        detection.outputs.map { ordered.firstIndex(of: $0) },
        classCount: try detection.detectionClassCount(reader))
    } else {
      detectionOutputs = nil
    }
    operators = counts
    customOperators = custom.sorted()
    metadata = Dictionary(
      file.metadata.map { ($0.name, file.buffers[$0.buffer]) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Where the tensors that a signature names stand among those of its subgraph.
  private static func order(_ bindings: [ModelFile.Signature.Binding], in tensors: [Int]) -> [Int] {
    let positions = Dictionary(
      zip(tensors, tensors.indices), uniquingKeysWith: { first, _ in first })
    return bindings.compactMap { positions[$0.tensor] }
  }
}

extension TensorDescription {
  /// Describes a tensor that has passed the checks.
  fileprivate init(
    _ tensor: ModelFile.Tensor,
    _ reader: borrowing FlatBufferReader
  ) throws(FlatBufferFault) {
    // Reports and tasks keep and write several things about each.
    try reader.budget.spend(512 + 2 * tensor.shape.count)
    self.init(
      name: try tensor.name.map { name throws(FlatBufferFault) in try reader.text(name) } ?? "",
      elementType: tensor.type.elementType,
      shape: tensor.shape,
      shapeSignature: tensor.shapeSignature.isEmpty ? nil : tensor.shapeSignature,
      quantization: try Quantization(tensor, reader)
    )
  }
}

extension Quantization {
  init(
    _ tensor: ModelFile.Tensor,
    _ reader: borrowing FlatBufferReader
  ) throws(FlatBufferFault) {
    guard let quantization = tensor.quantization, let scales = quantization.scales,
      scales.count > 0
    else {
      self = .none
      return
    }
    try reader.budget.spend(keeping: scales.count, of: (Float, Int).self)
    var scaleValues: [Float] = []
    var zeroPoints: [Int] = []
    for index in 0..<scales.count {
      scaleValues.append(
        Float(bitPattern: try reader.integer(UInt32.self, scales, at: index))
      )
      let zero = quantization.zeroPoints
      zeroPoints.append(
        try zero.map { vector throws(FlatBufferFault) in
          try Int(reader.integer(Int64.self, vector, at: min(index, vector.count - 1)))
        } ?? 0
      )
    }
    self =
      scales.count == 1
      ? .perTensor(scale: scaleValues[0], zeroPoint: zeroPoints[0])
      : .perChannel(axis: quantization.axis, scales: scaleValues, zeroPoints: zeroPoints)
  }
}
