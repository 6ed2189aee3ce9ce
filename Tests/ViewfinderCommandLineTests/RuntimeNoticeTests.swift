import Foundation
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

  @Test("what is said before the process aborts is not lost")
  func abortion() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      RuntimeNotice.withheld { () throws(Never) in
        FileHandle.standardError.write(Data("LiteRT says why\n".utf8))
        abort()
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("LiteRT says why"))
  }
}
