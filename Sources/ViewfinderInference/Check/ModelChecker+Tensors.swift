extension ModelChecker {
  /// Checks type, sizes, bytes, quantization and sparsity of a tensor.
  func check(
    _ tensor: ModelFile.Tensor,
    of subgraph: ModelFile.Subgraph
  ) throws(FlatBufferFault) {
    guard tensor.type.isKnown else {
      throw FlatBufferFault("the element type \(tensor.type.code) is unknown")
    }
    guard tensor.buffer == 0 || file.buffers.indices.contains(tensor.buffer) else {
      throw FlatBufferFault("it is in buffer \(tensor.buffer) of \(file.buffers.count)")
    }
    guard tensor.externalBuffer == 0 else {
      throw FlatBufferFault("its values are in another file")
    }
    guard let count = tensor.elementCount, let byteCount = tensor.type.byteCount(elements: count),
      byteCount <= Self.maximumTensorByteCount
    else { throw FlatBufferFault("the shape \(tensor.shape) is not possible") }
    let signature = tensor.shapeSignature
    guard signature.isEmpty || signature.count == tensor.shape.count,
      zip(signature, tensor.shape).allSatisfy({ $0 == -1 || $0 == $1 })
    else {
      throw FlatBufferFault(
        "the shape signature \(signature) does not belong to the shape \(tensor.shape)"
      )
    }
    if isConstant(tensor) {
      try checkBytes(of: tensor, count: count, byteCount: byteCount)
    } else if tensor.sparsity != nil {
      throw FlatBufferFault("it is sparse but has no values")
    }
    if let quantization = tensor.quantization {
      try check(quantization, of: tensor, in: subgraph)
    }
  }

  private func checkBytes(
    of tensor: ModelFile.Tensor,
    count: Int,
    byteCount: Int
  ) throws(FlatBufferFault) {
    let bytes = file.buffers[tensor.buffer]
    guard !tensor.isVariable else {
      throw FlatBufferFault("it is a variable with values in the file")
    }
    if tensor.type.elementType == .string {
      try checkStrings(bytes, count: count)
      return
    }
    guard tensor.type.bitWidth > 0 else {
      throw FlatBufferFault("a handle has values in the file")
    }
    var expected = byteCount
    if let sparsity = tensor.sparsity {
      let stored = try checkSparsity(sparsity, shape: tensor.shape)
      expected = tensor.type.byteCount(elements: stored) ?? -1
    }
    guard bytes.count == expected else {
      throw FlatBufferFault(
        "\(bytes.count) bytes in the file for the shape \(tensor.shape), which takes \(expected)"
      )
    }
  }

  /// Checks text constants: a count, where each text starts, where the last one ends, the texts.
  private func checkStrings(_ bytes: Range<Int>, count: Int) throws(FlatBufferFault) {
    guard bytes.count >= 4,
      Int(try reader.integer(Int32.self, at: bytes.lowerBound)) == count,
      count <= bytes.count / 4 - 2
    else { throw FlatBufferFault("its \(bytes.count) bytes do not hold \(count) texts") }
    var last = 4 * (count + 2)
    for index in 0...count {
      let start = Int(try reader.integer(Int32.self, at: bytes.lowerBound + 4 * (index + 1)))
      guard start >= last, start <= bytes.count else {
        throw FlatBufferFault("text \(index) lies outside its \(bytes.count) bytes")
      }
      last = start
    }
  }

  private func check(
    _ quantization: ModelFile.Tensor.Quantization,
    of tensor: ModelFile.Tensor,
    in subgraph: ModelFile.Subgraph
  ) throws(FlatBufferFault) {
    let scales = quantization.scales?.count ?? 0
    let zeroPoints = quantization.zeroPoints?.count ?? 0
    guard zeroPoints == scales || zeroPoints == 0 && quantization.detailsType != 0 else {
      throw FlatBufferFault("\(zeroPoints) zero points for \(scales) scales")
    }
    try checkDetails(quantization, in: subgraph)
    guard scales > 0 else { return }
    let axis = quantization.axis
    guard tensor.shape.isEmpty || tensor.shape.indices.contains(axis) else {
      throw FlatBufferFault(
        "the quantized dimension \(axis) of the shape \(tensor.shape) does not exist"
      )
    }
    guard scales == 1 || !tensor.shape.isEmpty && scales == tensor.shape[axis] else {
      throw FlatBufferFault(
        "\(scales) scales for dimension \(axis) of the shape \(tensor.shape)"
      )
    }
    try checkNumbers(quantization, of: tensor.type)
  }

  private func checkNumbers(
    _ quantization: ModelFile.Tensor.Quantization,
    of type: SchemaType
  ) throws(FlatBufferFault) {
    guard let scales = quantization.scales, let zeroPoints = quantization.zeroPoints else {
      return
    }
    let range: ClosedRange<Int64> =
      switch type.elementType {
      case .uint8: 0...255
      case .int8: -128...127
      case .int16: -32768...32767
      default: Int64.min...Int64.max
      }
    for index in 0..<scales.count {
      let scale = Float(bitPattern: try reader.integer(UInt32.self, scales, at: index))
      guard scale >= 0, scale.isFinite else {
        throw FlatBufferFault("the scale \(scale)")
      }
      let zeroPoint = try reader.integer(Int64.self, zeroPoints, at: index)
      guard range.contains(zeroPoint) else {
        throw FlatBufferFault("the zero point \(zeroPoint) of \(type.elementType) elements")
      }
    }
  }

  /// Checks the tensors that hold scales and zero points of blocks.
  private func checkDetails(
    _ quantization: ModelFile.Tensor.Quantization,
    in subgraph: ModelFile.Subgraph
  ) throws(FlatBufferFault) {
    let blockwise = 2
    let multiAxis = 3
    guard [blockwise, multiAxis].contains(quantization.detailsType),
      let details = quantization.details
    else { return }
    let scales = Int(try reader.integer(details, 0, default: 0 as Int32))
    let zeroPoints = Int(try reader.integer(details, 1, default: 0 as Int32))
    let blockSize = Int(try reader.integer(details, 2, default: 0 as Int32))
    guard subgraph.tensors.indices.contains(scales),
      zeroPoints == -1 || subgraph.tensors.indices.contains(zeroPoints), blockSize >= 0
    else {
      throw FlatBufferFault("its scales and zero points are in tensors that do not exist")
    }
  }
}
