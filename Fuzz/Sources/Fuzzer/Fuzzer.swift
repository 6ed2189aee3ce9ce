import CFuzzer
import Foundation

/// The target that the environment names, once for the process; without a name, all targets and the
/// lengths of their inputs are listed.
private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["VIEWFINDER_FUZZ_TARGET"]
  if let target = FuzzTarget.all.first(where: { $0.name == name }) { return target }
  for target in FuzzTarget.all { print(target.name, target.maximumLength) }
  exit(name == nil ? 0 : 64)
}()

/// Called once by libFuzzer.
///
/// With `VIEWFINDER_FUZZ_SEEDS` set, the seeds are written into that folder instead, and the process
/// ends.
@c(LLVMFuzzerInitialize)
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  guard let folder = ProcessInfo.processInfo.environment["VIEWFINDER_FUZZ_SEEDS"] else {
    _ = target
    return 0
  }
  do {
    let url = URL(filePath: folder)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (index, seed) in try target.allSeeds().enumerated() {
      try Data(seed).write(to: url.appending(path: "seed-\(index)"))
    }
  } catch {
    FileHandle.standardError.write(Data("The seeds cannot be written: \(error)\n".utf8))
    exit(1)
  }
  exit(0)
}

/// Called by libFuzzer to change an input in place; returns its new length.
@c(LLVMFuzzerCustomMutator)
public func mutate(
  _ start: UnsafeMutablePointer<UInt8>?, _ count: Int, _ capacity: Int, _ seed: CUnsignedInt
) -> Int {
  guard let mutate = target.mutate, seed % 2 == 0, let start else {
    return LLVMFuzzerMutate(start, count, capacity)
  }
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  let mutant = mutate(bytes, capacity, UInt64(seed)).prefix(capacity)
  let target = UnsafeMutableBufferPointer(start: start, count: capacity)
  return target.update(fromContentsOf: mutant)
}

/// Called by libFuzzer with one input after the other.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run([UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}
