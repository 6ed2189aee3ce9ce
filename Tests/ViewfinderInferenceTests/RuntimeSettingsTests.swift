import Foundation
import Testing
import ViewfinderCore
import ViewfinderTestSupport

@testable import ViewfinderInference
@testable import ViewfinderSystem

#if os(Linux)
  @Suite("RuntimeSettings")
  struct RuntimeSettingsTests {
    private static let noticeText = "INFO: Created TensorFlow Lite XNNPACK delegate for CPU."

    /// What the first model of a process leaves on standard error.
    private static func runFirstModel(hidingNotices hides: Bool) {
      RuntimeSettings.current.hidesRuntimeNotices = hides
      let model = ModelBuilder.classifier(scores: [0.25])
      guard
        let session = try? InferenceSession(model.data(), runtime: LiteRTRuntime.shared()),
        (try? session.run()) != nil
      else { exit(3) }
      StandardError.write("last words\n")
      exit(0)
    }

    @Test("LiteRT's notice can be kept off, and nothing else is", .enabled(if: LiteRT.isPresent))
    func notice() async throws {
      let loud = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        Self.runFirstModel(hidingNotices: false)
      }
      let quiet = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        Self.runFirstModel(hidingNotices: true)
      }
      let words = [loud, quiet].map {
        String(decoding: $0?.standardErrorContent ?? [], as: UTF8.self)
      }
      #expect(words[0].contains(Self.noticeText))
      #expect(!words[1].contains("XNNPACK"))
      #expect(words.allSatisfy { $0.contains("last words") })
    }

    @Test("only whole lines of the notice are taken out, in whatever pieces they come")
    func filter() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let notice = Self.noticeText
        let pieces = [
          "a\n", "INFO: ", String(notice.dropFirst(6)), "\n", "b\n\(notice)\nc\n", "d\(notice)\n",
          "IN", "FORM\n", "INFO: Created\n", "INFO: INFO: \n", notice, "!\n", "ERROR: why",
        ]
        for piece in pieces { LiteRTRuntime.filterNotice(piece) }
        exit(0)
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      let rest =
        "a\nb\nc\nd\(Self.noticeText)\nINFORM\nINFO: Created\nINFO: INFO: \n"
        + "\(Self.noticeText)!\nERROR: why"
      #expect(text == rest)
    }

    @Test("a path given in code comes before the variable, and a wrong one is named")
    func wrongPath() async {
      await #expect(processExitsWith: .success) {
        RuntimeSettings.current.liteRTPath = "/nowhere/libLiteRt.so"
        let error = #expect(throws: ViewfinderError.self) { try LiteRTRuntime.shared() }
        #expect(error?.subject == "/nowhere/libLiteRt.so")
        #expect(error?.found.contains("RuntimeSettings.current.liteRTPath") == true)
        exit(error?.code == .runtimeUnavailable ? 0 : 1)
      }
    }

    @Test("a library that is nowhere is an error with each place and each way to name it")
    func places() {
      let found = LibrarySearch.notFound(in: ["/a/libLiteRt.so", "/b/libLiteRt.so"], [])
      #expect(found.contains("/a/libLiteRt.so, /b/libLiteRt.so"))
      #expect(LiteRTRuntime.remedy.contains("VIEWFINDER_LITERT"))
      #expect(LiteRTRuntime.remedy.contains("RuntimeSettings.current.liteRTPath"))
    }
  }
#endif
