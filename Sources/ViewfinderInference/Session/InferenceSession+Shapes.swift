internal import CViewfinderLiteRT
public import ViewfinderCore

extension InferenceSession {
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

  /// Changes the shapes of all inputs at once, and clears their values.
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
  func layOut(shapes: [[Int]]) throws(ViewfinderError) {
    precondition(shapes.count == inputs.count, "There is one shape for each input")
    for (index, shape) in shapes.enumerated() { try check(shape, of: index) }
    for (index, shape) in shapes.enumerated() {
      if try model.inputShape(inputSlots[index]) != shape {
        try model.resizeInput(inputSlots[index], to: shape)
      }
    }
    try model.allocate(outputCount: outputs.count)
    let outputShapes = model.outputShapes
    var newInputs: [TensorBuffer] = []
    for (index, slot) in inputSlots.enumerated() {
      newInputs.append(
        try model.makeInputBuffer(slot, inputs[index].elementType, shapes[index]))
    }
    var newOutputs: [TensorBuffer] = []
    for (index, slot) in outputSlots.enumerated() {
      _ = try byteCount(outputShapes[slot], of: outputs[index])
      newOutputs.append(
        try model.makeOutputBuffer(slot, outputs[index].elementType, outputShapes[slot]))
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

  /// Takes over the shapes that a run has given the outputs.
  ///
  /// - Returns: Whether an output has outgrown its memory and was given more, without values.
  func adoptOutputShapes() throws(ViewfinderError) -> Bool {
    var hasGrown = false
    let shapes = model.outputShapes
    for (index, slot) in outputSlots.enumerated() {
      let output = outputs[index].reshaped(shapes[slot])
      if try byteCount(output.shape, of: output) > outputBuffers[index].byteCount {
        outputBuffers[index] = try model.makeLargerOutputBuffer(output.elementType, output.shape)
        unsafe outputHandles[slot] = outputBuffers[index].handle
        hasGrown = true
      }
      outputs[index] = output
    }
    return hasGrown
  }

  /// Gives outputs whose sizes come out only while the model runs room for many rows.
  ///
  /// - Returns: Whether there was such an output that had no such room yet.
  func makeRoom() throws(ViewfinderError) -> Bool {
    guard graph.growsInside, !hasMadeRoom else { return false }
    hasMadeRoom = true
    let most = 1 << 14
    for (index, slot) in outputSlots.enumerated() {
      let output = outputs[index]
      let shape = zip(output.shape, output.shapeSignature).enumerated().map { axis, sizes in
        axis > 0 && sizes.1 < 0 ? max(sizes.0, most) : sizes.0
      }
      guard shape != output.shape else { continue }
      _ = try byteCount(shape, of: output)
      outputBuffers[index] = try model.makeLargerOutputBuffer(output.elementType, shape)
      unsafe outputHandles[slot] = outputBuffers[index].handle
    }
    return true
  }

  /// Refuses shapes that the model has no room for.
  private func check(_ shape: [Int], of index: Int) throws(ViewfinderError) {
    let signature = inputs[index].shapeSignature
    let fits =
      shape.count == signature.count
      && zip(shape, signature).allSatisfy { $0 > 0 && ($1 < 0 || $0 == $1) }
    guard fits else {
      throw ViewfinderError(
        .unsupportedModel, subject: name,
        found: "the shape \(shape) for the input \"\(inputs[index].name)\"",
        expected: "positive sizes that agree with \(signature), where -1 is open")
    }
    _ = try byteCount(shape, of: inputs[index])
  }

  /// The bytes of a tensor, if they are not beyond all measure.
  private func byteCount(
    _ shape: [Int], of tensor: TensorDescription
  ) throws(ViewfinderError) -> Int {
    var byteCount = tensor.elementType.byteCount
    for size in shape {
      let (product, overflow) = byteCount.multipliedReportingOverflow(by: size)
      guard size >= 0, !overflow, product <= ModelChecker.maximumTensorByteCount else {
        throw ViewfinderError(
          .tooLarge, subject: name, found: "the shape \(shape) of the tensor \"\(tensor.name)\"",
          expected: "at most \(ModelChecker.maximumTensorByteCount) bytes")
      }
      byteCount = product
    }
    return byteCount
  }
}

extension TensorDescription {
  /// The same tensor with another shape.
  fileprivate func reshaped(_ shape: [Int]) -> TensorDescription {
    TensorDescription(
      name: name, elementType: elementType, shape: shape, shapeSignature: shapeSignature,
      quantization: quantization)
  }
}
