public import ViewfinderCore

extension InferenceSession {
  /// Reads an output as real numbers, turning quantized integers back.
  ///
  /// - Parameters:
  ///   - index: The position of the output.
  ///   - values: Receives one number for each element, in row-major order; its storage is used
  ///     again where it is large enough.
  /// - Throws: `.unsupportedModel` for an output of a type that holds no real numbers.
  /// - Precondition: The model has the output.
  /// - Complexity: O(*n*) in the number of elements.
  public func dequantizedOutput(
    _ index: Int,
    into values: inout [Float]
  ) throws(ViewfinderError) {
    precondition(outputs.indices.contains(index), "The model has no output \(index)")
    let output = outputs[index]
    values.removeAll(keepingCapacity: true)
    values.reserveCapacity(output.elementCount)
    switch output.elementType {
    case .float32:
      try withOutput(index, of: Float.self) { span throws(ViewfinderError) in
        for position in span.indices { values.append(span[position]) }
      }
    case .float64:
      try withOutput(index, of: Double.self) { span throws(ViewfinderError) in
        for position in span.indices { values.append(Float(span[position])) }
      }
    case .uint8: try append(UInt8.self, index, to: &values)
    case .int8: try append(Int8.self, index, to: &values)
    case .uint16: try append(UInt16.self, index, to: &values)
    case .int16: try append(Int16.self, index, to: &values)
    case .int32: try append(Int32.self, index, to: &values)
    case .int64: try append(Int64.self, index, to: &values)
    case .float16, .uint32, .uint64, .int4, .bool, .string, .complex64, .complex128, .resource,
      .variant, .unknown:
      throw ViewfinderError(
        .unsupportedModel,
        found: "the output \"\(output.name)\" has elements of type \(output.elementType.rawValue)",
        expected: "float32, float64 or integers of 8 to 64 bits"
      )
    }
  }

  /// Reads an output as real numbers.
  ///
  /// - Parameter index: The position of the output.
  /// - Returns: One number for each element, in row-major order.
  /// - Throws: As ``dequantizedOutput(_:into:)``.
  public func readOutput(_ index: Int) throws(ViewfinderError) -> [Float] {
    var values: [Float] = []
    try dequantizedOutput(index, into: &values)
    return values
  }

  private func append<T: TensorElement & FixedWidthInteger>(
    _ type: T.Type,
    _ index: Int,
    to values: inout [Float]
  ) throws(ViewfinderError) {
    let output = outputs[index]
    try withOutput(index, of: type) { span throws(ViewfinderError) in
      switch output.quantization {
      case .none:
        for position in span.indices { values.append(Float(span[position])) }
      case .perTensor(let scale, let zeroPoint):
        for position in span.indices {
          values.append(scale * Float(Int(span[position]) &- zeroPoint))
        }
      case .perChannel(let axis, let scales, let zeroPoints):
        // Elements of one slice follow each other in runs as long as the inner sizes.
        guard output.shape.indices.contains(axis), output.shape[axis] == scales.count else {
          throw ViewfinderError(
            .unsupportedModel,
            found: "\(scales.count) scales for axis \(axis) of the output shape \(output.shape)"
          )
        }
        let run = output.shape[(axis + 1)...].reduce(1, *)
        for position in span.indices {
          let channel = position / run % scales.count
          values.append(
            scales[channel] * Float(Int(span[position]) &- zeroPoints[channel])
          )
        }
      }
    }
  }
}
