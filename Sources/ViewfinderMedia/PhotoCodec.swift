internal import ViewfinderCore
internal import ViewfinderPixels

/// What the platform's image library does for ``PhotoDecoder``; each platform extends it.
///
/// An implementation has three functions: `prepare`, which fails when there is no library;
/// `readHeader`; and `decode`, whose buffer is 8-bit sRGB at the reduction asked for. Both may be
/// called from many threads at once.
enum PhotoCodec {}

#if !Images
  extension PhotoCodec {
    static func prepare() throws(ViewfinderError) {
      throw ViewfinderError(
        .unavailable,
        found: "this build of Viewfinder cannot decode photos",
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
  }
#endif
