import Testing
import ViewfinderCore
import ViewfinderTracking

@Suite("Prominent track")
struct ProminentTrackSelectorTests {
  /// The selected track in each frame of a tenth of a second, given each track's prominence.
  private func selections(_ frames: [[Int: Double]]) -> [Int?] {
    var selector = ProminentTrackSelector()
    return frames.enumerated().map { index, values in
      let tracks = values.keys.sorted().map {
        TrackedBox(id: $0, box: Box(x: 0, y: 0, width: 1, height: 1), confidence: 1)
      }
      let place = selector.select(among: tracks, at: .seconds(Double(index) / 10)) {
        values[$0.id] ?? 0
      }
      let id = place.map { tracks[$0].id }
      #expect(id == selector.selectedID)
      return id
    }
  }

  @Test("equals that take turns are not hopped between")
  func equals() {
    let frames = (0..<20).map { [0: $0.isMultiple(of: 2) ? 1.0 : 0.9, 1: $0 % 3 == 0 ? 1.1 : 0.8] }
    #expect(Set(selections(frames)) == [1])
  }

  @Test("a track that is clearly more prominent takes over after half a second, not before")
  func takeover() {
    let frames =
      Array(repeating: [0: 1.0, 1: 0.5], count: 3)
      + Array(repeating: [0: 1.0, 1: 2.0], count: 8)
    #expect(selections(frames) == [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1])
  }

  @Test("a rival that falls back for a frame waits anew")
  func interrupted() {
    let frames =
      [[0: 1.0, 1: 0.5]] + Array(repeating: [0: 1.0, 1: 2.0], count: 4) + [[0: 1.0, 1: 1.1]]
      + Array(repeating: [0: 1.0, 1: 2.0], count: 5)
    #expect(Set(selections(frames)) == [0])
  }

  @Test("when the track is gone, the most prominent of the rest follows at once")
  func gone() {
    #expect(
      selections([[3: 1.0, 4: 0.2, 5: 0.4], [4: 0.2, 5: 0.4], [:], [4: 0.1]]) == [3, 5, nil, 4])
  }
}
