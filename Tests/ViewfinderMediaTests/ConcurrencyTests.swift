import Testing
import ViewfinderCore
import ViewfinderDrawing
import ViewfinderPhotos
import ViewfinderPixels
import ViewfinderVideo

@Suite("Many threads", .enabled(if: PhotoDecoder.isAvailable))
struct ConcurrencyTests {
  /// A text that two equal outcomes share: pixels, or the whole error.
  private static func outcome(_ bytes: [UInt8], name: String) -> String {
    do throws(ViewfinderError) {
      return try "\(PhotoDecoder().decode(bytes: bytes, name: name).quadrants)"
    } catch {
      return error.description
    }
  }

  @Test("sound and broken photos at once give the same results and messages as one by one")
  func mixture() async throws {
    var inputs: [(name: String, bytes: [UInt8])] = []
    for name in Fixture.all {
      let bytes = try Fixture.bytes(name)
      inputs.append((name, bytes))
      inputs.append(("half of \(name)", Array(bytes[..<(bytes.count / 2)])))
    }
    let expected = inputs.map { Self.outcome($0.bytes, name: $0.name) }
    #expect(expected.contains { $0.contains("Premature end") })
    let shared = inputs
    await withTaskGroup(of: (Int, String).self) { group in
      for place in 0..<shared.count * 6 {
        // 7 shares no factor with the count, so neighbours are different files.
        let index = place * 7 % shared.count
        group.addTask { (index, Self.outcome(shared[index].bytes, name: shared[index].name)) }
      }
      for await (index, found) in group { #expect(found == expected[index]) }
    }
  }
}
