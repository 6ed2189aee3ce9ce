/// Follows a model's image inwards and its results backwards, a few operators far.
struct GraphEnds: ~Escapable {
  private let file: ModelFile
  private let subgraph: ModelFile.Subgraph
  private let reader: FlatBufferReader
  /// The operator that writes each tensor.
  private var producers: [Int?]

  private static let mostSteps = 8
  /// The elements of a constant that are looked at; more are skipped evenly.
  private static let mostElements = 1 << 15
  private static let mostValues = 16

  @_lifetime(copy reader)
  init(_ file: ModelFile, _ subgraph: ModelFile.Subgraph, _ reader: FlatBufferReader) {
    self.file = file
    self.subgraph = subgraph
    self.reader = reader
    producers = Array(repeating: nil, count: subgraph.tensors.count)
    for (position, operation) in subgraph.operators.enumerated() {
      for tensor in operation.outputs where tensor >= 0 { producers[tensor] = position }
    }
  }

  /// The operators that an input goes through, the first one first.
  func steps(from input: Int) throws(FlatBufferFault) -> [GraphStep] {
    var steps: [GraphStep] = []
    var tensor = input
    // One pass: operators come in the order in which they run.
    for operation in subgraph.operators where operation.inputs.contains(tensor) {
      guard name(of: operation) != "SHAPE" else { continue }
      steps.append(try step(operation, readsValues: true))
      guard steps.count < Self.mostSteps, let next = operation.outputs.first, next >= 0 else {
        break
      }
      tensor = next
    }
    return steps
  }

  /// The operators that an output comes from, the last one first.
  func steps(to output: Int) throws(FlatBufferFault) -> [GraphStep] {
    var steps: [GraphStep] = []
    var tensor = output
    while steps.count < Self.mostSteps, let position = producers[tensor] {
      let operation = subgraph.operators[position]
      steps.append(try step(operation, readsValues: false))
      guard
        let next = operation.inputs.first(where: { $0 >= 0 && !isConstant(subgraph.tensors[$0]) })
      else { break }
      tensor = next
    }
    return steps
  }

  private func step(
    _ operation: ModelFile.Operator, readsValues: Bool
  ) throws(FlatBufferFault) -> GraphStep {
    var constants: [GraphConstant] = []
    for (position, tensor) in operation.inputs.enumerated() where tensor >= 0 {
      if let constant = try constant(
        tensor, at: position, readsValues: readsValues)
      {
        constants.append(constant)
      }
    }
    let result = operation.outputs.first { $0 >= 0 }.map { subgraph.tensors[$0] }
    return GraphStep(
      name: name(of: operation), constants: constants,
      quantization: try result.map { tensor throws(FlatBufferFault) in
        try Quantization(tensor, reader)
      } ?? .none,
      elementType: result?.type.elementType ?? .unknown)
  }

  /// A constant, also one that is unpacked first.
  private func constant(
    _ index: Int, at position: Int, readsValues: Bool
  ) throws(FlatBufferFault) -> GraphConstant? {
    var tensor = subgraph.tensors[index]
    if !isConstant(tensor) {
      guard let producer = producers[index],
        name(of: subgraph.operators[producer]) == "DEQUANTIZE",
        let source = subgraph.operators[producer].inputs.first, source >= 0
      else { return nil }
      tensor = subgraph.tensors[source]
    }
    guard isConstant(tensor), tensor.sparsity == nil, let count = tensor.elementCount, count > 0
    else { return nil }
    let range = file.buffers[tensor.buffer]
    let width = tensor.type.bitWidth / 8
    guard width > 0, count <= range.count / width else { return nil }
    guard readsValues else {
      return GraphConstant(
        position: position, shape: tensor.shape, values: [], meanMagnitude: 0, largestMagnitude: 0)
    }
    let quantization = try Quantization(tensor, reader)
    let step = (count - 1) / Self.mostElements + 1
    var values: [Float] = []
    var (sum, largest, seen) = (0.0, Float(0), 0)
    for element in stride(from: 0, to: count, by: step) {
      let bytes = range.lowerBound + element * width
      guard let raw = try number(tensor.type.elementType, at: bytes) else { return nil }
      let value = quantization.real(raw, element: element, shape: tensor.shape)
      guard value.isFinite else { return nil }
      sum += Double(abs(value))
      largest = max(largest, abs(value))
      seen += 1
      if count <= Self.mostValues { values.append(value) }
    }
    return GraphConstant(
      position: position, shape: tensor.shape, values: values,
      meanMagnitude: Float(sum / Double(seen)), largestMagnitude: largest)
  }

  private func number(
    _ type: ElementType, at position: Int
  ) throws(FlatBufferFault) -> Float? {
    switch type {
    case .float32: Float(bitPattern: try reader.integer(UInt32.self, at: position))
    case .float16: Float(halfPattern: try reader.integer(UInt16.self, at: position))
    case .int8: Float(try reader.integer(Int8.self, at: position))
    case .uint8: Float(try reader.integer(UInt8.self, at: position))
    case .int32: Float(try reader.integer(Int32.self, at: position))
    default: nil
    }
  }

  private func name(of operation: ModelFile.Operator) -> String {
    file.operatorCodes[operation.code].name
  }

  private func isConstant(_ tensor: ModelFile.Tensor) -> Bool {
    tensor.buffer != 0 && !file.buffers[tensor.buffer].isEmpty
  }
}

extension Quantization {
  /// The real number that an integer of a constant stands for.
  fileprivate func real(_ value: Float, element: Int, shape: [Int]) -> Float {
    switch self {
    case .none: return value
    case .perTensor(let scale, let zeroPoint): return scale * (value - Float(zeroPoint))
    case .perChannel(let axis, let scales, let zeroPoints):
      guard shape.indices.contains(axis), shape[axis] == scales.count else { return value }
      let run = shape[(axis + 1)...].reduce(1, *)
      let channel = element / max(1, run) % scales.count
      return scales[channel] * (value - Float(zeroPoints[channel]))
    }
  }
}

extension Float {
  /// Creates a number from the bits of an IEEE 754 number of 16 bits.
  ///
  /// `Float16` does not exist on every platform.
  init(halfPattern bits: UInt16) {
    let exponent = Int(bits >> 10 & 0x1F)
    let fraction = Float(bits & 0x3FF)
    let magnitude: Float =
      switch exponent {
      case 0: fraction * 0x1p-24
      case 31: fraction == 0 ? .infinity : .nan
      default: Float(sign: .plus, exponent: exponent - 15, significand: 1 + fraction / 1024)
      }
    self = bits & 0x8000 == 0 ? magnitude : -magnitude
  }
}
