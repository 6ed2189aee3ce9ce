import Testing
import ViewfinderCore
import ViewfinderInference
import ViewfinderTestSupport

@Suite("LiteRTRuntime")
struct LiteRTRuntimeTests {
  @Test("a missing library is an error that says how to get one")
  func missing() {
    let error = #expect(throws: ViewfinderError.self) {
      try LiteRTRuntime(libraryPath: "/nowhere/libLiteRt.so")
    }
    #expect(error?.code == .runtimeUnavailable)
    #expect(error?.subject == "/nowhere/libLiteRt.so")
    #expect(error?.remedy.contains("make setup") == true)
    #expect(error?.remedy.contains("VIEWFINDER_LITERT") == true)
    #expect(error?.remedy.contains("ai-edge-litert \(LiteRTRuntime.version)") == true)
  }

  #if os(Linux)
    @Test("another library is an error that names the function it lacks")
    func otherLibrary() {
      let error = #expect(throws: ViewfinderError.self) {
        try LiteRTRuntime(libraryPath: "libc.so.6")
      }
      #expect(error?.code == .runtimeUnavailable)
      #expect(error?.found == "the library has no function LiteRtCreateEnvironment")
      #expect(error?.expected == "LiteRT \(LiteRTRuntime.version)")
    }
  #endif

  @Test("the library is looked for beside the executable, then around it")
  func candidates() {
    let places = LibrarySearch.candidates(executable: "/a/b/c/tool")
    let file = LibrarySearch.fileName
    #expect(
      places == [
        "/a/b/c/\(file)", "/a/b/c/../lib/viewfinder/\(file)", "/a/b/c/.viewfinder/lib/\(file)",
        "/a/b/.viewfinder/lib/\(file)", "/a/.viewfinder/lib/\(file)", "/.viewfinder/lib/\(file)",
      ]
    )
    #expect(LibrarySearch.candidates(executable: "/1/2/3/4/5/6/7/8/9/tool").count == 9)
  }

  @Test("the process has one library", .enabled(if: LiteRT.isPresent))
  func shared() throws {
    #expect(try LiteRTRuntime.shared() === LiteRTRuntime.shared())
    let path = try LiteRTRuntime.shared().libraryPath
    let own = try LiteRTRuntime(libraryPath: path)
    #expect(own.libraryPath == path)
    let session = try InferenceSession(
      ModelBuilder.classifier(scores: [0.25]).data(),
      runtime: own
    )
    try session.run()
    #expect(try session.readOutput(0) == [0.25])
  }
}
