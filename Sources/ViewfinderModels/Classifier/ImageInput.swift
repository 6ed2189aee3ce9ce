public import ViewfinderInference
package import ViewfinderPixels

/// The image that a model takes: `1 × height × width × 3`, red, green, blue, or one of the forms of
/// ``Channels`` and ``Arrangement``.
public struct ImageInput: Hashable, Sendable {
  /// The position among the inputs of an inference session.
  package let tensorIndex: Int

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
  package let transform: ChannelTransform

  /// The normalization that is applied; nothing when bytes go in as they are.
  public let normalization: Normalization?

  /// What ``normalization`` is known from, or that bytes go in as they are.
  package let basis: InputBasis

  /// Which channels there are.
  public let channels: Channels

  /// Where the channels stand among the sizes.
  public let arrangement: Arrangement

  /// Which channels an image has in a tensor, in their order.
  public enum Channels: String, Hashable, Sendable {
    /// Red, green, blue: the only form that ML Kit takes.
    case rgb
    /// Blue, green, red, as models have it that were trained with OpenCV.
    case bgr
    /// Luma alone.
    case gray
  }

  /// Where the channels of an image stand among the sizes of a tensor.
  public enum Arrangement: String, Hashable, Sendable {
    /// `1 × height × width × channels`: the only form that ML Kit takes.
    case channelsLast
    /// `1 × channels × height × width`, as in PyTorch.
    case channelsFirst
    /// `1 × height × width`, for one channel.
    case noChannels
  }

  /// The shape of the tensor for an image of a size.
  package func shape(width: Int, height: Int) -> [Int] {
    let count = channels == .gray ? 1 : 3
    return switch arrangement {
    case .channelsLast: [1, height, width, count]
    case .channelsFirst: [1, count, height, width]
    case .noChannels: [1, height, width]
    }
  }

  /// Whether the model takes images of other sizes than ``width`` and ``height``.
  public var isDynamic: Bool { isWidthDynamic || isHeightDynamic }
}
