import Foundation
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
      #expect(error?.found.contains("lacks LiteRtCreateEnvironment") == true)
      #expect(error?.expected == "LiteRT \(LiteRTRuntime.version)")
    }
  #endif

  @Test("the library is looked for beside the executable, where it is installed and nowhere above")
  func candidates() {
    let file = LibrarySearch.fileName
    for executable in ["/a/b/c/tool", "/1/2/3/4/5/6/7/8/9/tool"] {
      let folder = String(executable.dropLast("/tool".count))
      #expect(
        LibrarySearch.candidates(executable: executable)
          == ["\(folder)/\(file)", "\(folder)/../lib/viewfinder/\(file)"])
    }
  }

  @Test("the library is looked for in the package that built the executable, and in one around it")
  func developmentTrees() throws {
    let root = NSTemporaryDirectory() + "viewfinder-tree-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    for folder in ["outer/inner", "plain"] {
      try FileManager.default.createDirectory(
        atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
    }
    for tree in ["outer", "outer/inner"] {
      try Data().write(to: URL(filePath: "\(root)/\(tree)/Package.swift"))
    }
    func trees(_ executable: String) -> [String] {
      LibrarySearch.candidates(executable: "\(root)/\(executable)").dropFirst(2).map {
        String($0.dropFirst(root.count + 1))
      }
    }
    let library = ".viewfinder/lib/\(LibrarySearch.fileName)"
    #expect(trees("outer/.build/debug/tool") == ["outer/\(library)"])
    #expect(trees("outer/.build/fuzz/x86_64/release/tool") == ["outer/\(library)"])
    #expect(
      trees("outer/inner/.build/debug/tool") == ["outer/inner/\(library)", "outer/\(library)"])
    #expect(trees("outer/bin/tool") == ["outer/\(library)"])
    // A package is what has a manifest, and a build is what lies in its folder for builds.
    #expect(trees("plain/.build/debug/tool") == [])
    #expect(trees("outer/x/y/tool") == [])
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
