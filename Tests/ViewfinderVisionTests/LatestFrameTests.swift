import Testing
import ViewfinderVision

@Suite("The latest frame")
struct LatestFrameTests {
  @Test("a newer frame takes the place of one that waits, and the older one is counted")
  func replaces() async {
    let frames = LatestFrame<Int>()
    for frame in 1...5 { frames.offer(frame) }
    frames.finish()
    var seen: [Int] = []
    for await frame in frames { seen.append(frame) }
    #expect(seen == [5])
    #expect(frames.droppedCount == 4)
  }

  @Test("a consumer that keeps up sees every frame")
  func keepsUp() async {
    let frames = LatestFrame<Int>()
    var iterator = frames.makeAsyncIterator()
    for frame in 1...100 {
      frames.offer(frame)
      #expect(await iterator.next() == frame)
    }
    #expect(frames.droppedCount == 0)
  }

  @Test("frames offered after the end are not counted")
  func ended() async {
    let frames = LatestFrame<Int>()
    frames.finish()
    frames.offer(1)
    var iterator = frames.makeAsyncIterator()
    #expect(await iterator.next() == nil)
    #expect(frames.droppedCount == 0)
  }
}
