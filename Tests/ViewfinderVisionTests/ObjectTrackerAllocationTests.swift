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
        let frames = try (0..<8).map { try ObjectTrackerTests.frame((120 + 4 * $0, 120)) }
        let classifier = ObjectDetector.Labeling.classifier(CountingClassifier())
        let trackers = try [
          ObjectTrackerTests.tracker(.every(1), labeling: classifier),
          ObjectTrackerTests.tracker(.every(3), labeling: classifier),
          ObjectTrackerTests.tracker(.every(3), maxObjects: 1),
          ObjectTrackerTests.tracker(.whenFree),
        ]
        /// Tells how many frames were answered with an object.
        func follow(_ tracker: ObjectTracker, _ range: Range<Int>) throws -> Int {
          var answerCount = 0
          for number in range {
            let place = min(number % 14, 14 - number % 14)
            let objects: [DetectedObject] = try tracker.track(
              frames[place], at: .milliseconds(40 * number))
            if !objects.isEmpty { answerCount += 1 }
          }
          return answerCount
        }
        // Labels settle meanwhile; a settled one is looked at again after four seconds.
        for tracker in trackers { _ = try follow(tracker, 0..<36) }
        let detectionCounts = trackers.map(\.detectionCount)
        var answerCounts = detectionCounts
        var allocationCounts = detectionCounts
        startCountingAllocations()
        _ = [allocationCount]
        precondition(allocationCount > 0, "The hook must see the array above")
        for index in trackers.indices {
          let before = allocationCount
          answerCounts[index] = try follow(trackers[index], 36..<76)
          allocationCounts[index] = allocationCount - before
        }
        stopCountingAllocations()
        for (index, tracker) in trackers.enumerated() {
          precondition(
            tracker.detectionCount > detectionCounts[index], "The detector must be at work")
          precondition(answerCounts[index] == 40, "There must be something to follow")
          precondition(
            allocationCounts[index] == 40,
            "\(tracker.options.detection), \(tracker.detector.options.maxObjects): "
              + "\(allocationCounts[index]) for 40 answers")
        }
      }
    }
  }
#endif
