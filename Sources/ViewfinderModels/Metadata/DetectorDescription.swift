internal import ViewfinderInference

/// What MediaPipe's `DETECTOR_METADATA` say about raw boxes.
///
/// The slot numbers are those of MediaPipe's `object_detector_metadata_schema.fbs`.
struct DetectorDescription: Hashable, Sendable {
  static let entryName = "DETECTOR_METADATA"

  var anchors: [AnchorHead.Anchor] = []
  var classCount = 0
  var boxCount = 0
  var coordinateCount = 0
  var centerScale: SIMD2<Float> = [1, 1]
  var sizeScale: SIMD2<Float> = [1, 1]
  var isExponential = false
  var usesSigmoid = false
  /// The bytes that say so, for writing them again.
  let bytes: [UInt8]

  /// Reads the buffer.
  init(_ bytes: Span<UInt8>, budget: StepBudget) throws(FlatBufferFault) {
    let reader = FlatBufferReader(bytes, budget: budget)
    try budget.spend(bytes.count)
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    for index in bytes.indices { copy.append(bytes[index]) }
    self.bytes = copy
    guard try reader.identifier() == "V001" else {
      throw FlatBufferFault("the detector's metadata have another identifier than \"V001\"")
    }
    let root = try reader.root()
    if let options = try reader.table(root, 1), let fixed = try reader.table(options, 0),
      let list = try reader.vector(fixed, 0, stride: 4)
    {
      guard list.count <= Self.mostAnchors else {
        throw FlatBufferFault("the detector's metadata hold \(list.count) anchors")
      }
      for index in 0..<list.count {
        let anchor = try reader.table(list, at: index)
        anchors.append(
          AnchorHead.Anchor(
            x: try reader.float(anchor, 0, default: 0), y: try reader.float(anchor, 1, default: 0),
            width: try reader.float(anchor, 2, default: 0),
            height: try reader.float(anchor, 3, default: 0)))
      }
    }
    guard let decoding = try reader.table(root, 2) else {
      throw FlatBufferFault("the detector's metadata do not say how to decode its tensors")
    }
    func number(_ slot: Int) throws(FlatBufferFault) -> Int {
      Int(try reader.integer(decoding, slot, default: 0 as Int32))
    }
    (classCount, boxCount, coordinateCount) = (try number(0), try number(1), try number(2))
    func scale(_ slot: Int) throws(FlatBufferFault) -> Float {
      let value = try reader.float(decoding, slot, default: 0)
      guard value.isFinite, value > 0 else {
        throw FlatBufferFault("the detector's metadata have a scale of \(value)")
      }
      return value
    }
    centerScale = [try scale(6), try scale(7)]
    sizeScale = [try scale(8), try scale(9)]
    isExponential = try reader.bool(decoding, 10)
    usesSigmoid = try reader.bool(decoding, 11)
  }

  private static let mostAnchors = 200_000
}
