import Testing

@testable import ViewfinderVision

@Suite("Track table")
struct TrackTableTests {
  @Test("it keeps, changes and forgets what a dictionary would, in any order of IDs")
  func likeADictionary() {
    var generator = SystemRandomNumberGenerator()
    var (table, dictionary) = (TrackTable<[Int]>(), [Int: [Int]]())
    for step in 0..<2000 {
      let id = Int.random(in: 0..<40, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        table.removeAll { $0.count.isMultiple(of: 3) }
        dictionary = dictionary.filter { !$0.value.count.isMultiple(of: 3) }
      case 1...3:
        table.add(id, [step])
        if dictionary[id] == nil { dictionary[id] = [step] }
      default:
        table.change(id) { $0.append(step) }
        dictionary[id]?.append(step)
      }
      #expect(table.count == dictionary.count)
      for id in 0..<40 { #expect(table[id] == dictionary[id], "step \(step)") }
    }
    table.removeAll()
    #expect(table.count == 0 && table[0] == nil)
  }

  @Test("a value that is there is not replaced")
  func addsOnce() {
    var table = TrackTable<Int>()
    table.add(7, 1)
    table.add(7, 2)
    table.change(8) { $0 = 3 }
    #expect(table[7] == 1)
    #expect(table[8] == nil)
  }
}
