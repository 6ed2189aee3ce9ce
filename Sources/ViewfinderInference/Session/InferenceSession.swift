internal import CViewfinderLiteRT
public import ViewfinderCore

/// A model that is ready to run, with memory for its inputs and outputs.
///
/// ```swift
/// let session = try InferenceSession(ModelData(contentsOf: "bird.tflite"))
/// try session.withInput(0, of: UInt8.self) { pixels in pixels[0] = 255 }
/// try session.run()
/// print(try session.withOutput(0, of: UInt8.self) { scores in scores[0] })
/// ```
///
/// A session is for one thread at a time and therefore not `Sendable`. Sessions of the same model share its bytes, but not the weights that
/// LiteRT rearranges for its kernels.
@safe
public final class InferenceSession {
  /// What the model says about itself.
  package let graph: ModelGraph

  /// The inputs with their present shapes.
  public internal(set) var inputs: [TensorDescription]

  /// The outputs with their present shapes, which may differ from those the file declares.
  public internal(set) var outputs: [TensorDescription]

  let model: CompiledModel
  // Whether outputs of unknown sizes have been given room.
  var hasMadeRoom = false
  let name: String
  // LiteRT's positions of `inputs` and `outputs`.
  let inputSlots: [Int]
  let outputSlots: [Int]
  var inputBuffers: [TensorBuffer] = []
  var outputBuffers: [TensorBuffer] = []
  // The same buffers in LiteRT's order, kept so that a run allocates nothing.
  var inputHandles: [CLiteRTTensorBuffer?] = unsafe []
  var outputHandles: [CLiteRTTensorBuffer?] = unsafe []

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
    let (data, graph) = try ModelGraph.reading(data)
    try self.init(
      data,
      graph: graph,
      options: options,
      runtime: runtime,
      inputShapes: inputShapes
    )
  }

  /// Prepares a model whose graph has been read from the same bytes before.
  ///
  /// - Parameters:
  ///   - data: A whole model file.
  ///   - graph: The graph of exactly these bytes, which skips checking them again; both from
  ///     ``ModelGraph/reading(_:)``.
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
    model = try CompiledModel(
      data, threads: options.threads, usesPlainKernels: graph.growsInside, runtime: library)
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
    let positions = Dictionary(zip(found, found.indices), uniquingKeysWith: { first, _ in first })
    let slots = names?.compactMap { positions[$0] } ?? Array(found.indices)
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
  /// Where the size of an output depends on the values or sizes of the inputs, ``outputs`` has the
  /// shape of the last run.
  ///
  /// - Throws: `.inferenceFailed` with LiteRT's own words.
  public func run() throws(ViewfinderError) {
    // An output may outgrow its memory, whether LiteRT fails for it or not; then it knows how large
    // the output is, and the larger memory holds nothing before another run.
    for _ in 0..<Self.maximumRunCount {
      do throws(ViewfinderError) {
        try unsafe model.run(&inputHandles, &outputHandles)
      } catch {
        let hasGrown = try model.outputsHaveChanged() ? try adoptOutputShapes() : false
        if !hasGrown, try !makeRoom() { throw error }
        continue
      }
      guard try model.outputsHaveChanged(), try adoptOutputShapes() else { return }
    }
    throw ViewfinderError(
      .inferenceFailed, subject: name, found: "an output grows with every run on the same inputs",
      expected: "outputs whose sizes follow from the inputs")
  }

  // The same inputs give the same sizes; one run finds them, and the next one fills them.
  private static let maximumRunCount = 3

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
    return try outputBuffers[index].withSpan(
      of: type, count: outputs[index].elementCount, body)
  }
}
