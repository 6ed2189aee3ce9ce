/// How boxes are read that a detector states relative to anchors.
///
/// For an anchor of centre (x, y) and size (w, h) the centre of the box is `raw ÷ centreScale ·
/// size + centre`, its size `raw ÷ sizeScale · size`, or the exponential of the first two times it.
/// Source: the box coder of TensorFlow's detection library, and MediaPipe's decoding options.
package struct AnchorHead: Hashable, Sendable {
  /// A place and size that boxes are relative to, as shares of the input's sides.
  package struct Anchor: Hashable, Sendable {
    /// The centre, from the left.
    package var x: Float
    /// The centre, from the top.
    package var y: Float
    /// The width.
    package var width: Float
    /// The height.
    package var height: Float
  }

  /// What turns a raw score into one from 0 through 1.
  package enum ScoreFunction: String, Hashable, Sendable {
    /// Nothing: the model has done it.
    case identity
    /// The logistic function.
    case sigmoid
    /// The share of the exponential among those of all classes.
    case softmax
  }

  /// The anchors, in the order of the rows.
  package var anchors: [Anchor]
  /// The numbers of a row of boxes; the first four are the box.
  package var coordinateCount: Int
  /// Whether rows begin with y, x, height, width rather than x, y, width, height.
  package var isVerticalFirst: Bool
  /// What offsets are divided by, across and down.
  package var centerScale: SIMD2<Float>
  /// What sizes are divided by, across and down.
  package var sizeScale: SIMD2<Float>
  /// Whether sizes are exponents.
  package var isExponential: Bool
  /// What is done to scores.
  package var scoreFunction: ScoreFunction
  /// The scores of a row, the background's among them.
  package var scoreCount: Int
  /// Whether the first score of a row is that of the background.
  package var hasBackground: Bool

  init(
    anchors: [Anchor], coordinateCount: Int = 4, isVerticalFirst: Bool = true,
    centerScale: SIMD2<Float>, sizeScale: SIMD2<Float>,
    isExponential: Bool = true, scoreFunction: ScoreFunction, scoreCount: Int, hasBackground: Bool
  ) {
    self.anchors = anchors
    self.coordinateCount = coordinateCount
    self.isVerticalFirst = isVerticalFirst
    self.centerScale = centerScale
    self.sizeScale = sizeScale
    self.isExponential = isExponential
    self.scoreFunction = scoreFunction
    self.scoreCount = scoreCount
    self.hasBackground = hasBackground
  }

  /// The number of classes, without the background.
  package var classCount: Int { scoreCount - (hasBackground ? 1 : 0) }
}

extension AnchorHead {
  /// Anchors of TensorFlow's SSD models for a square input.
  ///
  /// Six grids, each of half the side of the one before; scales from 0.2 through 0.95, three
  /// anchors on the first grid and six on the others.
  /// Source: `ssd_anchor_generator` with the settings of the published MobileNet models.
  static func ssdAnchors(side: Int) -> [Anchor] {
    var anchors: [Anchor] = []
    var cells = (side + 15) / 16
    let scales = (0..<6).map { Float(0.2) + Float(0.75) * Float($0) / 5 } + [1]
    for layer in 0..<6 {
      let scale = scales[layer]
      var shapes: [(width: Float, height: Float)] = []
      func add(_ scale: Float, _ ratio: Float) {
        shapes.append((scale * ratio.squareRoot(), scale / ratio.squareRoot()))
      }
      if layer == 0 {
        add(0.1, 1)
        add(scale, 2)
        add(scale, 0.5)
      } else {
        for ratio: Float in [1, 2, 0.5, 3, 0.3333] { add(scale, ratio) }
        add((scale * scales[layer + 1]).squareRoot(), 1)
      }
      addGrid(columns: cells, rows: cells, shapes, to: &anchors)
      cells = (cells + 1) / 2
    }
    return anchors
  }

  /// Anchors of EfficientDet: grids of 8 through 128 pixels, nine anchors on each cell.
  ///
  /// Source: `anchors.py` of the published code (anchor scale 4, three octaves).
  static func efficientDetAnchors(side: Int, scale: Float = 4) -> [Anchor] {
    var anchors: [Anchor] = []
    for level in 3...7 {
      let cells = (side + (1 << level) - 1) >> level
      var shapes: [(width: Float, height: Float)] = []
      for octave: Float in [1, 1.259_921, 1.587_401] {
        let size = scale * Float(1 << level) * octave / Float(side)
        shapes += [(size, size), (size * 1.4, size * 0.7), (size * 0.7, size * 1.4)]
      }
      let step = Float(1 << level) / Float(side)
      addGrid(columns: cells, rows: cells, step: (step, step), shapes, to: &anchors)
    }
    return anchors
  }

  /// Anchors of BlazeFace for near faces: 2 on each cell of 8 pixels, 6 on each of 16, all of the
  /// size of the input.
  static func blazeFaceAnchors(side: Int) -> [Anchor] {
    var anchors: [Anchor] = []
    for (stride, count) in [(8, 2), (16, 6)] {
      addGrid(
        columns: side / stride, rows: side / stride, Array(repeating: (1, 1), count: count),
        to: &anchors)
    }
    return anchors
  }

  /// Anchors of the Ultra-Light face detector: squares of 10 through 256 pixels on four grids.
  static func ultraLightAnchors(width: Int, height: Int) -> [Anchor] {
    var anchors: [Anchor] = []
    let layers: [(stride: Int, sizes: [Float])] = [
      (8, [10, 16, 24]), (16, [32, 48]), (32, [64, 96]), (64, [128, 192, 256]),
    ]
    for (stride, sizes) in layers {
      addGrid(
        columns: (width + stride - 1) / stride, rows: (height + stride - 1) / stride,
        step: (Float(stride) / Float(width), Float(stride) / Float(height)),
        sizes.map { ($0 / Float(width), $0 / Float(height)) }, to: &anchors)
    }
    return anchors
  }

  /// Adds anchors for each cell of a grid, whose cells share the input's sides unless steps are given.
  private static func addGrid(
    columns: Int, rows: Int, step: (x: Float, y: Float)? = nil,
    _ shapes: [(width: Float, height: Float)], to anchors: inout [Anchor]
  ) {
    let step = step ?? (1 / Float(columns), 1 / Float(rows))
    for row in 0..<rows {
      for column in 0..<columns {
        for shape in shapes {
          anchors.append(
            Anchor(
              x: (Float(column) + 0.5) * step.x, y: (Float(row) + 0.5) * step.y,
              width: shape.width, height: shape.height))
        }
      }
    }
  }
}
