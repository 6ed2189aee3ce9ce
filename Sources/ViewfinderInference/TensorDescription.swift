/// What a model says about one of its input or output tensors.
public struct TensorDescription: Hashable, Sendable {
  /// The name in the file.
  public let name: String

  /// The type of the elements.
  public let elementType: ElementType

  /// The sizes, outermost first; for images `1 × height × width × 3`.
  public let shape: [Int]

  /// The sizes with −1 where the model leaves them open, or ``shape`` when it leaves none.
  public let shapeSignature: [Int]

  /// How integers stand for real numbers.
  public let quantization: Quantization

  /// The number of elements.
  public var elementCount: Int { shape.reduce(1, *) }

  /// Creates a description.
  public init(
    name: String,
    elementType: ElementType,
    shape: [Int],
    shapeSignature: [Int]? = nil,
    quantization: Quantization = .none
  ) {
    self.name = name
    self.elementType = elementType
    self.shape = shape
    self.shapeSignature = shapeSignature ?? shape
    self.quantization = quantization
  }
}
