public import ViewfinderInference
public import ViewfinderPixels

/// The image that a model takes: `1 × height × width × 3`, red, green, blue.
public struct ImageInput: Hashable, Sendable {
  /// The position among the inputs of an inference session.
  public let tensorIndex: Int

  /// The name of the tensor.
  public let name: String

  /// The width in pixels; for an open width, what the file states as an example.
  public let width: Int

  /// The height in pixels; for an open height, what the file states as an example.
  public let height: Int

  /// Whether the model takes images of any width.
  public let isWidthDynamic: Bool

  /// Whether the model takes images of any height.
  public let isHeightDynamic: Bool

  /// The type of the numbers: `float32`, `uint8` or `int8`.
  public let elementType: ElementType

  /// What turns a channel value from 0 through 255 into the number that the tensor wants.
  public let transform: ChannelTransform

  /// The normalisation that ``transform`` applies; nothing when bytes go in as they are.
  public let normalization: Normalization?

  /// Whether the model takes images of other sizes than ``width`` and ``height``.
  public var isDynamic: Bool { isWidthDynamic || isHeightDynamic }
}
