import Foundation
import Testing
import ViewfinderCore
import ViewfinderTestSupport

@testable import ViewfinderModels

@Suite("Base labels")
struct BaseLabelTableTests {
  static let head = "index\ttext\tparent\tclasses\n"
  static let categories =
    "0\tFashion good\t-\t-\n1\tHome good\t-\t-\n2\tFood\t-\t6\n3\tPlace\t-\t-\n4\tPlant\t-\t-\n"

  static func table(_ rows: String, classCount: Int = 8) throws -> BaseLabelTable {
    try BaseLabelTable(
      bytes: Array((head + categories + rows).utf8), source: "labels.tsv", classCount: classCount)
  }

  static func bundled() throws -> BaseLabelTable {
    try BaseLabelTable(
      path: try BundledModel.path(of: BundledModel.baseLabelsFileName), classCount: 1000)
  }

  /// Animal (Dog: 0 to 2, Cat: 3, itself: 4), Food (Pizza: 5, itself: 6); 7 is unnamed.
  static let small = "5\tAnimal\t-\t4\n6\tDog\t5\t0-2\n7\tCat\t5\t3\n8\tPizza\t2\t5\n"

  @Test("a label stands for its classes and those of its kinds")
  func classes() throws {
    let labels = try Self.table(Self.small).labels
    #expect(labels.map(\.text)[5...] == ["Animal", "Dog", "Cat", "Pizza"])
    #expect(labels.map(\.parent)[5...] == [nil, 5, 5, 2])
    #expect(labels[5].classes == [0, 1, 2, 3, 4])
    #expect(labels[6].classes == [0, 1, 2])
    #expect(labels[2].classes == [5, 6])
  }

  @Test("scores are sums, and the category model has its say")
  func sums() throws {
    let table = try Self.table(Self.small)
    let probabilities: [Float] = [0.125, 0.25, 0.125, 0.0625, 0.0625, 0.125, 0.125, 0.125]
    // Food is .25 for the labeler, what is in no category .75.
    let agreeing = table.scores(
      probabilities: probabilities, categories: [0, 0, 0.25, 0, 0, 0.75])
    #expect(agreeing == [0, 0, 0.25, 0, 0, 0.625, 0.5, 0.0625, 0.125])
    // Surer of food: Pizza stays what it is; the rest is halfway from .75 to .25, so two thirds.
    let hungry = table.scores(probabilities: probabilities, categories: [0, 0, 0.75, 0, 0, 0.25])
    #expect(hungry[2] == 0.75 && hungry[8] == 0.125)
    #expect(abs(hungry[6] - 0.5 * 2 / 3) < 1e-6 && abs(hungry[5] - 0.625 * 2 / 3) < 1e-6)
    // A category that the labeler has no class for.
    let green = table.scores(probabilities: probabilities, categories: [0, 0, 0, 0, 1, 0])
    #expect(green[4] == 1 && green[2] == 0.125 && green[8] == 0.0625 && green[6] == 0.25)
  }

  @Test("no label is surer than the one above it, whatever the models say")
  func monotonicity() throws {
    let table = try Self.bundled()
    var numbers = SplitMix(seed: 19)
    for round in 0..<200 {
      // From flat to peaked.
      var probabilities = (0..<1000).map { _ in
        Float(pow(Double.random(in: 0...1, using: &numbers), Double(1 + round)))
      }
      let sum = probabilities.reduce(0, +)
      probabilities = probabilities.map { $0 / sum }
      var categories = (0..<6).map { _ in Float.random(in: 0...1, using: &numbers) }
      let mass = categories.reduce(0, +)
      categories = categories.map { $0 / mass }
      let scores = table.scores(probabilities: probabilities, categories: categories)
      for (index, label) in table.labels.enumerated() {
        #expect((0...1).contains(scores[index]))
        if let parent = label.parent { #expect(scores[index] <= scores[parent], "\(label.text)") }
      }
    }
  }

  @Test("an index keeps its meaning for ever: new labels go to the end")
  func stability() throws {
    let labels = try Self.bundled().labels
    let known = 243
    try #require(labels.count >= known)
    #expect(Array(labels.map(\.text).prefix(5)) == CoarseCategory.allCases.map(\.name))
    #expect(labels[known - 1].text == "Book")
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in labels.prefix(known).map(\.text).joined(separator: "\n").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    #expect(String(hash, radix: 16) == "a0197b24ea696c45")
  }

  @Test("a class has one label at most, and few have none")
  func coverage() throws {
    let table = try Self.bundled()
    let roots = table.labels.filter { $0.parent == nil }.flatMap(\.classes)
    #expect(Set(roots).count == roots.count)
    #expect(roots.count == 978)
    #expect(table.labels.allSatisfy { !$0.classes.isEmpty })
    let texts = table.labels.map(\.text)
    let dog = try #require(texts.firstIndex(of: "Dog"))
    #expect(table.labels[dog].classes == Array(151...268))
  }

  @Test(
    "tables that are not whole are refused with their line",
    arguments: [
      ("5\tDog\t-\n", "line 7 has 3 columns"), ("6\tDog\t-\t0\n", "the index"),
      ("5\tFood\t-\t0\n", "the text"), ("5\t\t-\t0\n", "the text"),
      ("5\tDog\t5\t0\n", "the parent"), ("5\tDog\t-1\t0\n", "the parent"),
      ("5\tDog\tx\t0\n", "the parent"), ("5\tDog\t-\t8\n", "the classes"),
      ("5\tDog\t-\t3-1\n", "the classes"), ("5\tDog\t-\t1-2-3\n", "the classes"),
      ("5\tDog\t-\t0-999999999999999999999\n", "the classes"), ("5\tDog\t-\t6\n", "the class 6"),
      ("5\tDog\t-\t0-3 2\n", "the class 2"),
    ])
  func refused(rows: String, found: String) {
    let error = #expect(throws: ViewfinderError.self) { try Self.table(rows) }
    #expect(error?.code == .invalidMetadata && error?.found.contains(found) == true)
  }

  @Test("the categories must be there, under their names", arguments: ["", "0\tFood\t-\t-\n"])
  func categories(rows: String) {
    let error = #expect(throws: ViewfinderError.self) {
      try BaseLabelTable(
        bytes: Array((Self.head + rows).utf8), source: "labels.tsv", classCount: 8)
    }
    #expect(error?.code == .invalidMetadata)
  }
}
