/// How many tensors each built-in operator reads and writes, and which it can do without.
///
/// Source: the kernels of TensorFlow Lite. Operators that are not listed check their own counts.
struct OperatorArity {
  let inputs: ClosedRange<Int>
  let outputs: ClosedRange<Int>
  /// The positions of inputs that may be left out.
  let optional: Set<Int>

  /// The counts for an operator, if it is listed.
  static func of(_ name: String) -> OperatorArity? { table[name] }

  /// Whether an operator keeps values from run to run in its own inputs.
  static func hasState(_ name: String) -> Bool {
    name.hasSuffix("LSTM") || name.hasSuffix("RNN") || name == "SVDF"
  }

  // Name, inputs, outputs, optional inputs; "+" stands for any number more.
  private static let table: [String: OperatorArity] = {
    let lines = """
      ADD SUB MUL DIV POW FLOOR_DIV FLOOR_MOD MAXIMUM MINIMUM SQUARED_DIFFERENCE ATAN2|2|1
      EQUAL NOT_EQUAL LESS LESS_EQUAL GREATER GREATER_EQUAL LOGICAL_AND LOGICAL_OR|2|1
      BITWISE_XOR RIGHT_SHIFT|2|1
      ABS CEIL COS ELU EXP FLOOR GELU HARD_SWISH LEAKY_RELU LOG LOGICAL_NOT LOGISTIC NEG|1|1
      RELU RELU6 RELU_0_TO_1 RELU_N1_TO_1 ROUND RSQRT SIGN SIN SQRT SQUARE TANH ZEROS_LIKE|1|1
      SOFTMAX LOG_SOFTMAX L2_NORMALIZATION LOCAL_RESPONSE_NORMALIZATION|1|1
      AVERAGE_POOL_2D MAX_POOL_2D L2_POOL_2D DEPTH_TO_SPACE SPACE_TO_DEPTH|1|1
      CAST BITCAST QUANTIZE DEQUANTIZE DENSIFY FAKE_QUANT|1|1
      SHAPE RANK SQUEEZE WHERE MATRIX_DIAG|1|1
      MATRIX_SET_DIAG REVERSE_SEQUENCE SEGMENT_SUM CUMSUM BROADCAST_TO BROADCAST_ARGS|2|1
      PRELU GATHER GATHER_ND PAD MIRROR_PAD TILE TRANSPOSE EXPAND_DIMS FILL REVERSE_V2|2|1
      MEAN SUM REDUCE_PROD REDUCE_MAX REDUCE_MIN REDUCE_ANY REDUCE_ALL ARG_MAX ARG_MIN|2|1
      RESIZE_BILINEAR RESIZE_NEAREST_NEIGHBOR EMBEDDING_LOOKUP BATCH_MATMUL|2|1
      PADV2 SELECT SELECT_V2 SLICE RANGE SCATTER_ND DYNAMIC_UPDATE_SLICE|3|1
      BATCH_TO_SPACE_ND SPACE_TO_BATCH_ND|3|1
      UNSORTED_SEGMENT_PROD UNSORTED_SEGMENT_MAX UNSORTED_SEGMENT_MIN UNSORTED_SEGMENT_SUM|3|1
      SPARSE_TO_DENSE ONE_HOT|4|1
      STRIDED_SLICE|4-5|1
      RESHAPE|1-2|1
      CONV_2D CONV_3D|2-3|1|2
      DEPTHWISE_CONV_2D|3|1
      FULLY_CONNECTED|2-3|1-2|2
      TRANSPOSE_CONV CONV_3D_TRANSPOSE|3-4|1|3
      CONCATENATION PACK ADD_N|1+|1
      SPLIT|2|1+
      SPLIT_V|3|1+
      UNPACK|1|1+
      TOPK_V2|2|2
      UNIQUE|1|2
      NON_MAX_SUPPRESSION_V4|5|2
      NON_MAX_SUPPRESSION_V5|6|3
      RNN UNIDIRECTIONAL_SEQUENCE_RNN|5|1
      BIDIRECTIONAL_SEQUENCE_RNN|12|1-2|9 10 11
      SVDF|5|1|3
      LSTM|5-24|1-4|1 5 9 10 11 12 16 17 20 21 22 23
      UNIDIRECTIONAL_SEQUENCE_LSTM|20-24|1|1 5 9 10 11 12 16 17 20 21 22 23
      BIDIRECTIONAL_SEQUENCE_LSTM|48|1-2|\
      1 5 9 10 11 12 16 17 18 22 26 27 28 29 33 34 39 40 41 42 43 44 45 46 47
      """
    var table: [String: OperatorArity] = [:]
    for line in lines.split(separator: "\n") {
      let parts = line.split(separator: "|")
      let arity = OperatorArity(
        inputs: range(parts[1]),
        outputs: range(parts[2]),
        optional: parts.count > 3 ? Set(parts[3].split(separator: " ").compactMap { Int($0) }) : []
      )
      for name in parts[0].split(separator: " ") { table[String(name)] = arity }
    }
    return table
  }()

  /// Reads "2", "2-3" or "1+".
  private static func range(_ text: Substring) -> ClosedRange<Int> {
    if text.last == "+" { return (Int(text.dropLast()) ?? 0)...Int.max }
    let bounds = text.split(separator: "-").compactMap { Int($0) }
    return bounds[0]...bounds[bounds.count - 1]
  }
}
