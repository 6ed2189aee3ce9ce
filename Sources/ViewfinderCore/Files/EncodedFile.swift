/// The bytes of a file in the memory of the library that made them.
package protocol EncodedFile: AnyObject {
  func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result
}
