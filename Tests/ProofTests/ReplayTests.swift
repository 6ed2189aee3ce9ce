import Foundation
import Testing

/// What the fuzzer of `Fuzz` feeds its targets with, without its mutations.
@Suite("Entry points of the fuzzer")
struct ReplayTests {
  @Test("Every seed and everything that once was a finding is taken or refused", arguments: names)
  func replays(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    let seeds = try target.allSeeds()
    try #require(!seeds.isEmpty, "A target without seeds tries nothing")
    for seed in seeds { target.run(seed) }
  }

  @Test("Everything that ends early is taken or refused", arguments: names)
  func beginnings(name: String) throws {
    let target = try #require(FuzzTarget.all.first { $0.name == name })
    for seed in try target.seeds() {
      // All beginnings of a long seed would take too long.
      for count in stride(from: 0, to: seed.count, by: 1 + seed.count / 200) {
        target.run(Array(seed.prefix(count)))
      }
    }
  }

  @Test("Every finding belongs to a target")
  func belongs() throws {
    for url in FuzzTarget.filesIn(FuzzTarget.findings) where url.lastPathComponent != "README.md" {
      let name = url.lastPathComponent.prefix { $0 != "-" }
      #expect(Self.names.contains(String(name)), "\(url.path)")
    }
  }

  static let names = FuzzTarget.all.map(\.name)
}
