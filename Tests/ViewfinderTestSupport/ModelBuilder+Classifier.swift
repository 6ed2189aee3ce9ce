public import ViewfinderInference

extension ModelBuilder {
  /// An image classifier that can be run and always gives the same scores.
  ///
  /// The image is averaged over its area and multiplied with weights of 0; the scores are the
  /// biases. Integer outputs have scale 1/256 and zero point 0 (uint8) or −128 (int8), so that
  /// scores of a multiple of 1/256 below 1 come out exactly.
  ///
  /// - Parameters:
  ///   - inputType: `float32`, `uint8` or `int8`; the input has shape `1 × height × width × 3`.
  ///   - height: The height of the input.
  ///   - width: The width of the input.
  ///   - scores: The scores, one for each class.
  ///   - outputType: The same type as the input (the default), or `float32`.
  ///   - outputShape: The shape of the output; `[1, N]` by default.
  /// - Returns: A model that may be changed further.
  public static func classifier(
    inputType: ElementType = .float32,
    height: Int = 4,
    width: Int = 4,
    scores: [Float],
    outputType: ElementType? = nil,
    outputShape: [Int]? = nil
  ) -> ModelBuilder {
    var model = ModelBuilder()
    let count = scores.count
    let isFloat = inputType == .float32
    let zero = inputType == .int8 ? -128 : 0
    let image: Quantization = isFloat ? .none : .perTensor(scale: 1 / 128, zeroPoint: zero + 128)
    let score: Quantization = isFloat ? .none : .perTensor(scale: 1 / 256, zeroPoint: zero)
    let input = model.add(
      Tensor("image", inputType, [1, height, width, 3], quantization: image)
    )
    let mean = model.add(Tensor("mean", inputType, [1, 1, 1, 3], quantization: image))
    let weights: Int
    let biases: Int
    if isFloat {
      weights = model.add(
        .constant("weights", [count, 1, 1, 3], floats: Array(repeating: 0, count: 3 * count))
      )
      biases = model.add(.constant("biases", [count], floats: scores))
    } else {
      // Input scale × weight scale is the output's scale, so biases are the output's integers.
      weights = model.add(
        Tensor(
          "weights",
          inputType,
          [count, 1, 1, 3],
          quantization: .perTensor(scale: 0.5, zeroPoint: inputType == .int8 ? 0 : 128),
          data: Array(repeating: inputType == .int8 ? 0 : 128, count: 3 * count)
        )
      )
      biases = model.add(
        .constant(
          "biases",
          [count],
          int32s: scores.map { Int32(($0 * 256).rounded()) },
          quantization: .perTensor(scale: 1 / 256, zeroPoint: 0)
        )
      )
    }
    let convolved = model.add(
      Tensor("convolved", inputType, [1, 1, 1, count], quantization: score)
    )
    let shape = outputShape ?? [1, count]
    let newShape = model.add(
      .constant("shape", [shape.count], int32s: shape.map(Int32.init))
    )
    var output = model.add(Tensor("scores", inputType, shape, quantization: score))
    model.operators = [
      Operator(
        "AVERAGE_POOL_2D",
        [input],
        [mean],
        optionsType: 5,
        options: FlatBufferTable([
          0: .int8(1), 1: .int32(1), 2: .int32(1), 3: .int32(Int32(width)),
          4: .int32(Int32(height)),
        ])
      ),
      Operator(
        "CONV_2D",
        [mean, weights, biases],
        [convolved],
        optionsType: 1,
        options: FlatBufferTable([0: .int8(1), 1: .int32(1), 2: .int32(1)])
      ),
      Operator(
        "RESHAPE",
        [convolved, newShape],
        [output],
        optionsType: 17,
        options: FlatBufferTable([0: .int32s(shape.map(Int32.init))])
      ),
    ]
    if !isFloat, outputType == .float32 {
      let quantized = output
      output = model.add(Tensor("dequantized", .float32, shape))
      model.operators.append(
        Operator("DEQUANTIZE", [quantized], [output], optionsType: 38, options: .init())
      )
    }
    model.inputs = [input]
    model.outputs = [output]
    return model
  }
}
