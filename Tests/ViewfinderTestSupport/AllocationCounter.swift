#if os(Linux)
  import Glibc
  import Synchronization

  private typealias Allocate =
    @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

  private let count = Atomic<Int>(0)
  nonisolated(unsafe) private var allocate: Allocate?
  nonisolated(unsafe) private var hookFlag: UnsafeMutablePointer<Bool>?

  private func countAndAllocate(
    metadata: UnsafeRawPointer?,
    size: Int,
    alignment: Int
  ) -> UnsafeMutableRawPointer? {
    count.add(1, ordering: .relaxed)
    return allocate?(metadata, size, alignment)
  }

  /// What the Swift runtime has allocated on all threads since ``startCountingAllocations()``.
  public var allocationCount: Int { count.load(ordering: .sequentiallyConsistent) }

  /// Counts in ``allocationCount`` what the Swift runtime allocates from now on, through its hook for profilers.
  ///
  /// Optimized code of other libraries does not stand the hook everywhere, such as Foundation's and
  /// text with values in it: keep it to what is measured.
  public func startCountingAllocations() {
    // A global is made at its first use, which must not be in the hook.
    count.store(0, ordering: .sequentiallyConsistent)
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
    hookFlag = flag.assumingMemoryBound(to: Bool.self)
    hookFlag?.pointee = true
  }

  /// Ends counting.
  public func stopCountingAllocations() {
    hookFlag?.pointee = false
  }
#endif
