internal import ViewfinderCore
internal import ViewfinderInference

/// Which axes of an input tensor are the sides of an image, and which channels there are.
struct InputForm: Hashable, Sendable {
  let channels: ImageInput.Channels
  let arrangement: ImageInput.Arrangement

  var heightAxis: Int { arrangement == .channelsFirst ? 2 : 1 }
  var widthAxis: Int { heightAxis + 1 }

  /// Finds the form of a tensor, or says why it holds no image.
  init(_ tensor: TensorDescription, _ subject: String) throws(ViewfinderError) {
    func refuse(_ found: String, _ remedy: String) -> ViewfinderError {
      ViewfinderError(
        .unsupportedModel, subject: subject, found: found, expected: "[1, height, width, 3]",
        remedy: remedy)
    }
    let shape = tensor.shape
    guard (3...4).contains(shape.count), tensor.shapeSignature.count == shape.count else {
      throw refuse(
        dimensions(shape),
        shape.count == 2
          ? "Export the model with an image input; this one takes a row of numbers."
          : "Use a model that takes an image; this one takes something else.")
    }
    switch (shape.count, shape[1], shape[shape.count - 1]) {
    case (3, _, let last):
      guard shape[0] == 1, last > 4 || tensor.shapeSignature[2] < 0 else {
        throw refuse(
          dimensions(shape), "Use a model that takes an image; this one takes something else.")
      }
      (channels, arrangement) = (.gray, .noChannels)
    case (_, _, 3): (channels, arrangement) = (.rgb, .channelsLast)
    case (_, 3, _): (channels, arrangement) = (.rgb, .channelsFirst)
    case (_, _, 1): (channels, arrangement) = (.gray, .channelsLast)
    case (_, 1, _): (channels, arrangement) = (.gray, .channelsFirst)
    default:
      throw refuse("\(shape[3]) channels, \(shape)", "Export the model with an RGB input.")
    }
    guard shape[0] == 1 else {
      throw refuse(
        "a batch of \(shape[0]), \(shape)", "Export the model with a batch size of 1.")
    }
    let sides = 1...65_535
    guard sides.contains(shape[heightAxis]), sides.contains(shape[widthAxis]) else {
      throw refuse("the shape \(shape)", "Export the model with sides from 1 through 65535.")
    }
  }
}
