internal import ViewfinderCore
internal import ViewfinderSystem

/// Reads a row for each cell of some grids, the finest grid first, cells row by row.
struct GridRowDecoder: Hashable, Sendable {
  /// What a row holds.
  enum Form: Hashable, Sendable {
    /// YOLOX: the offset of the centre and the logarithm of the size, in strides, or both in pixels
    /// when the export has worked them out; objectness; class scores.
    case offsets
    /// NanoDet: class scores; for each side the weights of the distances 0 through 7, in strides.
    case distributions
  }

  var form: Form
  var strides: [Int]
  var classCount: Int
  var inputWidth: Int
  var inputHeight: Int

  private static let distanceCount = 8

  /// The best class of each box whose score reaches `threshold`.
  ///
  /// - Complexity: O(cells · classes).
  func decode(
    _ values: [Float], threshold: Float, into candidates: inout [Candidate]
  ) {
    let width = form == .offsets ? 5 + classCount : classCount + 4 * Self.distanceCount
    let first = form == .offsets ? 5 : 0
    let isDecoded = form == .offsets && isDecoded(values, width: width)
    // NanoDet-Plus, known by its fourth grid, counts from the corners of cells.
    let center = form == .offsets || strides.count == 4 ? 0 : 0.5
    var cell = 0
    for stride in strides {
      let columns = (inputWidth + stride - 1) / stride
      let rows = (inputHeight + stride - 1) / stride
      for y in 0..<rows {
        for x in 0..<columns {
          let row = cell * width
          cell += 1
          precondition(row + width <= values.count, "The tensor has another size")
          var best = first
          for index in first + 1..<max(first + 1, first + classCount)
          where values[row + index] > values[row + best] {
            best = index
          }
          let score = values[row + best] * (form == .offsets ? values[row + 4] : 1)
          guard score >= threshold else { continue }
          let rect =
            switch form {
            case .offsets: box(values, at: row, x, y, stride, isDecoded)
            case .distributions:
              box(
                values, at: row + classCount, (Double(x) + center) * Double(stride),
                (Double(y) + center) * Double(stride), stride)
            }
          guard rect.isProper else { continue }
          candidates.append(Candidate(box: rect, score: score, classIndex: best - first))
        }
      }
    }
  }

  /// The box of a row of offsets.
  private func box(
    _ values: [Float], at row: Int, _ x: Int, _ y: Int, _ stride: Int, _ isDecoded: Bool
  ) -> Box {
    let unit = Double(stride)
    var (middleX, middleY) = (Double(values[row]), Double(values[row + 1]))
    var (width, height) = (Double(values[row + 2]), Double(values[row + 3]))
    if !isDecoded {
      (middleX, middleY) = ((middleX + Double(x)) * unit, (middleY + Double(y)) * unit)
      (width, height) = (
        exponential(min(width, 20)) * unit, exponential(min(height, 20)) * unit
      )
    }
    return Box(x: middleX - width / 2, y: middleY - height / 2, width: width, height: height)
  }

  /// The box around a point by the distributions of its four distances.
  private func box(
    _ values: [Float], at start: Int, _ x: Double, _ y: Double, _ stride: Int
  ) -> Box {
    func side(_ index: Int) -> Double {
      distance(values, at: start + index * Self.distanceCount) * Double(stride)
    }
    let (left, top) = (side(0), side(1))
    return Box(x: x - left, y: y - top, width: left + side(2), height: top + side(3))
  }

  /// Whether centres are pixels: as offsets in strides they stay near 0.
  private func isDecoded(_ values: [Float], width: Int) -> Bool {
    for row in Swift.stride(from: 0, to: values.count - width + 1, by: width)
    where values[row] > 24 {
      return true
    }
    return false
  }

  /// The mean of the distances by their weights, which are logarithms.
  private func distance(_ values: [Float], at start: Int) -> Double {
    var largest = values[start]
    for index in 1..<Self.distanceCount { largest = max(largest, values[start + index]) }
    var (sum, total) = (0.0, 0.0)
    for index in 0..<Self.distanceCount {
      let weight = exponential(Double(values[start + index] - largest))
      sum += Double(index) * weight
      total += weight
    }
    return sum / total
  }
}
