import Testing

@testable import ViewfinderModels

@Suite("Tolerant JSON")
struct TolerantJSONTests {
  static func read(_ text: String) throws -> JSONValue {
    try TolerantJSONReader.read(Array(text.utf8))
  }

  @Test(
    "Values are read as JSON says, with comments and trailing commas besides",
    arguments: [
      ("null", .null), (" true ", .bool(true)), ("false", .bool(false)), ("-1.5e2", .number(-150)),
      ("0", .number(0)), ("\"\"", .string("")), ("[]", .array([])), ("{}", .object([:])),
      ("[1,]", .array([.number(1)])), ("{\"a\":1,}", .object(["a": .number(1)])),
      ("\u{FEFF}[1]", .array([.number(1)])),
      ("// c\n[1, /* two\n lines */ 2] // end", .array([.number(1), .number(2)])),
      ("{\"a\":1,\"a\":2}", .object(["a": .number(2)])),
      (#""\"\\\/\b\f\n\r\t\u00e9\ud83d\udc26""#, .string("\"\\/\u{8}\u{C}\n\r\té🐦")),
      ("\"http://x//y /* no comment */\"", .string("http://x//y /* no comment */")),
    ] as [(String, JSONValue)])
  func values(text: String, value: JSONValue) throws {
    #expect(try Self.read(text) == value)
  }

  @Test(
    "What is not JSON is refused with its line",
    arguments: [
      ("", 1), ("{", 1), ("[1", 1), ("[1 2]", 1), ("{\"a\" 1}", 1), ("{a:1}", 1), ("{\"a\":}", 1),
      ("[,]", 1), ("\n\n]", 3), ("[1]\n[2]", 2), ("nan", 1), ("inf", 1), ("0x10", 1), ("+1", 1),
      ("-", 1), ("True", 1), ("'a'", 1), ("\"a", 1), ("\"\\x\"", 1), ("\"\\u12\"", 1),
      ("\"\\ud800\"", 1), ("\"\\ud800\\u0041\"", 1), ("\"\\udc00\"", 1), ("\"a\nb\"", 1),
      ("/* open", 1), ("/", 1), ("[1, /", 1),
    ])
  func faults(text: String, line: Int) {
    let fault = #expect(throws: JSONFault.self) { try Self.read(text) }
    #expect(fault?.line == line)
  }

  @Test("Nesting has a limit far from the stack's")
  func depth() throws {
    let deep = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    #expect(throws: Never.self) { try Self.read(deep) }
    for bracket in ["[", "{\"a\":"] {
      let fault = #expect(throws: JSONFault.self) {
        try Self.read(String(repeating: bracket, count: 100_000))
      }
      #expect(fault?.reason.contains("32 levels") == true)
    }
  }

  @Test("Text that is not UTF-8 is refused")
  func encoding() {
    #expect(throws: JSONFault.self) { try TolerantJSONReader.read([0x22, 0xFF, 0x22]) }
  }
}
