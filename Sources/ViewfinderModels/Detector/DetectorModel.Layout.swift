internal import ViewfinderInference

extension DetectorModel {
  /// Which outputs hold what; numbers are positions among the session's outputs.
  package enum Layout: Hashable, Sendable {
    /// Boxes, classes, scores and their count after non-maximum suppression.
    case postProcessed(boxes: Int, classes: Int, scores: Int, count: Int)
    /// Rows of centre, size, objectness and class scores.
    case yoloRows(output: Int, boxCount: Int, classCount: Int)
    /// Columns of centre, size and class scores; what follows the scores, such as the weights of
    /// masks, is left alone.
    case yoloColumns(output: Int, boxCount: Int, classCount: Int)
    /// The same as rows, one for each cell of square grids.
    case yoloCells(output: Int, boxCount: Int, classCount: Int)
    /// Rows of left, top, right, bottom, score and class after suppression.
    case endToEnd(output: Int, boxCount: Int)
    /// Rows of offset in the cell, logarithm of the size, objectness and class scores: YOLOX.
    case gridRows(output: Int, strides: [Int], classCount: Int)
    /// Rows of class scores and distributions of four distances: NanoDet.
    case distributions(output: Int, strides: [Int], classCount: Int)
    /// A score and four distances for each cell of square grids.
    case pointGrid(scores: Int, distances: Int, strides: [Int])
    /// Boxes relative to anchors, and scores.
    case anchored(boxes: Int, scores: Int, AnchorHead)
    /// Scores of each cell of a coarse picture, the background's first: FOMO.
    case cells(output: Int, columns: Int, rows: Int, classCount: Int)
  }

  /// What people call a model of the layout.
  package var family: String { layout.family }
}

extension DetectorModel.Layout {
  var family: String {
    switch self {
    case .postProcessed: "SSD or EfficientDet with its suppression"
    case .yoloRows: "YOLO (rows with objectness: version 5 or 7)"
    case .yoloColumns, .yoloCells: "YOLO (version 8 or 11)"
    case .endToEnd: "YOLO with its suppression (version 10 or 26, or nms=True)"
    case .gridRows: "YOLOX"
    case .distributions: "NanoDet"
    case .pointGrid: "localizer"
    case .anchored(_, _, let head): head.anchors.count == 896 ? "BlazeFace" : "SSD with anchors"
    case .cells: "FOMO"
    }
  }

  /// The number of classes; nothing when it is not in the file.
  func classCount(_ graph: ModelGraph) -> Int? {
    switch self {
    case .postProcessed: graph.detectionOutputs?.classCount
    case .yoloRows(_, _, let count), .yoloColumns(_, _, let count), .yoloCells(_, _, let count),
      .gridRows(_, _, let count), .distributions(_, _, let count), .cells(_, _, _, let count):
      count
    case .anchored(_, _, let head): head.classCount
    case .endToEnd: nil
    case .pointGrid: 1
    }
  }
}
