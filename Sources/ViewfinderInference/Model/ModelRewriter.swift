package import ViewfinderCore

/// Writes a model file again with other metadata, or without its signatures.
///
/// A new root table goes in front of the old file, all of whose bytes stay as they are: operators,
/// tensors and weights are referred to where they lie.
package enum ModelRewriter {
  /// The bytes of the model without what follows it, such as an archive.
  ///
  /// - Parameters:
  ///   - data: A model file.
  ///   - end: Where the model ends in the file.
  ///   - metadata: What takes the place of a piece of metadata, by its name.
  ///   - dropsSignatures: Whether to leave the signatures out.
  /// - Returns: The new file.
  /// - Throws: `invalidModel` for a file that is not sound, `unsupportedModel` for one whose weights
  ///   lie behind its tables.
  package static func rewrite(
    _ data: ModelData, end: Int, metadata: [(name: String, bytes: [UInt8])],
    dropsSignatures: Bool
  ) throws(ViewfinderError) -> [UInt8] {
    _ = try ModelGraph(data)
    var old: [UInt8] = []
    old.reserveCapacity(end)
    let bytes = data.bytes
    for index in 0..<end { old.append(bytes[index]) }
    do throws(FlatBufferFault) {
      let reader = FlatBufferReader(bytes, budget: StepBudget(byteCount: data.byteCount))
      let root = try reader.root()
      var fields: [Int: FlatBufferContent.Value] = [
        0: .uint32(try reader.integer(root, 0, default: 0 as UInt32))
      ]
      for slot in [1, 2, 3, 5, 7] where slot != 7 || !dropsSignatures {
        if let position = try reader.target(root, slot) { fields[slot] = .kept(position) }
      }
      var buffers: [Int] = []
      if let vector = try reader.vector(root, 4, stride: 4) {
        for index in 0..<vector.count {
          let buffer = try reader.table(vector, at: index)
          guard try reader.integer(buffer, 1, default: 0 as UInt64) <= 1 else {
            throw FlatBufferFault("its weights lie behind its tables, as in models beyond 2 GiB")
          }
          buffers.append(buffer.position)
        }
      }
      var entries: [Int] = []
      if let vector = try reader.vector(root, 6, stride: 4) {
        for index in 0..<vector.count {
          let entry = try reader.table(vector, at: index)
          let name = try reader.string(entry, 0)
          if !metadata.contains(where: { $0.name == name }) { entries.append(entry.position) }
        }
      }
      let added = metadata.enumerated().map { index, blob in
        FlatBufferContent([
          0: .string(blob.name), 1: .uint32(UInt32(buffers.count + index)),
        ])
      }
      fields[4] = .keptAndNew(buffers, metadata.map { FlatBufferContent([0: .bytes($0.bytes)]) })
      fields[6] = .keptAndNew(entries, added)
      return FlatBufferContent(fields).file(identifier: "TFL3", before: old)
    } catch {
      throw ViewfinderError(
        .unsupportedModel, subject: data.name, found: error.reason,
        expected: "a model whose tables and weights are in one piece",
        remedy: "Convert the model again.")
    }
  }
}

extension FlatBufferReader {
  /// The position that an offset field leads to, or nothing when the field is absent.
  fileprivate func target(_ table: Table, _ slot: Int) throws(FlatBufferFault) -> Int? {
    guard let position = try field(table, slot, byteCount: 4) else { return nil }
    return position + Int(try integer(UInt32.self, at: position))
  }
}
