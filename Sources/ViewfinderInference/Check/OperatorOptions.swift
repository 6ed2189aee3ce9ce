/// The options of built-in operators without which LiteRT computes nonsense or crashes.
///
/// Source: the options tables of the TensorFlow Lite schema, version 3.
struct OperatorOptions {
  /// A field and what it must be.
  enum Rule {
    /// At least 1; an absent field has the default.
    case positive(slot: Int, default: Int32, name: String)
    /// The number of the operator's inputs.
    case inputCount(slot: Int, name: String)
    /// The number of the operator's outputs.
    case outputCount(slot: Int, name: String)
  }

  /// The number of the table's kind in the schema's union.
  let kind: Int
  /// Whether the operator cannot do without it.
  let isRequired: Bool
  let rules: [Rule]

  /// The options of an operator, if it is listed.
  static func of(_ name: String) -> OperatorOptions? { table[name] }

  /// Checks the options of an operator.
  func check(
    _ operation: ModelFile.Operator,
    _ reader: borrowing FlatBufferReader
  ) throws(FlatBufferFault) {
    guard let options = operation.options, operation.optionsType != 0 else {
      guard !isRequired else { throw FlatBufferFault("its options are missing") }
      return
    }
    guard operation.optionsType == kind else {
      throw FlatBufferFault("its options are of kind \(operation.optionsType) instead of \(kind)")
    }
    for rule in rules {
      switch rule {
      case .positive(let slot, let standard, let name):
        let value = try reader.integer(options, slot, default: standard)
        guard value > 0 else { throw FlatBufferFault("its option \(name) is \(value)") }
      case .inputCount(let slot, let name):
        let value = Int(try reader.integer(options, slot, default: 0 as Int32))
        guard value == operation.inputs.count else {
          throw FlatBufferFault(
            "its option \(name) is \(value) for \(operation.inputs.count) inputs"
          )
        }
      case .outputCount(let slot, let name):
        let value = Int(try reader.integer(options, slot, default: 0 as Int32))
        guard value == operation.outputs.count else {
          throw FlatBufferFault(
            "its option \(name) is \(value) for \(operation.outputs.count) outputs"
          )
        }
      }
    }
  }

  private static let strides: [Rule] = [
    .positive(slot: 1, default: 0, name: "stride_w"),
    .positive(slot: 2, default: 0, name: "stride_h"),
  ]
  private static let pool = OperatorOptions(
    kind: 5,
    isRequired: true,
    rules: strides + [
      .positive(slot: 3, default: 0, name: "filter_width"),
      .positive(slot: 4, default: 0, name: "filter_height"),
    ]
  )
  private static let block = [Rule.positive(slot: 0, default: 0, name: "block_size")]

  private static let table: [String: OperatorOptions] = [
    "CONV_2D": .init(
      kind: 1,
      isRequired: true,
      rules: strides + [
        .positive(slot: 4, default: 1, name: "dilation_w_factor"),
        .positive(slot: 5, default: 1, name: "dilation_h_factor"),
      ]
    ),
    "DEPTHWISE_CONV_2D": .init(
      kind: 2,
      isRequired: true,
      rules: strides + [
        .positive(slot: 5, default: 1, name: "dilation_w_factor"),
        .positive(slot: 6, default: 1, name: "dilation_h_factor"),
      ]
    ),
    "TRANSPOSE_CONV": .init(kind: 49, isRequired: true, rules: strides),
    "AVERAGE_POOL_2D": pool,
    "MAX_POOL_2D": pool,
    "L2_POOL_2D": pool,
    "SPACE_TO_DEPTH": .init(kind: 19, isRequired: true, rules: block),
    "DEPTH_TO_SPACE": .init(kind: 94, isRequired: true, rules: block),
    "SPLIT": .init(
      kind: 35,
      isRequired: true,
      rules: [.outputCount(slot: 0, name: "num_splits")]
    ),
    "SPLIT_V": .init(
      kind: 79,
      isRequired: true,
      rules: [.outputCount(slot: 0, name: "num_splits")]
    ),
    "PACK": .init(
      kind: 59,
      isRequired: true,
      rules: [.inputCount(slot: 0, name: "values_count")]
    ),
    "UNPACK": .init(kind: 64, isRequired: true, rules: [.outputCount(slot: 0, name: "num")]),
    "CONCATENATION": .init(kind: 10, isRequired: true, rules: []),
    "STRIDED_SLICE": .init(kind: 32, isRequired: true, rules: []),
    "LOCAL_RESPONSE_NORMALIZATION": .init(kind: 13, isRequired: true, rules: []),
    "IF": .init(kind: 92, isRequired: true, rules: []),
    "WHILE": .init(kind: 93, isRequired: true, rules: []),
    "CALL_ONCE": .init(kind: 103, isRequired: true, rules: []),
    "FULLY_CONNECTED": .init(kind: 8, isRequired: false, rules: []),
    "SOFTMAX": .init(kind: 9, isRequired: false, rules: []),
    "RESHAPE": .init(kind: 17, isRequired: false, rules: []),
    "SQUEEZE": .init(kind: 30, isRequired: false, rules: []),
    "GATHER": .init(kind: 23, isRequired: false, rules: []),
    "ONE_HOT": .init(kind: 61, isRequired: false, rules: []),
    "SVDF": .init(kind: 6, isRequired: true, rules: []),
    "LSTM": .init(kind: 14, isRequired: true, rules: []),
    "UNIDIRECTIONAL_SEQUENCE_LSTM": .init(kind: 71, isRequired: true, rules: []),
    "BIDIRECTIONAL_SEQUENCE_LSTM": .init(kind: 69, isRequired: true, rules: []),
    "BATCH_MATMUL": .init(kind: 101, isRequired: false, rules: []),
  ]
}
