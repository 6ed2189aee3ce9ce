internal import CViewfinderLiteRT
internal import ViewfinderCore
internal import ViewfinderSystem

/// A model that LiteRT has prepared for the CPU: the owner of the two C handles.
///
/// It is for one thread at a time; LiteRT gives wrong results, silently, to two.
@safe
final class CompiledModel {
  let runtime: LiteRTRuntime
  // LiteRT reads the weights in place for as long as the handles live.
  private let data: ModelData
  private let model: CLiteRTModel
  private let handle: CLiteRTCompiledModel
  // The outputs' shapes now and before, in two lists so that looking allocates nothing.
  private var layouts: [CLiteRTLayout] = []
  private var otherLayouts: [CLiteRTLayout] = []

  /// Hands a checked model to LiteRT.
  init(
    _ data: ModelData,
    threads: Int,
    usesPlainKernels: Bool,
    runtime: LiteRTRuntime
  ) throws(ViewfinderError) {
    self.runtime = runtime
    self.data = data
    var table = runtime.table
    var model: CLiteRTModel?
    var status = unsafe data.withUnsafeBytes { bytes in
      unsafe table.CreateModelFromBuffer(
        runtime.environment,
        bytes.baseAddress,
        bytes.count,
        &model
      )
    }
    guard status == 0, let model = unsafe model else {
      throw ViewfinderError(
        .invalidModel,
        subject: data.name,
        found: "LiteRT refuses the file (\(LiteRTStatus.text(status)))",
        expected: "a sound TensorFlow Lite model",
        remedy: "Download or export the model again.",
        runtimeStatus: status
      )
    }
    var options: CLiteRTOptions?
    var handle: CLiteRTCompiledModel?
    status = unsafe clitert_create_options(
      &table, Int32(threads), usesPlainKernels, &options)
    if status == 0 {
      status = unsafe table.CreateCompiledModel(runtime.environment, model, options, &handle)
      unsafe table.DestroyOptions(options)
    }
    guard status == 0, let handle = unsafe handle else {
      unsafe table.DestroyModel(model)
      throw CompiledModel.cannotPrepare(data.name, status, LiteRTStatus.text(status))
    }
    unsafe self.model = model
    unsafe self.handle = handle
  }

  deinit {
    unsafe runtime.table.DestroyCompiledModel(handle)
    unsafe runtime.table.DestroyModel(model)
  }

  /// The names of the first signature's inputs, in LiteRT's order.
  func inputNames() throws(ViewfinderError) -> [String] {
    let table = runtime.table
    return try unsafe names(table.GetNumSignatureInputs, table.GetSignatureInputName)
  }

  /// The names of the first signature's outputs, in LiteRT's order.
  func outputNames() throws(ViewfinderError) -> [String] {
    let table = runtime.table
    return try unsafe names(table.GetNumSignatureOutputs, table.GetSignatureOutputName)
  }

  private func names(
    _ count: (CLiteRTSignature?, UnsafeMutablePointer<Int>?) -> CLiteRTStatus,
    _ name: (CLiteRTSignature?, Int, UnsafeMutablePointer<UnsafePointer<CChar>?>?)
      -> CLiteRTStatus
  ) throws(ViewfinderError) -> [String] {
    var signature: CLiteRTSignature?
    try check(unsafe runtime.table.GetModelSignature(model, 0, &signature))
    var total = 0
    try check(unsafe count(signature, &total))
    var names: [String] = []
    for index in 0..<total {
      var text: UnsafePointer<CChar>?
      try check(unsafe name(signature, index, &text))
      names.append(unsafe text.map { unsafe String(cString: $0) } ?? "")
    }
    return names
  }

  /// The present shape of an input.
  func inputShape(_ index: Int) throws(ViewfinderError) -> [Int] {
    var layout = CLiteRTLayout()
    try check(
      unsafe runtime.table.GetCompiledModelInputTensorLayout(handle, 0, index, &layout)
    )
    return layout.shape
  }

  /// Changes the shape of an input, where the model leaves its sizes open.
  func resizeInput(_ index: Int, to shape: [Int]) throws(ViewfinderError) {
    let sizes = shape.map { CInt($0) }
    try check(
      unsafe runtime.table.CompiledModelResizeInputTensor(handle, 0, index, sizes, sizes.count)
    )
  }

  /// Lays out memory for the whole model, and works out the shapes of the outputs.
  ///
  /// This is where LiteRT finds operators it does not have and graphs that do not fit together.
  func allocate(outputCount: Int) throws(ViewfinderError) {
    layouts = Array(repeating: CLiteRTLayout(), count: outputCount)
    otherLayouts = layouts
    try check(
      unsafe runtime.table.GetCompiledModelOutputTensorLayouts(
        handle, 0, layouts.count, &layouts, true))
  }

  /// Whether the last run has changed the shapes of the outputs.
  func outputsHaveChanged() throws(ViewfinderError) -> Bool {
    try check(
      unsafe runtime.table.GetCompiledModelOutputTensorLayouts(
        handle, 0, otherLayouts.count, &otherLayouts, false))
    swap(&layouts, &otherLayouts)
    return unsafe !clitert_layouts_equal(layouts, otherLayouts, layouts.count)
  }

  /// The present shapes of the outputs.
  var outputShapes: [[Int]] { layouts.map(\.shape) }

  /// Memory for an input, as the kernels want it: aligned and padded.
  func makeInputBuffer(
    _ index: Int,
    _ type: ElementType,
    _ shape: [Int]
  ) throws(ViewfinderError) -> TensorBuffer {
    var requirements: CLiteRTRequirements?
    try check(
      unsafe runtime.table.GetCompiledModelInputBufferRequirements(
        handle,
        0,
        index,
        &requirements
      )
    )
    return try unsafe TensorBuffer(runtime, type, shape, requirements, of: data.name)
  }

  /// Memory for an output.
  func makeOutputBuffer(
    _ index: Int, _ type: ElementType, _ shape: [Int]
  ) throws(ViewfinderError) -> TensorBuffer {
    var requirements: CLiteRTRequirements?
    try check(
      unsafe runtime.table.GetCompiledModelOutputBufferRequirements(
        handle, 0, index, &requirements))
    return try unsafe TensorBuffer(runtime, type, shape, requirements, of: data.name)
  }

  /// Memory for an output that has outgrown what LiteRT required.
  func makeLargerOutputBuffer(
    _ type: ElementType, _ shape: [Int]
  ) throws(ViewfinderError) -> TensorBuffer {
    try unsafe TensorBuffer(runtime, type, shape, nil, of: data.name)
  }

  /// Runs the model.
  func run(
    _ inputs: inout [CLiteRTTensorBuffer?],
    _ outputs: inout [CLiteRTTensorBuffer?]
  ) throws(ViewfinderError) {
    let status = unsafe runtime.table.RunCompiledModel(
      handle,
      0,
      inputs.count,
      &inputs,
      outputs.count,
      &outputs
    )
    guard status == 0 else {
      throw ViewfinderError(
        .inferenceFailed,
        subject: data.name,
        found: "the model does not run (\(reason(status)))",
        runtimeStatus: status
      )
    }
  }

  private func check(_ status: CLiteRTStatus) throws(ViewfinderError) {
    guard status == 0 else { throw CompiledModel.cannotPrepare(data.name, status, reason(status)) }
  }

  private static func cannotPrepare(
    _ name: String, _ status: CLiteRTStatus, _ reason: String
  ) -> ViewfinderError {
    ViewfinderError(
      .unsupportedModel,
      subject: name,
      found: "LiteRT \(LiteRTRuntime.version) cannot prepare the model (\(reason))",
      expected: "a model whose operators LiteRT has built in",
      runtimeStatus: status
    )
  }

  /// What LiteRT wrote about a failure, or else its status.
  private func reason(_ status: CLiteRTStatus) -> String {
    var text: UnsafeMutablePointer<CChar>?
    guard unsafe runtime.table.CompiledModelGetErrorMessages(handle, &text) == 0,
      let text = unsafe text
    else { return LiteRTStatus.text(status) }
    defer {
      unsafe free(text)
      _ = unsafe runtime.table.CompiledModelClearErrors(handle)
    }
    // The first line names the cause; the others repeat it in other words.
    let line = unsafe String(cString: text).split(whereSeparator: \.isNewline).first ?? ""
    let sentence = line.split(separator: ". See instructions", maxSplits: 1).first ?? line
    return sentence.isEmpty ? LiteRTStatus.text(status) : String(sentence)
  }
}

extension CLiteRTLayout {
  /// The sizes.
  var shape: [Int] {
    var layout = self
    return (0..<min(unsafe clitert_layout_rank(&layout), UInt32(CVIEWFINDER_LITERT_MAXIMUM_RANK)))
      .map {
        Int(unsafe clitert_layout_size(&layout, $0))
      }
  }
}
