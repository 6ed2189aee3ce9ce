/// The tables of a TensorFlow Lite file, decoded as far as checks and descriptions need them.
///
/// Large arrays stay in the file: a ``FlatBufferReader/Vector`` says where.
struct ModelFile: Sendable {
  /// The schema version.
  var version = 0
  /// What the maker of the file wrote about it.
  var description: String?
  var operatorCodes: [OperatorCode] = []
  var subgraphs: [Subgraph] = []
  /// Where the bytes of each buffer are; empty for buffers without bytes.
  var buffers: [Range<Int>] = []
  var metadata: [(name: String, buffer: Int)] = []
  var signatures: [Signature] = []
  /// Where the file states the number of its signatures.
  var signatureCountPosition: Int?
  /// The number of weights that the file expects in other files.
  var externalBufferCount = 0

  struct OperatorCode: Sendable {
    /// The code of a built-in operator.
    var builtin: Int
    /// The name of a custom operator.
    var customName: String?
    var version: Int

    var name: String {
      builtin == BuiltinOperator.custom
        ? customName ?? "CUSTOM" : BuiltinOperator.name(builtin)
    }
  }

  struct Subgraph: Sendable {
    var tensors: [Tensor] = []
    var inputs: [Int] = []
    var outputs: [Int] = []
    var operators: [Operator] = []
  }

  struct Tensor: Sendable {
    var name: FlatBufferReader.Vector?
    var type: SchemaType
    var shape: [Int]
    var shapeSignature: [Int]
    var buffer: Int
    var externalBuffer: Int
    var isVariable: Bool
    var quantization: Quantization?
    var sparsity: FlatBufferReader.Table?
    /// The product of the sizes, or nothing on overflow or a negative size.
    var elementCount: Int?

    struct Quantization: Sendable {
      var scales: FlatBufferReader.Vector?
      var zeroPoints: FlatBufferReader.Vector?
      var axis: Int
      var detailsType: Int
      var details: FlatBufferReader.Table?
    }

    /// The number of elements of a shape, or nothing on overflow or a negative size.
    static func elementCount(of shape: [Int]) -> Int? {
      var count = 1
      for size in shape {
        let (product, overflow) = count.multipliedReportingOverflow(by: size)
        guard size >= 0, !overflow else { return nil }
        count = product
      }
      return count
    }
  }

  struct Operator: Sendable {
    var code: Int
    /// The tensors read; −1 stands for one that is left out.
    var inputs: [Int]
    var outputs: [Int]
    var intermediates: [Int]
    var optionsType: Int
    var options: FlatBufferReader.Table?
    var options2Type: Int
    var options2: FlatBufferReader.Table?
    var customOptions: Range<Int>?
  }

  struct Signature: Sendable {
    var key: String
    var subgraph: Int
    var inputs: [Binding]
    var outputs: [Binding]

    struct Binding: Sendable {
      var name: String
      var tensor: Int
    }
  }
}
