/// The declared shapes around an operator with weights.
struct OperatorShapes {
  private let inputs: [[Int]?]

  init(_ operation: ModelFile.Operator, _ subgraph: ModelFile.Subgraph) {
    inputs = operation.inputs.map { $0 < 0 ? nil : subgraph.tensors[$0].shape }
  }

  /// Checks the filter of a convolution and its biases.
  func checkFilter(outputAxis: Int) throws(FlatBufferFault) {
    guard let filter = inputs[1], filter.count == 4, filter.allSatisfy({ $0 > 0 }) else {
      throw FlatBufferFault("the filter has the shape \(inputs[1] ?? [])")
    }
    try checkBiases(filter[outputAxis])
    guard let image = inputs[0], !image.isEmpty else { return }
    // The filter's channels divide the image's (groups); depthwise it is the other way round.
    let fits =
      image.count == 4
      && (outputAxis == 0 ? image[3].isMultiple(of: filter[3]) : filter[3].isMultiple(of: image[3]))
    guard fits else {
      throw FlatBufferFault("the filter \(filter) does not fit the image \(image)")
    }
  }

  /// Checks the matrix of a fully connected layer and its biases.
  func checkMatrix() throws(FlatBufferFault) {
    guard let matrix = inputs[1], matrix.count == 2, matrix.allSatisfy({ $0 > 0 }) else {
      throw FlatBufferFault("the weights have the shape \(inputs[1] ?? [])")
    }
    try checkBiases(matrix[0])
    guard let values = inputs[0], !values.isEmpty else { return }
    guard values.reduce(1, *).isMultiple(of: matrix[1]) else {
      throw FlatBufferFault("the weights \(matrix) do not fit the values \(values)")
    }
  }

  private func checkBiases(_ count: Int) throws(FlatBufferFault) {
    guard inputs.count > 2, let biases = inputs[2] else { return }
    guard biases.reduce(1, *) == count else {
      throw FlatBufferFault("the shape \(biases) of the biases for \(count) outputs")
    }
  }
}
