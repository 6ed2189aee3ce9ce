internal import CLiteRT
public import ViewfinderCore

/// A model that is ready to run, with memory for its inputs and outputs.
///
/// ```swift
/// let session = try InferenceSession(ModelData(contentsOf: "bird.tflite"))
/// try session.withInput(0, of: UInt8.self) { pixels in … }
/// try session.run()
/// try session.withOutput(0, of: UInt8.self) { scores in … }
/// ```
///
/// A session is for one thread at a time and therefore not `Sendable`; ``ResourcePool`` shares
/// sessions between threads. Sessions of the same model share its bytes, but not the weights that
/// LiteRT rearranges for its kernels.
@safe
public final class InferenceSession {
  /// What the model says about itself.
  public let graph: ModelGraph

  /// The inputs with their present shapes.
  public private(set) var inputs: [TensorDescription]

  /// The outputs with their present shapes, which may differ from those the file declares.
  public private(set) var outputs: [TensorDescription]

  private let model: CompiledModel
  private let name: String
  // LiteRT's positions of `inputs` and `outputs`.
  private let inputSlots: [Int]
  private let outputSlots: [Int]
  private var inputBuffers: [TensorBuffer] = []
  private var outputBuffers: [TensorBuffer] = []
  // The same buffers in LiteRT's order, kept so that a run allocates nothing.
  private var inputHandles: [CLiteRTTensorBuffer?] = unsafe []
  private var outputHandles: [CLiteRTTensorBuffer?] = unsafe []

  /// The largest input or output, in bytes.
  static let maximumTensorByteCount = 1 << 30

  /// Checks a model, prepares it and lays out its memory.
  ///
  /// - Parameters:
  ///   - data: A whole model file.
  ///   - options: How to run it.
  ///   - runtime: The library; ``LiteRTRuntime/shared()`` by default.
  ///   - inputShapes: A shape for each input, where the model leaves sizes open.
  /// - Throws: `.invalidModel` for a damaged file, `.unsupportedModel` for one that LiteRT cannot
  ///   prepare, `.runtimeUnavailable` without LiteRT.
  public convenience init(
    _ data: ModelData,
    options: InferenceOptions = .init(),
    runtime: LiteRTRuntime? = nil,
    inputShapes: [[Int]]? = nil
  ) throws(ViewfinderError) {
    try self.init(
      data,
      graph: ModelGraph(data),
      options: options,
      runtime: runtime,
      inputShapes: inputShapes
    )
  }

  /// Prepares a model whose graph has been read from the same bytes before.
  ///
  /// - Parameters:
  ///   - data: A whole model file.
  ///   - graph: The graph of exactly these bytes, which skips checking them again.
  ///   - options: How to run it.
  ///   - runtime: The library; ``LiteRTRuntime/shared()`` by default.
  ///   - inputShapes: A shape for each input, where the model leaves sizes open.
  /// - Throws: As the other initializer.
  package init(
    _ data: ModelData,
    graph: ModelGraph,
    options: InferenceOptions = .init(),
    runtime: LiteRTRuntime? = nil,
    inputShapes: [[Int]]? = nil
  ) throws(ViewfinderError) {
    for tensor in graph.inputs + graph.outputs where tensor.elementType.byteCount == 0 {
      throw ViewfinderError(
        .unsupportedModel,
        subject: data.name,
        found: "the tensor \"\(tensor.name)\" has elements of type \(tensor.elementType.rawValue)",
        expected: "numbers of 8 to 64 bits at every input and output"
      )
    }
    self.graph = graph
    name = data.name
    let library = if let runtime { runtime } else { try LiteRTRuntime.shared() }
    model = try CompiledModel(data, threads: options.threads, runtime: library)
    inputSlots = try InferenceSession.slots(
      graph.inputNames,
      count: graph.inputs.count,
      model.inputNames(),
      data.name
    )
    outputSlots = try InferenceSession.slots(
      graph.outputNames,
      count: graph.outputs.count,
      model.outputNames(),
      data.name
    )
    inputs = graph.inputs
    outputs = graph.outputs
    try layOut(shapes: inputShapes ?? graph.inputs.map(\.shape))
  }

  /// Where LiteRT keeps each of our inputs or outputs.
  ///
  /// Both follow the file's signature; the names make sure of it.
  private static func slots(
    _ names: [String]?,
    count: Int,
    _ found: [String],
    _ subject: String
  ) throws(ViewfinderError) -> [Int] {
    let slots = names?.compactMap { found.firstIndex(of: $0) } ?? Array(found.indices)
    guard slots.count == count, Set(slots).count == count, found.count == count else {
      throw ViewfinderError(
        .unsupportedModel,
        subject: subject,
        found: "LiteRT names its tensors \(found)",
        expected: "\(names ?? []), as in the file"
      )
    }
    return slots
  }

  // MARK: Shapes

  /// Changes the shape of one input.
  ///
  /// - Parameters:
  ///   - index: The position of the input.
  ///   - shape: The new sizes; they may differ from the present ones only where the model's
  ///     ``TensorDescription/shapeSignature`` has −1.
  /// - Throws: `.unsupportedModel` when the model cannot take the shape; the session then keeps
  ///   the one it had.
  public func resizeInput(_ index: Int, to shape: [Int]) throws(ViewfinderError) {
    var shapes = inputs.map(\.shape)
    precondition(shapes.indices.contains(index), "The model has no input \(index)")
    shapes[index] = shape
    try resizeInputs(to: shapes)
  }

  /// Changes the shapes of all inputs at once.
  ///
  /// - Parameter shapes: The new sizes of each input, as for ``resizeInput(_:to:)``.
  /// - Throws: `.unsupportedModel` when the model cannot take them; the session then keeps those
  ///   it had.
  public func resizeInputs(to shapes: [[Int]]) throws(ViewfinderError) {
    let old = inputs.map(\.shape)
    guard shapes != old else { return }
    do throws(ViewfinderError) {
      try layOut(shapes: shapes)
    } catch {
      try layOut(shapes: old)
      throw error
    }
  }

  /// Gives the inputs their shapes, has LiteRT lay out its memory, and makes the buffers.
  private func layOut(shapes: [[Int]]) throws(ViewfinderError) {
    precondition(shapes.count == inputs.count, "There is one shape for each input")
    for (index, shape) in shapes.enumerated() {
      try check(shape, of: index)
      if try model.inputShape(inputSlots[index]) != shape {
        try model.resizeInput(inputSlots[index], to: shape)
      }
    }
    let outputShapes = try model.allocate(outputCount: outputs.count)
    var newInputs: [TensorBuffer] = []
    for (index, slot) in inputSlots.enumerated() {
      newInputs.append(
        try model.makeInputBuffer(slot, inputs[index].elementType, shapes[index])
      )
    }
    var newOutputs: [TensorBuffer] = []
    for (index, slot) in outputSlots.enumerated() {
      newOutputs.append(
        try model.makeOutputBuffer(slot, outputs[index].elementType, outputShapes[slot])
      )
    }
    inputBuffers = newInputs
    outputBuffers = newOutputs
    unsafe inputHandles = Array(repeating: nil, count: inputs.count)
    unsafe outputHandles = Array(repeating: nil, count: outputs.count)
    for (index, slot) in inputSlots.enumerated() {
      unsafe inputHandles[slot] = inputBuffers[index].handle
      inputs[index] = inputs[index].reshaped(shapes[index])
    }
    for (index, slot) in outputSlots.enumerated() {
      unsafe outputHandles[slot] = outputBuffers[index].handle
      outputs[index] = outputs[index].reshaped(outputShapes[slot])
    }
  }

  /// Refuses shapes that the model or the memory has no room for.
  private func check(_ shape: [Int], of index: Int) throws(ViewfinderError) {
    let signature = inputs[index].shapeSignature
    let fits =
      shape.count == signature.count
      && zip(shape, signature).allSatisfy { $0 > 0 && ($1 < 0 || $0 == $1) }
    guard fits else {
      throw ViewfinderError(
        .unsupportedModel,
        subject: name,
        found: "the shape \(shape) for the input \"\(inputs[index].name)\"",
        expected: "positive sizes that agree with \(signature), where -1 is open"
      )
    }
    var byteCount = inputs[index].elementType.byteCount
    for size in shape {
      let (product, overflow) = byteCount.multipliedReportingOverflow(by: size)
      guard !overflow, product <= InferenceSession.maximumTensorByteCount else {
        throw ViewfinderError(
          .tooLarge,
          subject: name,
          found: "the shape \(shape) for the input \"\(inputs[index].name)\"",
          expected: "at most \(InferenceSession.maximumTensorByteCount) bytes"
        )
      }
      byteCount = product
    }
  }

  // MARK: Running

  /// Gives the elements of an input to a closure that fills them.
  ///
  /// - Parameters:
  ///   - index: The position of the input.
  ///   - type: The Swift type of its elements.
  ///   - body: A closure that changes the elements; they keep their values from run to run.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  /// - Precondition: The model has the input, and its elements are of this type.
  public func withInput<T: TensorElement, R>(
    _ index: Int,
    of type: T.Type,
    _ body: (inout MutableSpan<T>) throws(ViewfinderError) -> R
  ) throws(ViewfinderError) -> R {
    precondition(inputs.indices.contains(index), "The model has no input \(index)")
    precondition(
      inputs[index].elementType == T.elementType,
      "Input \(index) holds \(inputs[index].elementType), not \(T.elementType)"
    )
    return try inputBuffers[index].withMutableSpan(of: type, body)
  }

  /// Runs the model on what the inputs hold.
  ///
  /// - Throws: `.inferenceFailed` with LiteRT's own words.
  public func run() throws(ViewfinderError) {
    try unsafe model.run(&inputHandles, &outputHandles)
  }

  /// Gives the elements of an output to a closure.
  ///
  /// - Parameters:
  ///   - index: The position of the output.
  ///   - type: The Swift type of its elements.
  ///   - body: A closure that reads the elements.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  /// - Precondition: The model has the output, and its elements are of this type.
  public func withOutput<T: TensorElement, R>(
    _ index: Int,
    of type: T.Type,
    _ body: (Span<T>) throws(ViewfinderError) -> R
  ) throws(ViewfinderError) -> R {
    precondition(outputs.indices.contains(index), "The model has no output \(index)")
    precondition(
      outputs[index].elementType == T.elementType,
      "Output \(index) holds \(outputs[index].elementType), not \(T.elementType)"
    )
    return try outputBuffers[index].withSpan(of: type, body)
  }
}

extension TensorDescription {
  /// The same tensor with another shape.
  fileprivate func reshaped(_ shape: [Int]) -> TensorDescription {
    TensorDescription(
      name: name,
      elementType: elementType,
      shape: shape,
      shapeSignature: shapeSignature,
      quantization: quantization
    )
  }
}
