#if os(Linux)
  internal import Viewfinder

  /// The memory of a pixel buffer's planes, at addresses that stay.
  ///
  /// As with Core Video, who writes into it while another thread reads has a race of their own.
  @safe
  final class PlaneMemory: PixelStorage, @unchecked Sendable {
    private let planes: [UnsafeMutableRawBufferPointer]
    private let count: Int
    private let release: (() -> Void)?

    /// Planes of zeros.
    init(byteCounts: [Int]) {
      unsafe planes = byteCounts.map { count in
        let plane = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
        unsafe plane.initializeMemory(as: UInt8.self, repeating: 0)
        return unsafe plane
      }
      count = byteCounts.count
      release = nil
    }

    /// Memory of somebody else, who is called when it is no longer used.
    init(borrowing planes: [UnsafeMutableRawBufferPointer], release: @escaping () -> Void) {
      unsafe self.planes = planes
      count = unsafe planes.count
      self.release = release
    }

    convenience init(copying planes: [[UInt8]]) {
      self.init(byteCounts: planes.map(\.count))
      for (plane, bytes) in planes.enumerated() { fill(plane, bytes.span) }
    }

    convenience init(copying pixels: PixelBuffer) {
      let copies = pixels.withPlanes { (first, second, third) in
        [first.copied, second.copied, third.copied]
      }
      self.init(copying: Array(copies.prefix(pixels.format.planeCount)))
    }

    deinit {
      if let release { return release() }
      for index in 0..<count { unsafe planes[index].deallocate() }
    }

    private func fill(_ plane: Int, _ bytes: Span<UInt8>) {
      unsafe bytes.withUnsafeBytes { unsafe planes[plane].copyMemory(from: $0) }
    }

    func address(_ plane: Int) -> UnsafeMutableRawPointer? {
      unsafe planes[plane].baseAddress
    }

    func withPlanes<Result, Failure: Error>(
      _ body: (Span<UInt8>, Span<UInt8>, Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      defer { withExtendedLifetime(self) {} }
      return try unsafe body(
        Span(_unsafeElements: bytes(0)), Span(_unsafeElements: bytes(1)),
        Span(_unsafeElements: bytes(2)))
    }

    private func bytes(_ plane: Int) -> UnsafeBufferPointer<UInt8> {
      guard plane < count else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
      return unsafe UnsafeBufferPointer(planes[plane].bindMemory(to: UInt8.self))
    }
  }

  extension Span<UInt8> {
    fileprivate var copied: [UInt8] {
      unsafe withUnsafeBufferPointer { unsafe Array($0) }
    }
  }
#endif
