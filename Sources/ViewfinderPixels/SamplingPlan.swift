internal import ViewfinderCore

/// What one call of a sampler does, worked out before the first pixel is read.
struct SamplingPlan {
  let placement: Placement
  let transform: ChannelTransform
  /// The value of a letterbox's bars.
  let fill: UInt8
  /// The target's size in pixels.
  let width: Int
  let height: Int
  /// Where the image lies in the target, in pixels.
  let content: (x: Int, y: Int, width: Int, height: Int)
  /// Columns and rows of the first plane, as stored.
  let columns: SamplingAxis
  let rows: SamplingAxis
  /// Columns and rows of the chroma planes, if there are any.
  let chromaColumns: SamplingAxis
  let chromaRows: SamplingAxis
  /// Where in the target the first stored pixel goes, as the index of an element.
  ///
  /// Turning an image is nothing more than this number and the two below.
  let targetStart: Int
  /// How many stored rows are written together.
  ///
  /// A row that becomes a column of the target touches one cache line for each pixel; written eight
  /// at a time, sampling 640 × 480 RGB into 224 × 224 turned bytes falls from 0.41 to 0.29 ms.
  var rowsAtOnce: Int { placement.orientation.swapsSides ? 8 : 1 }
  /// The way to the next stored column and row, in elements.
  let targetColumnStep: Int
  let targetRowStep: Int

  init(
    source: PixelBuffer,
    region: Box?,
    orientation: ImageOrientation,
    scaling: ScaleMode,
    filter: SamplingFilter,
    transform: ChannelTransform,
    targetWidth: Int,
    targetHeight: Int
  ) throws(ViewfinderError) {
    let region = try source.part(region)
    let turned = orientation.swapsSides
    let uprightWidth = turned ? region.height : region.width
    let uprightHeight = turned ? region.width : region.height
    var content = (x: 0, y: 0, width: targetWidth, height: targetHeight)
    fill =
      switch scaling {
      case .stretch: 0
      case .letterbox(let fill): fill
      }
    if scaling != .stretch {
      let scale = min(Double(targetWidth) / uprightWidth, Double(targetHeight) / uprightHeight)
      content.width = min(max(Int(uprightWidth * scale + 0.5), 1), targetWidth)
      content.height = min(max(Int(uprightHeight * scale + 0.5), 1), targetHeight)
      content.x = (targetWidth - content.width) / 2
      content.y = (targetHeight - content.height) / 2
    }
    placement = Placement(
      scaleX: Double(content.width) / uprightWidth,
      scaleY: Double(content.height) / uprightHeight,
      offsetX: Double(content.x),
      offsetY: Double(content.y),
      region: region,
      orientation: orientation
    )

    let storedWidth = turned ? content.height : content.width
    let storedHeight = turned ? content.width : content.height
    columns = SamplingAxis(from: region.x, to: region.maxX, cells: storedWidth, filter: filter)
    rows = SamplingAxis(from: region.y, to: region.maxY, cells: storedHeight, filter: filter)
    let shift = source.format.chromaShift
    let (chromaX, chromaY) = (Double(1 << shift.x), Double(1 << shift.y))
    // A chroma sample above the left luma sample has its centre a quarter of its own width
    // further left than the middle of its square.
    chromaColumns = SamplingAxis(
      from: region.x / chromaX,
      to: region.maxX / chromaX,
      shift: shift.x == 1 && source.chromaSiting == .left ? 0.25 : 0,
      cells: storedWidth,
      filter: filter
    )
    chromaRows = SamplingAxis(
      from: region.y / chromaY, to: region.maxY / chromaY, cells: storedHeight, filter: filter)

    let x = orientation.flipsX ? content.x + content.width - 1 : content.x
    let y = orientation.flipsY ? content.y + content.height - 1 : content.y
    let stepX = orientation.flipsX ? -3 : 3
    let stepY = (orientation.flipsY ? -3 : 3) * targetWidth
    targetStart = (y * targetWidth + x) * 3
    targetColumnStep = turned ? stepY : stepX
    targetRowStep = turned ? stepX : stepY
    self.transform = transform
    self.content = content
    width = targetWidth
    height = targetHeight
  }
}
