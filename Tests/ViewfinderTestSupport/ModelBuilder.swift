import ViewfinderCore
public import ViewfinderInference

/// Builds small TensorFlow Lite files for tests, sound ones and broken ones.
///
/// Tensors, operators and so on are plain values that may be changed before ``bytes()``; the
/// `overrides` of each part replace single fields of its table, to break a file on purpose.
/// See `ModelBuilder+Classifier.swift` for ready-made classifiers.
public struct ModelBuilder: Sendable {
  /// The text that describes the model.
  public var description: String? = "built for a test"
  /// The schema version.
  public var version: UInt32 = 3
  /// The subgraphs; most models have one.
  public var subgraphs: [Subgraph] = [Subgraph()]
  /// The signatures, in the order of the file.
  public var signatures: [Signature] = []
  /// Named pieces of metadata, such as `TFLITE_METADATA`.
  public var metadata: [(name: String, bytes: [UInt8])] = []
  /// What follows the FlatBuffers data, such as a zip archive of associated files.
  public var tail: [UInt8] = []
  /// Fields of the model's table that replace what is built.
  public var overrides: [Int: FlatBufferValue] = [:]

  /// Creates a model without tensors.
  public init() {}

  /// The tensors of the first subgraph.
  public var tensors: [Tensor] {
    get { subgraphs[0].tensors }
    set { subgraphs[0].tensors = newValue }
  }

  /// The operators of the first subgraph.
  public var operators: [Operator] {
    get { subgraphs[0].operators }
    set { subgraphs[0].operators = newValue }
  }

  /// The inputs of the first subgraph, as positions in ``tensors``.
  public var inputs: [Int] {
    get { subgraphs[0].inputs }
    set { subgraphs[0].inputs = newValue }
  }

  /// The outputs of the first subgraph, as positions in ``tensors``.
  public var outputs: [Int] {
    get { subgraphs[0].outputs }
    set { subgraphs[0].outputs = newValue }
  }

  /// Adds a tensor to the first subgraph and returns its position.
  public mutating func add(_ tensor: Tensor) -> Int {
    tensors.append(tensor)
    return tensors.count - 1
  }

  /// A tensor.
  public struct Tensor: Sendable {
    /// The name in the file.
    public var name: String
    /// The type of the elements.
    public var type: ElementType
    /// The sizes, outermost first.
    public var shape: [Int]
    /// The shape with −1 for open sizes, where it differs.
    public var shapeSignature: [Int]?
    /// How integers stand for real numbers.
    public var quantization: Quantization
    /// The bytes of a constant.
    public var data: [UInt8]?
    /// Fields of the tensor's table that replace what is built.
    public var overrides: [Int: FlatBufferValue] = [:]
    /// Fields of the table of the constant's buffer that replace what is built.
    public var bufferOverrides: [Int: FlatBufferValue] = [:]

    /// Creates a tensor; with `data` it is a constant.
    public init(
      _ name: String,
      _ type: ElementType,
      _ shape: [Int],
      shapeSignature: [Int]? = nil,
      quantization: Quantization = .none,
      data: [UInt8]? = nil
    ) {
      self.name = name
      self.type = type
      self.shape = shape
      self.shapeSignature = shapeSignature
      self.quantization = quantization
      self.data = data
    }

    /// A constant of 32-bit floating-point numbers.
    public static func constant(
      _ name: String,
      _ shape: [Int],
      floats: [Float]
    ) -> Tensor {
      Tensor(name, .float32, shape, data: floats.flatMap { littleEndian($0.bitPattern) })
    }

    /// A constant of 32-bit integers.
    public static func constant(
      _ name: String,
      _ shape: [Int],
      int32s: [Int32],
      quantization: Quantization = .none
    ) -> Tensor {
      Tensor(
        name,
        .int32,
        shape,
        quantization: quantization,
        data: int32s.flatMap { littleEndian($0) }
      )
    }
  }

  /// An operator.
  public struct Operator: Sendable {
    /// The name of a built-in operator such as `CONV_2D`, or of a custom one.
    public var name: String
    /// The tensors read, −1 for one left out.
    public var inputs: [Int]
    /// The tensors written.
    public var outputs: [Int]
    /// The number of the options' kind in the schema's union.
    public var optionsType: UInt8
    /// The table of options of a built-in operator.
    public var options: FlatBufferTable?
    /// The options of a custom operator.
    public var customOptions: [UInt8]?
    /// Fields of the operator's table that replace what is built.
    public var overrides: [Int: FlatBufferValue] = [:]

    /// Creates an operator.
    public init(
      _ name: String,
      _ inputs: [Int],
      _ outputs: [Int],
      optionsType: UInt8 = 0,
      options: FlatBufferTable? = nil,
      customOptions: [UInt8]? = nil
    ) {
      self.name = name
      self.inputs = inputs
      self.outputs = outputs
      self.optionsType = optionsType
      self.options = options
      self.customOptions = customOptions
    }
  }

  /// A subgraph.
  public struct Subgraph: Sendable {
    /// The tensors.
    public var tensors: [Tensor] = []
    /// The inputs, as positions in ``tensors``.
    public var inputs: [Int] = []
    /// The outputs, as positions in ``tensors``.
    public var outputs: [Int] = []
    /// The operators in the order in which they run.
    public var operators: [Operator] = []

    /// Creates an empty subgraph.
    public init() {}
  }

  /// A signature: names for the inputs and outputs of a subgraph.
  public struct Signature: Sendable {
    /// The name of the signature.
    public var key: String
    /// The position of the subgraph.
    public var subgraph: Int
    /// The named inputs, as positions among the subgraph's tensors.
    public var inputs: [(name: String, tensor: Int)]
    /// The named outputs.
    public var outputs: [(name: String, tensor: Int)]

    /// Creates a signature.
    public init(
      _ key: String,
      inputs: [(name: String, tensor: Int)],
      outputs: [(name: String, tensor: Int)],
      subgraph: Int = 0
    ) {
      self.key = key
      self.inputs = inputs
      self.outputs = outputs
      self.subgraph = subgraph
    }
  }

  /// The model as it goes to a reader.
  public func data(name: String = "built model") -> ModelData {
    ModelData(bytes: bytes(), name: name)
  }
}
