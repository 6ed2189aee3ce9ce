import Foundation
import Viewfinder

// NV12 frames of 640 × 480 at 30 a second, made here instead of by a camera; late ones are dropped.
let (width, height, count) = (640, 480, 60)
let frames = LatestFrame()

Thread.detachNewThread {
  for number in 0..<count {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: width * height * 3 / 2, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 128, count: width * height * 3 / 2)
    for row in 180..<300 { memset(memory + row * width + 100 + 4 * number, 235, 120) }
    let frame = try? InputImage(
      planes: [memory, memory + width * height], width: width, height: height,
      format: .nv12VideoRange, bytesPerRow: [width, width], time: .milliseconds(33 * number),
      release: { $0[0].deallocate() })
    if let frame { frames.offer(frame) }
    Thread.sleep(forTimeInterval: 1 / 30)
  }
  frames.finish()
}

let tracker = Tracker(detector: try Detector())
var tracked = 0
for await frame in frames {
  for object in try await tracker.tracked(frame).objects { print(object.id, object.box) }
  tracked += 1
}
print("\(tracked) frames tracked, \(frames.droppedCount) dropped")
