internal import ViewfinderCore
internal import ViewfinderModels

extension Detector {
  /// How an image is cut into parts that overlap, in each of which a detector sees small things
  /// larger; the whole image is looked at as well.
  ///
  /// The time of a detection grows with the number of tiles, plus one for the whole.
  public enum Tiling: Hashable, Sendable {
    /// As many tiles as make a tile at most half as large again as the detector's input; none for
    /// images that are no larger than that.
    case automatic
    /// So many tiles across and down, 1 through 8 each, as the image is looked at.
    case grid(columns: Int, rows: Int)

    static let mostPerSide = 8
    /// The share of a tile that its neighbour shows, too.
    static let overlap = 0.2
    private static let ease = 1.5

    /// The tiles of a part of an image, in stored pixels; none when the whole is enough.
    func regions(of area: Box, for input: ImageInput, swapsSides: Bool) -> [Box] {
      var (columns, rows) = (1, 1)
      switch self {
      case .automatic:
        let (width, height) = swapsSides ? (area.height, area.width) : (area.width, area.height)
        columns = Int((width / (Self.ease * Double(input.width))).rounded(.up))
        rows = Int((height / (Self.ease * Double(input.height))).rounded(.up))
      case .grid(let across, let down): (columns, rows) = (across, down)
      }
      if swapsSides { swap(&columns, &rows) }
      columns = min(max(1, columns), Self.mostPerSide)
      rows = min(max(1, rows), Self.mostPerSide)
      guard columns * rows > 1 else { return [] }
      let width = area.width / (Double(columns) - Double(columns - 1) * Self.overlap)
      let height = area.height / (Double(rows) - Double(rows - 1) * Self.overlap)
      var regions: [Box] = []
      for row in 0..<rows {
        for column in 0..<columns {
          regions.append(
            Box(
              x: area.x + Double(column) * width * (1 - Self.overlap),
              y: area.y + Double(row) * height * (1 - Self.overlap), width: width,
              height: height
            ).intersection(area))
        }
      }
      return regions
    }
  }
}
