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
  /// Red, green and blue of models whose channels are others or stand elsewhere.
  private var colors: [Float] = []

  init(_ input: ImageInput, scaling: ScaleMode, filter: SamplingFilter) {
    self.input = input
    self.scaling = scaling
    self.filter = filter
    sampler = Sampler(width: input.width, height: input.height)
  }

  /// Samples an image straight into the session's input tensor.
  ///
  /// A model that leaves its input's sides open gets the size of the upright region, as far as it
  /// lies in the image, as in TensorFlow's task library. The region is in stored pixels.
  mutating func fill(
    _ session: InferenceSession, with image: InputImage, storedRegion region: Box?
  ) throws(ViewfinderError) -> Placement {
    let (image, orientation) = (image.pixels, image.orientation)
    if input.isDynamic { try resize(session, region: image.part(region), orientation) }
    guard input.channels == .rgb, input.arrangement == .channelsLast else {
      return try rearrange(session, image, region, orientation)
    }
    switch input.elementType {
    case .float32: return try fill(session, Float.self, image, region, orientation)
    case .uint8: return try fill(session, UInt8.self, image, region, orientation)
    case .int8: return try fill(session, Int8.self, image, region, orientation)
    default: preconditionFailure("An image input is float32, uint8 or int8")
    }
  }

  /// Samples colours and puts them into the input in its own channels and order.
  private mutating func rearrange(
    _ session: InferenceSession, _ image: PixelBuffer, _ region: Box?,
    _ orientation: ImageOrientation
  ) throws(ViewfinderError) -> Placement {
    let pixelCount = sampler.width * sampler.height
    var colors: [Float] = []
    swap(&colors, &self.colors)
    if colors.count != 3 * pixelCount { colors = Array(repeating: 0, count: 3 * pixelCount) }
    var target = colors.mutableSpan
    let placement = try sampler.sample(
      image, region: region, orientation: orientation, scaling: scaling, filter: filter,
      into: &target)
    swap(&colors, &self.colors)
    switch input.elementType {
    case .float32: try arrange(session, Float.self) { $0 }
    case .uint8:
      try arrange(session, UInt8.self) { UInt8(max(0, min(255, $0.rounded(.toNearestOrEven)))) }
    case .int8:
      try arrange(session, Int8.self) { Int8(max(-128, min(127, $0.rounded(.toNearestOrEven)))) }
    default: preconditionFailure("An image input is float32, uint8 or int8")
    }
    return placement
  }

  private func arrange<Element: TensorElement>(
    _ session: InferenceSession, _ type: Element.Type, _ element: (Float) -> Element
  ) throws(ViewfinderError) {
    let count = colors.count / 3
    let (scale, bias) = (input.transform.scale, input.transform.bias)
    try session.withInput(input.tensorIndex, of: type) { (target) throws(ViewfinderError) in
      if input.channels == .gray {
        precondition(target.count == count, "The input holds a number for each pixel")
        for pixel in 0..<count {
          // The weights of BT.601, as Pillow and OpenCV use them.
          let luma =
            0.299 * colors[3 * pixel] + 0.587 * colors[3 * pixel + 1]
            + 0.114 * colors[3 * pixel + 2]
          target[pixel] = element(luma * scale[0] + bias[0])
        }
        return
      }
      precondition(target.count == 3 * count, "The input holds three numbers for each pixel")
      let isPlanar = input.arrangement == .channelsFirst
      for channel in 0..<3 {
        let source = input.channels == .bgr ? 2 - channel : channel
        for pixel in 0..<count {
          let value = colors[3 * pixel + source] * scale[channel] + bias[channel]
          target[isPlanar ? channel * count + pixel : 3 * pixel + channel] = element(value)
        }
      }
    }
  }

  private mutating func fill<Element: TensorElement & SampleElement>(
    _ session: InferenceSession, _ type: Element.Type, _ image: PixelBuffer, _ region: Box?,
    _ orientation: ImageOrientation
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
    _ session: InferenceSession, region: Box, _ orientation: ImageOrientation
  ) throws(ViewfinderError) {
    let (w, h) =
      orientation.swapsSides ? (region.height, region.width) : (region.width, region.height)
    let shrink = min(1, Self.largestOpenSide / max(w, h))
    let width = input.isWidthDynamic ? max(1, Int((w * shrink).rounded())) : input.width
    let height = input.isHeightDynamic ? max(1, Int((h * shrink).rounded())) : input.height
    guard
      width != sampler.width || height != sampler.height
        || session.inputs[input.tensorIndex].shape != input.shape(width: width, height: height)
    else { return }
    try session.resizeInput(input.tensorIndex, to: input.shape(width: width, height: height))
    sampler = Sampler(width: width, height: height)
  }
}
