public import ViewfinderCore
public import ViewfinderPixels

/// Draws boxes with their text, and the trails of tracks, onto images and video frames.
///
/// Lines and type grow with the image. Lines are anti-aliased and have a thin dark rim, which
/// keeps them visible on any ground; text is black or white, whichever is read better on the
/// colour of its chip. Chips stay inside the image, and off one another where there is room.
/// The first annotations are placed first and lie on top.
///
/// Edges lie on whole pixels: in an RGB image a line of `n` pixels runs over the frame's edge,
/// rounded to a pixel, with `n / 2` pixels outside. In 4:2:0 images they lie on whole chroma
/// samples, which is to say on even pixels, so that colours are as crisp as brightness.
///
/// An annotator keeps what it made of its texts, in bounded memory. It may be used from many
/// threads at once.
public final class Annotator: Sendable {
  private let scale: Double
  private let cache = TextCache()

  /// Creates an annotator.
  ///
  /// - Parameter scale: A factor for the size of lines and type, 0.25 through 8.
  /// - Precondition: `scale` is in that range.
  public init(scale: Double = 1) {
    precondition((0.25...8).contains(scale), "A scale of annotations must be 0.25 through 8")
    self.scale = scale
  }

  /// Loads the text library and the fonts, and says if one is missing.
  ///
  /// The first text would do it otherwise. Boxes without text need neither.
  ///
  /// - Throws: `unavailable` when this build or this machine cannot draw text.
  public static func prepare() throws(ViewfinderError) {
    try TextRenderer.prepare()
  }

  /// Draws onto a copy of an image.
  ///
  /// - Parameters:
  ///   - annotations: What to draw, most prominent first.
  ///   - image: The image.
  /// - Returns: An upright RGB image of the pixels that were decoded.
  /// - Throws: `unavailable` when there is text and this build or this machine cannot draw it.
  /// - Complexity: O(pixels).
  public func draw(
    _ annotations: [BoxAnnotation], on image: InputImage
  ) throws(ViewfinderError) -> InputImage {
    var copy = RGBPixels(image)
    let (x, y) = (
      Double(copy.width) / Double(image.width), Double(copy.height) / Double(image.height)
    )
    try draw(x == 1 && y == 1 ? annotations : annotations.map { $0.scaled(x, y) }, on: &copy)
    return InputImage(copy.pixels, orientation: .up, time: image.time, storedSize: image.size)
  }

  /// Draws objects, with their labels and confidences, onto a copy of an image.
  ///
  /// - Parameters:
  ///   - objects: What to draw, most prominent first.
  ///   - image: The image that they were found in.
  /// - Returns: An upright RGB image of the pixels that were decoded.
  /// - Throws: `unavailable` when there is text and this build or this machine cannot draw it.
  /// - Complexity: O(pixels).
  public func draw(
    _ objects: [DetectedObject], on image: InputImage
  ) throws(ViewfinderError) -> InputImage {
    try draw(
      objects.enumerated().map { BoxAnnotation($1, rank: $0) }, on: image)
  }

  func draw(
    _ annotations: [BoxAnnotation], on image: inout RGBPixels
  ) throws(ViewfinderError) {
    let layout = PictureLayout(width: image.width, height: image.height, format: .rgb)
    var first = image.bytes.mutableSpan
    var second = MutableSpan<UInt8>()
    var third = MutableSpan<UInt8>()
    try draw(annotations, layout, &first, &second, &third)
  }

  /// Draws onto the planes of an image or video frame, where they are.
  ///
  /// Touches only the pixels that are drawn on.
  ///
  /// - Parameters:
  ///   - annotations: What to draw, most prominent first, in upright pixels.
  ///   - layout: How the planes lie in memory.
  ///   - first: The plane of luma, or the only one.
  ///   - second: The second plane; empty when there is none.
  ///   - third: The third plane; empty when there is none.
  /// - Throws: `unavailable` when there is text and this build or this machine cannot draw it;
  ///   nothing is drawn then.
  /// - Precondition: The planes are as long as the layout demands.
  package func draw(
    _ annotations: [BoxAnnotation],
    _ layout: PictureLayout,
    _ first: inout MutableSpan<UInt8>,
    _ second: inout MutableSpan<UInt8>,
    _ third: inout MutableSpan<UInt8>
  ) throws(ViewfinderError) {
    precondition(
      first.count >= layout.extent(plane: 0) && second.count >= layout.extent(plane: 1)
        && third.count >= layout.extent(plane: 2),
      "A picture's planes must be as long as its layout demands"
    )
    guard !annotations.isEmpty else { return }
    let size = layout.uprightSize
    let (width, height) = (size.width, size.height)
    let scene = AnnotationScene(
      width: width,
      height: height,
      scale: scale,
      isSubsampled: layout.format.planeCount > 1
    )
    let sprites = try scene.sprites(annotations, cache: cache)
    Compositor(layout).paint(sprites, &first, &second, &third)
  }
}
