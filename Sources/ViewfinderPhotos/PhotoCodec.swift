internal import ViewfinderCore
internal import ViewfinderPixels

/// What the platform's image library does to read and write photos; each platform extends it.
///
/// An implementation has four functions: `prepare`, which fails when there is no library;
/// `readHeader`; `decode`, whose buffer is 8-bit sRGB at the reduction asked for; and `encode`,
/// which makes a whole JPEG, PNG or WebP file. All but the first may be called from many threads at
/// once.
enum PhotoCodec {}

#if !Images
  extension PhotoCodec {
    static func prepare() throws(ViewfinderError) {
      throw ViewfinderError(
        .unavailable,
        found: "this build of Viewfinder can neither decode nor write photos",
        expected: "a build with the package trait Images",
        remedy: "Enable the trait, or hand over pixels."
      )
    }

    static func readHeader(
      _ bytes: Span<UInt8>,
      format: PhotoFormat
    ) throws(ViewfinderError) -> PhotoHeader {
      try prepare()
      preconditionFailure("Preparing always fails without the trait")
    }

    static func decode(
      _ bytes: Span<UInt8>,
      header: PhotoHeader,
      reduction: Reduction,
      background: PhotoDecoder.Background
    ) throws(ViewfinderError) -> PixelBuffer {
      try prepare()
      preconditionFailure("Preparing always fails without the trait")
    }

    static func encode(
      _ image: RGBPixels,
      format: PhotoFormat,
      quality: Int
    ) throws(ViewfinderError) -> some EncodedFile {
      try prepare()
      return NoFile()
    }

    private final class NoFile: EncodedFile {
      func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
      ) throws(Failure) -> Result {
        preconditionFailure("Preparing always fails without the trait")
      }
    }
  }
#endif
