#if os(Linux)
  import Glibc

  private typealias Allocate =
    @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

  nonisolated(unsafe) private(set) var allocationCount = 0
  nonisolated(unsafe) private var allocate: Allocate?

  private func countAndAllocate(
    metadata: UnsafeRawPointer?,
    size: Int,
    alignment: Int
  ) -> UnsafeMutableRawPointer? {
    allocationCount += 1
    return allocate?(metadata, size, alignment)
  }

  /// Counts in `allocationCount` what the Swift runtime allocates from now on, through its hook for profilers.
  func startCountingAllocations() {
    let program = dlopen(nil, RTLD_NOW)
    guard let hook = dlsym(program, "_swift_allocObject"),
      let flag = dlsym(
        program,
        "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly"
      )
    else { preconditionFailure("The Swift runtime must offer its hook") }
    let place = hook.assumingMemoryBound(to: Allocate.self)
    allocate = place.pointee
    place.pointee = countAndAllocate
    flag.assumingMemoryBound(to: Bool.self).pointee = true
  }
#endif
