import Testing
import ViewfinderCommandLine

@Suite("Arguments")
struct ArgumentParserTests {
  private static let name = Option.value("name", letter: "n", "TEXT", help: "A text.")
  private static let many = Option.value(
    "many", letter: "m", "TEXT", repeats: true, help: "Texts.")
  private static let size = Option.value("size", "N", help: "A size.")
  private static let red = Option.flag("red", letter: "r", help: "Red.")
  private static let quick = Option.flag("quick", letter: "q", help: "Quick.")
  private static let kind = Option.choice("kind", "KIND", of: ["one", "two"], help: "A kind.")
  private let parser = ArgumentParser([
    Self.name, Self.many, Self.size, Self.red, Self.quick, Self.kind,
  ])

  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    var name: String?
    var many: [String] = []
    var red = false
    var quick = false
    var operands: [String] = []
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(
    "are taken apart",
    arguments: [
      Case(arguments: []),
      Case(arguments: ["a", "b"], operands: ["a", "b"]),
      Case(arguments: ["--name", "x", "a"], name: "x", operands: ["a"]),
      Case(arguments: ["--name=x", "a"], name: "x", operands: ["a"]),
      Case(arguments: ["--name=a=b"], name: "a=b"),
      Case(arguments: ["a", "--name", "x"], name: "x", operands: ["a"]),
      Case(arguments: ["-n", "x"], name: "x"),
      Case(arguments: ["-nx"], name: "x"),
      Case(arguments: ["-n=x"], name: "x"),
      Case(arguments: ["--name", "-0.5"], name: "-0.5"),
      Case(arguments: ["--name", "-.5"], name: "-.5"),
      Case(arguments: ["-n", "-3"], name: "-3"),
      Case(arguments: ["--name=--red"], name: "--red"),
      Case(arguments: ["--name", "-"], name: "-"),
      Case(arguments: ["--name", "x", "--name", "y"], name: "y"),
      Case(arguments: ["-m", "1", "--many=2", "-m3"], many: ["1", "2", "3"]),
      Case(arguments: ["-rq", "a"], red: true, quick: true, operands: ["a"]),
      Case(arguments: ["-rn", "x"], name: "x", red: true),
      Case(arguments: ["-", "a"], operands: ["-", "a"]),
      Case(arguments: ["--", "--red", "-r"], operands: ["--red", "-r"]),
      Case(arguments: ["--red", "--", "--", "a"], red: true, operands: ["--", "a"]),
      Case(arguments: ["été", "日本.jpg"], operands: ["été", "日本.jpg"]),
    ])
  func takenApart(_ example: Case) throws {
    let parsed = try parser.parse(example.arguments)
    #expect(try parsed.string(Self.name) == example.name)
    #expect(parsed.strings(Self.many) == example.many)
    #expect(parsed.has(Self.red) == example.red)
    #expect(parsed.has(Self.quick) == example.quick)
    #expect(parsed.operands == example.operands)
  }

  @Test(
    "are refused with a sentence",
    arguments: [
      (["--nme", "x"], "unknown option '--nme'; did you mean '--name'?"),
      (["--nme=x"], "unknown option '--nme'; did you mean '--name'?"),
      (["--zebra"], "unknown option '--zebra'"),
      (["-z"], "unknown option '-z'"),
      (["-red"], "unknown option '-red'; did you mean '--red'?"),
      (["-zize"], "unknown option '-zize'; did you mean '--size'?"),
      (["--name"], "option '--name' needs a value (TEXT)"),
      (["-n"], "option '-n' needs a value (TEXT)"),
      (["--red=1"], "option '--red' takes no value"),
      (
        ["--name", "--red"],
        "option '--name' needs a value (TEXT), but '--red' follows;"
          + " write '--name=--red' if that is the value"
      ),
    ])
  func refused(_ arguments: [String], _ message: String) {
    let error = #expect(throws: UsageError.self) { try parser.parse(arguments) }
    #expect(error?.message == message)
  }

  @Test(
    "ask for help anywhere before --",
    arguments: [
      (["--help"], true), (["a", "-h"], true), (["--bogus", "--help"], true),
      (["--", "--help"], false), (["help"], false), ([], false),
    ])
  func help(_ arguments: [String], _ expected: Bool) {
    #expect(ArgumentParser.asksForHelp(arguments) == expected)
  }

  @Test(
    "read as whole numbers only when they are",
    arguments: ["x", "1.5", "0", "11", "1e1", " 1"])
  func integers(_ text: String) throws {
    let parsed = try parser.parse(["--size=" + text])
    let error = #expect(throws: UsageError.self) { try parsed.integer(Self.size, in: 1...10) }
    #expect(error?.message == "'--size' takes a whole number from 1 to 10, not '\(text)'")
    #expect(try parser.parse(["--size", "10"]).integer(Self.size, in: 1...10) == 10)
  }

  @Test(
    "read as numbers only when they are finite decimals within the range",
    arguments: ["nan", "inf", "0x1p-2", "1.01", "-0.1", "", "0,5", "1e999"])
  func numbers(_ text: String) throws {
    let parsed = try parser.parse(["--size=" + text])
    #expect(throws: UsageError.self) { try parsed.number(Self.size, in: 0...1) }
    #expect(try parser.parse(["--size", "2.5e-1"]).number(Self.size, in: 0...1) == 0.25)
    #expect(try parser.parse(["--size", "-0.5"]).number(Self.size, in: -1...1) == -0.5)
  }

  @Test(
    "read as lists of numbers",
    arguments: ["", "1,", ",1", "1,2", "1,2,x", "1;2;3", "1,2,3,4"])
  func lists(_ text: String) throws {
    let parsed = try parser.parse(["--size=" + text])
    #expect(throws: UsageError.self) {
      try parsed.numbers(Self.size, counts: [1, 3], saying: "numbers")
    }
    let good = try parser.parse(["--size", "-1,2.5,3"])
    #expect(try good.numbers(Self.size, counts: [1, 3], saying: "numbers") == [-1, 2.5, 3])
  }

  @Test("name the choices when a word is not one")
  func choices() throws {
    #expect(try parser.parse(["--kind", "two"]).choice(Self.kind) == "two")
    let error = #expect(throws: UsageError.self) {
      try parser.parse(["--kind", "three"]).choice(Self.kind)
    }
    #expect(error?.message == "'three' is no value of '--kind'; choose from one, two")
  }
}

@Suite("Suggestions")
struct SuggestionTests {
  @Test(
    "count inserted, dropped, changed and swapped letters",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("label", "label", 0), ("lable", "label", 1),
      ("labl", "label", 1), ("kitten", "sitting", 3), ("ca", "abc", 3), ("été", "ete", 2),
    ])
  func distance(_ first: String, _ second: String, _ expected: Int) {
    #expect(Suggestion.editDistance(first, second) == expected)
    #expect(Suggestion.editDistance(second, first) == expected)
  }

  @Test(
    "offer only what is near",
    arguments: [
      ("lable", "label"), ("modle", "model"), ("comp", "completions"), ("x", nil),
      ("detect", nil), ("hlep", "help"), ("", nil),
    ] as [(String, String?)])
  func nearest(_ word: String, _ expected: String?) {
    let commands = ["label", "model", "completions", "help"]
    #expect(Suggestion.nearest(to: word, among: commands) == expected)
  }
}
