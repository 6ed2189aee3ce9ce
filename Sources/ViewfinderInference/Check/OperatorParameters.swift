/// The inputs of built-in operators that are not values but say what to do: axes, sizes, shapes.
///
/// LiteRT copies some of them into room for eight numbers without counting.
struct OperatorParameters {
  /// The position among the inputs, and the most integers that it may hold.
  typealias Parameter = (position: Int, maximumCount: Int)

  /// Checks the parameters of an operator, if it is listed.
  static func check(
    _ name: String, _ operation: ModelFile.Operator, _ subgraph: ModelFile.Subgraph,
    isKnown: [Bool]
  ) throws(FlatBufferFault) {
    for (position, maximumCount) in table[name] ?? [] where position < operation.inputs.count {
      let index = operation.inputs[position]
      guard index >= 0 else { continue }
      let tensor = subgraph.tensors[index]
      guard [.int32, .int64].contains(tensor.type.elementType) else {
        throw FlatBufferFault("input \(position) is \(tensor.type.elementType) instead of int32")
      }
      guard !isKnown[index] || (tensor.elementCount ?? 0) <= maximumCount else {
        throw FlatBufferFault(
          "input \(position) has the shape \(tensor.shape) for at most \(maximumCount) numbers")
      }
    }
  }

  // Names, then position:count of each parameter. LiteRT's tensors have up to 8 dimensions.
  private static let table: [String: [Parameter]] = {
    let lines = """
      RESHAPE TRANSPOSE TILE BROADCAST_TO REVERSE_V2 MEAN SUM|1:8
      REDUCE_PROD REDUCE_MAX REDUCE_MIN REDUCE_ANY REDUCE_ALL|1:8
      PAD PADV2 MIRROR_PAD|1:16
      STRIDED_SLICE|1:8 2:8 3:8
      SLICE|1:8 2:8
      FILL|0:8
      RESIZE_BILINEAR RESIZE_NEAREST_NEIGHBOR|1:2
      EXPAND_DIMS CUMSUM|1:1
      SPLIT|0:1
      SPLIT_V|2:1
      TRANSPOSE_CONV|0:4
      CONV_3D_TRANSPOSE|0:5
      BATCH_TO_SPACE_ND SPACE_TO_BATCH_ND|1:8 2:16
      """
    var table: [String: [Parameter]] = [:]
    for line in lines.split(separator: "\n") {
      let parts = line.split(separator: "|")
      let parameters = parts[1].split(separator: " ").map { text in
        let numbers = text.split(separator: ":").compactMap { Int($0) }
        return (position: numbers[0], maximumCount: numbers[1])
      }
      for name in parts[0].split(separator: " ") { table[String(name)] = parameters }
    }
    return table
  }()
}
