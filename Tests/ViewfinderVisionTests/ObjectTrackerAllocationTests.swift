#if os(Linux)
  import Testing
  import Viewfinder
  import ViewfinderTestSupport

  @testable import ViewfinderVision

  @Suite("Object tracker: allocations")
  struct ObjectTrackerAllocationTests {
    @Test("a frame takes memory for the array it is answered with, and for nothing else")
    func answersOnly() async {
      await #expect(processExitsWith: .success) {
        startCountingAllocations()
        let frames = try (0..<8).map { try ObjectTrackerTests.frame((120 + 4 * $0, 120)) }
        precondition(allocationCount > 0, "The hook must see the arrays above")
        let detections: [ObjectTracker.Detection] = [.every(1), .every(3), .whenFree]
        let labelings: [ObjectDetector.Labeling] = [.off, .classifier(CountingClassifier())]
        for detection in detections {
          for (labeling, maxObjects) in zip(labelings + labelings, [1, 1, 5, 5]) {
            let tracker = try ObjectTrackerTests.tracker(
              detection, maxObjects: maxObjects, labeling: labeling)
            var time = 0
            /// Tells how many frames were answered with an object.
            func follow(_ count: Int) throws -> Int {
              var answerCount = 0
              for _ in 0..<count {
                time += 1
                let place = min(time % 14, 14 - time % 14)
                let objects: [DetectedObject] = try tracker.track(
                  frames[place], at: .milliseconds(40 * time))
                if !objects.isEmpty { answerCount += 1 }
              }
              return answerCount
            }
            // Two seconds, in which labels settle; a settled one is looked at again after four.
            _ = try follow(50)
            let (before, detectionCount) = (allocationCount, tracker.detectionCount)
            let answerCount = try follow(60)
            precondition(answerCount == 60, "There must be something to follow")
            precondition(tracker.detectionCount > detectionCount, "The detector must be at work")
            precondition(
              allocationCount - before == answerCount,
              "\(detection), \(maxObjects): \(allocationCount - before) for \(answerCount) answers")
          }
        }
      }
    }
  }
#endif
