import Foundation
import Testing
import ViewfinderCommandLine

@Suite("JSON")
struct JSONWriterTests {
  @Test("keeps the order of keys and separates what is nested")
  func order() {
    var json = JSONWriter()
    json.object { json in
      json.key("z")
      json.value(1)
      json.key("a")
      json.array([true, false]) { $0.value($1) }
      json.key("empty")
      json.object { _ in }
      json.key("none")
      json.array { _ in }
      json.key("nested")
      json.array([1, 2]) { json, number in
        json.object { json in
          json.key("n")
          json.value(number)
        }
      }
      json.key("last")
      json.null()
    }
    #expect(
      json.text
        == #"{"z":1,"a":[true,false],"empty":{},"none":[],"nested":[{"n":1},{"n":2}],"last":null}"#)
  }

  @Test(
    "escapes quotation marks, backslashes and control characters only",
    arguments: [
      ("plain", #""plain""#), ("a\"b", #""a\"b""#), (#"a\b"#, #""a\\b""#), ("a/b", #""a/b""#),
      ("\n\r\t\u{8}\u{C}", #""\n\r\t\b\f""#),
      ("\u{0}\u{1B}\u{1F}\u{7F}", #""\u0000\u001b\u001f\u007f""#),
      ("Grüße 🌷 日本", "\"Grüße 🌷 日本\""), ("e\u{301}", "\"e\u{301}\""), ("\r\n", #""\r\n""#),
    ])
  func escapes(_ text: String, _ expected: String) {
    var json = JSONWriter()
    json.value(text)
    #expect(json.text == expected)
  }

  @Test("replaces bytes that are no UTF-8, half surrogates among them")
  func repairs() throws {
    let broken: [UInt8] = [0x61, 0xFF, 0xED, 0xA0, 0x80, 0x62]
    var json = JSONWriter()
    json.value(String(decoding: broken, as: UTF8.self))
    #expect(json.text.hasPrefix("\"a\u{FFFD}") && json.text.hasSuffix("\u{FFFD}b\""))
    let decoded = try JSONDecoder().decode([String].self, from: Data("[\(json.text)]".utf8))
    #expect(decoded == [String(decoding: broken, as: UTF8.self)])
  }

  @Test(
    "writes the shortest decimal that reads back as the same Float",
    arguments: [
      (0.97265625, "0.97265625"), (0.1, "0.1"), (1, "1.0"), (0, "0.0"), (-0.5, "-0.5"),
      (1e-7, "1e-07"), (3.4028235e38, "3.4028235e+38"), (Float.nan, "null"),
      (Float.infinity, "null"), (-Float.infinity, "null"),
    ] as [(Float, String)])
  func floats(_ number: Float, _ expected: String) throws {
    var json = JSONWriter()
    json.value(number)
    #expect(json.text == expected)
    if number.isFinite { #expect(Float(json.text) == number) }
  }

  @Test("writes doubles and integers")
  func numbers() {
    var json = JSONWriter()
    json.array([0.1, 1.0 / 3, .nan]) { $0.value($1) }
    #expect(json.text == "[0.1,0.3333333333333333,null]")
    var integers = JSONWriter()
    integers.array([Int.min, 0, Int.max]) { $0.value($1) }
    #expect(integers.text == "[-9223372036854775808,0,9223372036854775807]")
  }

  @Test("is read back the same by Foundation")
  func roundTrip() throws {
    let texts = (0..<0x250).compactMap { Unicode.Scalar(UInt32($0)).map { String($0) + "x" } }
    var json = JSONWriter()
    json.array(texts) { $0.value($1) }
    #expect(try JSONDecoder().decode([String].self, from: Data(json.text.utf8)) == texts)
  }
}
