/// The declared shapes around an operator, and the rules that tie them together.
///
/// LiteRT works shapes out again before a run, but hands the declared ones to XNNPACK. Where they
/// contradict each other it reads past the weights, or fills gigabytes.
///
/// Shapes that the file leaves open are not known: their tensors are skipped.
struct OperatorShapes {
  /// The shape of each input and output; nothing where it is left out or open.
  private let inputs: [[Int]?]
  private let outputs: [[Int]?]

  /// Looks up the shapes of an operator's tensors.
  init(
    _ operation: ModelFile.Operator, _ subgraph: ModelFile.Subgraph, isKnown: [Bool],
    _ budget: StepBudget
  ) throws(FlatBufferFault) {
    func shape(_ index: Int) throws(FlatBufferFault) -> [Int]? {
      guard index >= 0 && isKnown[index] else { return nil }
      let shape = subgraph.tensors[index].shape
      // Any number of operators may walk the sizes of one tensor.
      try budget.spend(shape.count)
      return shape
    }
    inputs = try operation.inputs.map(shape)
    outputs = try operation.outputs.map(shape)
  }

  /// Checks the rule for a built-in operator, if there is one.
  func check(_ name: String) throws(FlatBufferFault) {
    switch name {
    case "CONV_2D":
      try checkFilter(outputAxis: 0)
      try checkWindow()
    case "DEPTHWISE_CONV_2D":
      try checkFilter(outputAxis: 3)
      try checkWindow()
    case "AVERAGE_POOL_2D", "MAX_POOL_2D", "L2_POOL_2D":
      try checkWindow()
    case "FULLY_CONNECTED":
      try checkMatrix()
    case "DEQUANTIZE", "DENSIFY", "QUANTIZE", "CAST", "ABS", "CEIL", "COS", "ELU", "EXP", "FLOOR",
      "GELU", "HARD_SWISH", "LEAKY_RELU", "LOG", "LOGICAL_NOT", "LOGISTIC", "NEG", "RELU", "RELU6",
      "RELU_0_TO_1", "RELU_N1_TO_1", "ROUND", "RSQRT", "SIGN", "SIN", "SQRT", "SQUARE", "TANH",
      "SOFTMAX", "LOG_SOFTMAX", "L2_NORMALIZATION", "LOCAL_RESPONSE_NORMALIZATION", "PRELU",
      "ZEROS_LIKE", "FAKE_QUANT", "REVERSE_V2", "CUMSUM":
      guard let input = inputs[0], let output = outputs[0], input != output else { return }
      throw FlatBufferFault("it turns the shape \(input) into \(output)")
    case "RESHAPE", "SQUEEZE", "EXPAND_DIMS", "TRANSPOSE", "SPACE_TO_DEPTH", "DEPTH_TO_SPACE",
      "CONCATENATION", "PACK", "UNPACK", "SPLIT_V", "SPLIT":
      try checkCounts(name)
    case "ADD", "SUB", "MUL", "DIV", "MAXIMUM", "MINIMUM", "SQUARED_DIFFERENCE", "POW",
      "FLOOR_DIV", "FLOOR_MOD":
      try checkBroadcast()
    case "MEAN", "SUM", "REDUCE_MAX", "REDUCE_MIN", "REDUCE_PROD", "STRIDED_SLICE", "SLICE":
      guard let input = inputs[0], let output = outputs[0],
        output.reduce(1, *) > input.reduce(1, *)
      else { return }
      throw FlatBufferFault("it turns the shape \(input) into the larger \(output)")
    default:
      break
    }
  }

  /// Checks the filter of a convolution, its biases and its channels.
  private func checkFilter(outputAxis: Int) throws(FlatBufferFault) {
    guard let filter = inputs[1] else { return }
    guard filter.count == 4, filter.allSatisfy({ $0 > 0 }) else {
      throw FlatBufferFault("the filter has the shape \(filter)")
    }
    try checkBiases(filter[outputAxis])
    if let output = outputs[0] {
      guard output.count == 4, output[3] == filter[outputAxis] else {
        throw FlatBufferFault("the filter \(filter) does not fit the output \(output)")
      }
    }
    guard let image = inputs[0] else { return }
    // The filter's channels divide the image's (groups); depthwise it is the other way round.
    let channels = image.count == 4 ? image[3] : 0
    let fits =
      channels > 0
      && (outputAxis == 0
        ? channels.isMultiple(of: filter[3]) : filter[3].isMultiple(of: channels))
    guard fits else {
      throw FlatBufferFault("the filter \(filter) does not fit the image \(image)")
    }
  }

  /// Checks that an image slid over by a window does not grow.
  private func checkWindow() throws(FlatBufferFault) {
    guard let image = inputs[0], let output = outputs[0] else { return }
    guard image.count == 4, output.count == 4, output[0] == image[0], output[1] <= image[1],
      output[2] <= image[2]
    else { throw FlatBufferFault("it turns the shape \(image) into \(output)") }
  }

  /// Checks the matrix of a fully connected layer and its biases.
  private func checkMatrix() throws(FlatBufferFault) {
    guard let matrix = inputs[1] else { return }
    guard matrix.count == 2, matrix.allSatisfy({ $0 > 0 }) else {
      throw FlatBufferFault("the weights have the shape \(matrix)")
    }
    try checkBiases(matrix[0])
    guard let values = inputs[0], let output = outputs[0] else { return }
    let rows = values.reduce(1, *)
    guard rows.isMultiple(of: matrix[1]),
      output.reduce(1, *) == rows / matrix[1] * matrix[0]
    else {
      throw FlatBufferFault("the weights \(matrix) do not turn \(values) into \(output)")
    }
  }

  private func checkBiases(_ count: Int) throws(FlatBufferFault) {
    guard inputs.count > 2, let biases = inputs[2] else { return }
    guard biases.reduce(1, *) == count else {
      throw FlatBufferFault("the shape \(biases) of the biases for \(count) outputs")
    }
  }

  /// Checks operators that only move elements: as many come out as go in.
  private func checkCounts(_ name: String) throws(FlatBufferFault) {
    // The other inputs say how; SPLIT names its axis first.
    let sources =
      switch name {
      case "CONCATENATION", "PACK": inputs
      case "SPLIT": [inputs[1]]
      default: [inputs[0]]
      }
    var counts = (input: 0, output: 0)
    for shape in sources {
      guard let shape else { return }
      counts.input += shape.reduce(1, *)
    }
    for shape in outputs {
      guard let shape else { return }
      counts.output += shape.reduce(1, *)
    }
    guard counts.input == counts.output else {
      throw FlatBufferFault("it turns \(counts.input) elements into \(counts.output)")
    }
  }

  /// Checks that two shapes, aligned at the end, are equal or 1 in each place.
  private func checkBroadcast() throws(FlatBufferFault) {
    guard let left = inputs[0], let right = inputs[1], let output = outputs[0] else { return }
    let rank = max(left.count, right.count)
    func size(_ shape: [Int], _ axis: Int) -> Int {
      axis < rank - shape.count ? 1 : shape[axis - (rank - shape.count)]
    }
    let expected = (0..<rank).map { axis in
      let pair = (size(left, axis), size(right, axis))
      return pair.0 == 1 ? pair.1 : pair.1 == 1 || pair.0 == pair.1 ? pair.0 : -1
    }
    guard expected == output else {
      throw FlatBufferFault("it turns the shapes \(left) and \(right) into \(output)")
    }
  }
}
