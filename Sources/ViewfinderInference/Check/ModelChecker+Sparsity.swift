extension ModelChecker {
  /// Checks the description of a sparse constant, and returns how many elements it stores.
  ///
  /// A sparse tensor is a tree with one level for each dimension, in any order, and further levels
  /// for blocks. A level is dense, or lists for each node of the level above which children exist
  /// ("compressed sparse row"). LiteRT writes the values wherever the lists say.
  func checkSparsity(
    _ table: FlatBufferReader.Table,
    shape: [Int]
  ) throws(FlatBufferFault) -> Int {
    let order = try reader.integers(Int32.self, table, 0).map(Int.init)
    let blockMap = try reader.integers(Int32.self, table, 1).map(Int.init)
    let levels = try reader.vector(table, 2, stride: 4)
    let rank = shape.count
    guard let levels, levels.count == order.count, order.count == rank + blockMap.count,
      Self.isPermutation(order[...]), Self.isPermutation(order.prefix(rank)),
      Set(blockMap).count == blockMap.count, blockMap.allSatisfy(shape.indices.contains)
    else { throw FlatBufferFault("its sparse levels do not belong to the shape \(shape)") }

    // The size of each level, in the numbering of `order`: dimensions, then blocks.
    var sizes = shape + Array(repeating: 0, count: blockMap.count)
    for level in rank..<order.count {
      let block = order[level]
      let dimension = blockMap[block - rank]
      let size = Int(try reader.integer(reader.table(levels, at: level), 1, default: 0 as Int32))
      guard size > 0, shape[dimension] % size == 0 else {
        throw FlatBufferFault("blocks of \(size) do not fill the shape \(shape)")
      }
      sizes[block] = size
      sizes[dimension] = shape[dimension] / size
    }

    var nodes = 1
    for level in order.indices {
      let size = sizes[order[level]]
      let description = try reader.table(levels, at: level)
      if try reader.integer(description, 0, default: 0 as Int8) == 0 {
        let found = Int(try reader.integer(description, 1, default: 0 as Int32))
        let (product, overflow) = nodes.multipliedReportingOverflow(by: size)
        guard found == size, !overflow, product <= Self.maximumTensorByteCount else {
          throw FlatBufferFault("sparse level \(level) has \(found) instead of \(size) children")
        }
        nodes = product
      } else {
        guard level < rank else {
          throw FlatBufferFault("the blocks of sparse level \(level) are not dense")
        }
        nodes = try checkLists(description, level: level, nodes: nodes, size: size)
      }
    }
    return nodes
  }

  /// Whether numbers are those from 0 up to their count, each once.
  private static func isPermutation(_ numbers: ArraySlice<Int>) -> Bool {
    var isSeen = Array(repeating: false, count: numbers.count)
    for number in numbers {
      guard isSeen.indices.contains(number), !isSeen[number] else { return false }
      isSeen[number] = true
    }
    return true
  }

  /// Checks the lists of a compressed level, and returns the number of children in all.
  private func checkLists(
    _ description: FlatBufferReader.Table,
    level: Int,
    nodes: Int,
    size: Int
  ) throws(FlatBufferFault) -> Int {
    let segments = try list(description, 2)
    let indices = try list(description, 4)
    guard segments.count == nodes + 1, try value(segments, 0) == 0,
      try value(segments, nodes) == indices.count
    else { throw FlatBufferFault("the lists of sparse level \(level) have wrong lengths") }
    var start = 0
    for node in 0..<nodes {
      let end = try value(segments, node + 1)
      guard end >= start, end <= indices.count else {
        throw FlatBufferFault("a list of sparse level \(level) ends before it starts")
      }
      for position in start..<end where !(try (0..<size).contains(value(indices, position))) {
        throw FlatBufferFault("sparse level \(level) has a child outside \(size)")
      }
      start = end
    }
    return indices.count
  }

  /// A list of integers of 8, 16 or 32 bits: a union of three tables.
  private func list(
    _ description: FlatBufferReader.Table,
    _ slot: Int
  ) throws(FlatBufferFault) -> FlatBufferReader.Vector {
    let strides: [UInt8: Int] = [1: 4, 2: 2, 3: 1]
    guard let stride = strides[try reader.integer(description, slot, default: 0 as UInt8)],
      let table = try reader.table(description, slot + 1),
      let vector = try reader.vector(table, 0, stride: stride)
    else { throw FlatBufferFault("a sparse level has no lists") }
    return vector
  }

  private func value(
    _ vector: FlatBufferReader.Vector,
    _ index: Int
  ) throws(FlatBufferFault) -> Int {
    switch vector.stride {
    case 1: Int(try reader.integer(UInt8.self, vector, at: index))
    case 2: Int(try reader.integer(UInt16.self, vector, at: index))
    default: Int(try reader.integer(Int32.self, vector, at: index))
    }
  }
}
