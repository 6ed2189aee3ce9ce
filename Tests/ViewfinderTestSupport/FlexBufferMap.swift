/// Writes a FlexBuffers map of numbers, as custom operators keep their options.
///
/// - Parameter numbers: The numbers by name.
/// - Returns: The bytes.
public func flexBufferMap(_ numbers: [String: Float]) -> [UInt8] {
  let names = numbers.keys.sorted()
  var bytes: [UInt8] = []
  var places: [Int] = []
  for name in names {
    places.append(bytes.count)
    bytes += Array(name.utf8) + [0]
  }
  while bytes.count % 4 != 0 { bytes.append(0) }
  // The vector of keys: their number, then how far back each is.
  bytes += littleEndian(UInt32(names.count))
  let keys = bytes.count
  for place in places { bytes += littleEndian(UInt32(bytes.count - place)) }
  // The map: where its keys are, the width of their offsets, their number, the values, the types.
  bytes += littleEndian(UInt32(bytes.count - keys)) + littleEndian(UInt32(4))
  bytes += littleEndian(UInt32(names.count))
  let map = bytes.count
  for name in names { bytes += littleEndian((numbers[name] ?? 0).bitPattern) }
  let float32: UInt8 = 3 << 2 | 2
  bytes += Array(repeating: float32, count: names.count)
  // The root: how far back the map is, its type, the width of the root.
  let mapOf32Bits: UInt8 = 9 << 2 | 2
  return bytes + [UInt8(bytes.count - map), mapOf32Bits, 1]
}
