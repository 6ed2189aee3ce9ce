internal import ViewfinderCore

/// What the platform's text library does for ``Annotator``; each platform extends it.
///
/// An implementation has two functions: `prepare`, which fails when there is no library or no
/// font, and `render`. Both may be called from many threads.
enum TextRenderer {
  /// How heavy type is.
  enum Weight: Hashable {
    case regular
    case bold
  }
}

#if !Images
  extension TextRenderer {
    static func prepare() throws(ViewfinderError) {
      throw ViewfinderError(
        .unavailable,
        found: "this build of Viewfinder cannot draw text",
        expected: "a build with the package trait Images",
        remedy: "Enable the trait, or draw boxes without text."
      )
    }

    static func render(
      _ text: String,
      weight: Weight,
      size: Int,
      limit: Int?
    ) throws(ViewfinderError) -> TextMask {
      try prepare()
      preconditionFailure("Preparing always fails without the trait")
    }
  }
#endif
