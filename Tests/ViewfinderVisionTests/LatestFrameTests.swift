import Testing
import ViewfinderPixels
import ViewfinderVision

@Suite("The latest frame")
struct LatestFrameTests {
  private static func frame(_ second: Int) throws -> InputImage {
    InputImage(
      try PixelBuffer(width: 1, height: 1, format: .gray, bytes: [0]), time: .seconds(second))
  }

  @Test("a newer frame takes the place of one that waits, and the older one is counted")
  func replaces() async throws {
    let frames = LatestFrame()
    for second in 1...5 { frames.offer(try Self.frame(second)) }
    frames.finish()
    var seen: [Duration?] = []
    for await frame in frames { seen.append(frame.time) }
    #expect(seen == [.seconds(5)])
    #expect(frames.droppedCount == 4)
  }

  @Test("a consumer that keeps up sees every frame")
  func keepsUp() async throws {
    let frames = LatestFrame()
    var iterator = frames.makeAsyncIterator()
    for second in 1...100 {
      frames.offer(try Self.frame(second))
      #expect(await iterator.next()?.time == .seconds(second))
    }
    #expect(frames.droppedCount == 0)
  }

  @Test("frames offered after the end are not counted")
  func ended() async throws {
    let frames = LatestFrame()
    frames.finish()
    frames.offer(try Self.frame(1))
    var iterator = frames.makeAsyncIterator()
    #expect(await iterator.next()?.time == nil)
    #expect(frames.droppedCount == 0)
  }
}
