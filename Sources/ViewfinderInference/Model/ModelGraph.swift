public import ViewfinderCore

/// What a TensorFlow Lite file says about itself, read after all of it has been checked.
///
/// Creating a graph needs no LiteRT library. The checks cover everything LiteRT will touch,
/// because LiteRT itself trusts the meaning of a file: sizes, indices, quantization, sparsity and
/// the operators' inputs.
public struct ModelGraph: Sendable {
  /// What the maker of the file wrote about it.
  public let description: String?

  /// The version of the TensorFlow Lite schema.
  public let schemaVersion: Int

  /// The input tensors in the order in which a session takes them.
  ///
  /// This is the order of the first signature, or of the first subgraph where there is none.
  public let inputs: [TensorDescription]

  /// The output tensors in the order in which a session gives them.
  public let outputs: [TensorDescription]

  /// The same inputs in the order of their subgraph, which is the one metadata counts in.
  public let subgraphInputs: [TensorDescription]

  /// The same outputs in the order of their subgraph.
  public let subgraphOutputs: [TensorDescription]

  /// Where each of ``inputs`` stands in ``subgraphInputs``.
  public let inputOrder: [Int]

  /// Where each of ``outputs`` stands in ``subgraphOutputs``.
  public let outputOrder: [Int]

  // The names that the first signature gives to `inputs` and `outputs`.
  let inputNames: [String]?
  let outputNames: [String]?

  /// The names of the signatures; empty when the file has none.
  public let signatureKeys: [String]

  /// The number of subgraphs.
  public let subgraphCount: Int

  /// How often each operator occurs; custom operators go by their own names.
  public let operators: [String: Int]

  /// The names of the operators that are not built into TensorFlow Lite, sorted.
  public let customOperators: [String]

  /// Which of ``outputs`` come from a `TFLite_Detection_PostProcess` operator, if all its four do.
  public let detectionOutputs: DetectionOutputs?

  /// Where the bytes of each piece of metadata are in the file.
  public let metadata: [String: Range<Int>]

  /// Checks a model file and reads what it says.
  ///
  /// - Parameter data: A whole model file.
  /// - Throws: `.invalidModel`, naming the tensor or operator that is at fault.
  /// - Complexity: O(*n*) in the number of tensors, operators, scales and sparse indices; the
  ///   weights are not read.
  public init(_ data: ModelData) throws(ViewfinderError) {
    let bytes = data.bytes
    do throws(FlatBufferFault) {
      try ModelGraph.checkIdentifier(bytes)
      var reader = ModelFileReader(bytes)
      let file = try reader.read()
      let checker = ModelChecker(file, FlatBufferReader(bytes))
      try checker.check()
      try self.init(file, FlatBufferReader(bytes))
    } catch {
      throw ViewfinderError(
        .invalidModel,
        subject: data.name,
        found: error.reason,
        expected: "a sound TensorFlow Lite model",
        remedy: "Download or export the model again."
      )
    }
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

  private init(_ file: ModelFile, _ reader: borrowing FlatBufferReader) throws(FlatBufferFault) {
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
      signature.map { signature in
        signature.inputs.compactMap { subgraph.inputs.firstIndex(of: $0.tensor) }
      } ?? Array(inputs.indices)
    outputOrder =
      signature.map { signature in
        signature.outputs.compactMap { subgraph.outputs.firstIndex(of: $0.tensor) }
      } ?? Array(outputs.indices)
    self.inputs = inputOrder.map { inputs[$0] }
    self.outputs = outputOrder.map { outputs[$0] }
    inputNames = signature?.inputs.map(\.name)
    outputNames = signature?.outputs.map(\.name)
    signatureKeys = file.signatures.map(\.key)
    subgraphCount = file.subgraphs.count

    var counts: [String: Int] = [:]
    var custom: Set<String> = []
    for operation in file.subgraphs.lazy.flatMap(\.operators) {
      let code = file.operatorCodes[operation.code]
      counts[code.name, default: 0] += 1
      if code.builtin == BuiltinOperator.custom { custom.insert(code.name) }
    }
    let ordered = outputOrder.map { subgraph.outputs[$0] }
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
}

extension TensorDescription {
  /// Describes a tensor that has passed the checks.
  fileprivate init(
    _ tensor: ModelFile.Tensor,
    _ reader: borrowing FlatBufferReader
  ) throws(FlatBufferFault) {
    self.init(
      name: tensor.name.map { reader.text($0) } ?? "",
      elementType: tensor.type.elementType,
      shape: tensor.shape,
      shapeSignature: tensor.shapeSignature.isEmpty ? nil : tensor.shapeSignature,
      quantization: try Quantization(tensor, reader)
    )
  }
}

extension Quantization {
  fileprivate init(
    _ tensor: ModelFile.Tensor,
    _ reader: borrowing FlatBufferReader
  ) throws(FlatBufferFault) {
    guard let quantization = tensor.quantization, let scales = quantization.scales,
      scales.count > 0
    else {
      self = .none
      return
    }
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
