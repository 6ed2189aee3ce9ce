internal import ViewfinderCore
internal import ViewfinderInference
internal import ViewfinderModels
internal import ViewfinderPixels

/// The image input of a session and the sampler that writes into it.
struct ModelInput: ~Copyable {
  private let input: ImageInput
  private let scaling: ScaleMode
  private let filter: SamplingFilter
  private var sampler: Sampler

  init(_ input: ImageInput, scaling: ScaleMode, filter: SamplingFilter) {
    self.input = input
    self.scaling = scaling
    self.filter = filter
    sampler = Sampler(width: input.width, height: input.height)
  }

  /// Samples an image straight into the session's input tensor.
  ///
  /// A model that leaves its input's sides open gets the size of the upright region, as far as it
  /// lies in the image, as in TensorFlow's task library.
  mutating func fill(
    _ session: InferenceSession, with image: PixelBuffer, region: Rect?, orientation: Orientation
  ) throws(ViewfinderError) -> Placement {
    if input.isDynamic { try resize(session, region: image.part(region), orientation) }
    switch input.elementType {
    case .float32: return try fill(session, Float.self, image, region, orientation)
    case .uint8: return try fill(session, UInt8.self, image, region, orientation)
    case .int8: return try fill(session, Int8.self, image, region, orientation)
    default: preconditionFailure("An image input is float32, uint8 or int8")
    }
  }

  private mutating func fill<Element: TensorElement & SampleElement>(
    _ session: InferenceSession, _ type: Element.Type, _ image: PixelBuffer, _ region: Rect?,
    _ orientation: Orientation
  ) throws(ViewfinderError) -> Placement {
    try session.withInput(input.tensorIndex, of: type) { (target) throws(ViewfinderError) in
      try sampler.sample(
        image, region: region, orientation: orientation, scaling: scaling, filter: filter,
        transform: input.transform, into: &target)
    }
  }

  /// The most pixels that are given to a model with open sides; larger regions are shrunk.
  private static let largestOpenSide = 1024.0

  private mutating func resize(
    _ session: InferenceSession, region: Rect, _ orientation: Orientation
  ) throws(ViewfinderError) {
    let (w, h) =
      orientation.swapsSides ? (region.height, region.width) : (region.width, region.height)
    let shrink = min(1, Self.largestOpenSide / max(w, h))
    let width = input.isWidthDynamic ? max(1, Int((w * shrink).rounded())) : input.width
    let height = input.isHeightDynamic ? max(1, Int((h * shrink).rounded())) : input.height
    guard
      width != sampler.width || height != sampler.height
        || session.inputs[input.tensorIndex].shape != [1, height, width, 3]
    else { return }
    try session.resizeInput(input.tensorIndex, to: [1, height, width, 3])
    sampler = Sampler(width: width, height: height)
  }
}
