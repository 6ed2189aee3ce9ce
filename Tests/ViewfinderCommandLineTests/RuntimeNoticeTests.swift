import Testing

@testable import ViewfinderCommandLine

@Suite("LiteRT's notice on the error stream")
struct RuntimeNoticeTests {
  static let notice = "INFO: Created TensorFlow Lite XNNPACK delegate for CPU.\n"

  @Test(
    "only the notice is taken out",
    arguments: [
      (notice, ""), ("", ""), ("a\n" + notice + "b\n", "a\nb\n"), ("a" + notice, "a" + notice),
      (notice + "ERROR: no", "ERROR: no"),
    ])
  func filter(text: String, rest: String) {
    #expect(RuntimeNotice.withoutNotice(text) == rest)
  }
}
