import Testing
import ViewfinderCommandLine

@Suite("Text layout")
struct TextLayoutTests {
  @Test(
    "measures terminal columns",
    arguments: [
      ("", 0), ("abc", 3), ("été", 3), ("e\u{301}te\u{301}", 3), ("日本", 4), ("한글", 4),
      ("ｆｕｌｌ", 8), ("🌷", 2), ("👩‍👩‍👧", 2), ("❤️", 2), ("❤", 1), ("a\u{200B}b", 2), ("→", 1),
    ])
  func columns(_ text: String, _ expected: Int) {
    #expect(TextLayout.columns(of: text) == expected)
  }

  @Test("pads by columns, not by characters")
  func padding() {
    #expect(TextLayout.padded("日本", to: 6) == "日本  ")
    #expect(TextLayout.rightAligned("日本", to: 6) == "  日本")
    #expect(TextLayout.padded("long", to: 2) == "long")
  }

  @Test("wraps at spaces and keeps long words and line breaks")
  func wrapping() {
    #expect(TextLayout.wrap("one two three", to: 7) == ["one two", "three"])
    #expect(TextLayout.wrap("one two", to: 3) == ["one", "two"])
    #expect(TextLayout.wrap("extraordinary word", to: 5) == ["extraordinary", "word"])
    #expect(TextLayout.wrap("one\n\ntwo", to: 20) == ["one", "", "two"])
    #expect(TextLayout.wrap("日本 日本", to: 8) == ["日本", "日本"])
    #expect(TextLayout.wrap("", to: 8) == [""])
  }

  @Test(
    "rounds to a fixed count of decimals",
    arguments: [
      (0, 2, "0.00"), (1.005, 1, "1.0"), (0.97265625, 4, "0.9727"), (12.3456, 0, "12"),
      (-0.04, 1, "0.0"), (-1.25, 1, "-1.3"), (0.999, 2, "1.00"), (3.05, 2, "3.05"),
      (.infinity, 1, "inf"),
    ] as [(Double, Int, String)])
  func fixed(_ number: Double, _ decimals: Int, _ expected: String) {
    #expect(TextLayout.fixed(number, decimals: decimals) == expected)
  }

  @Test("spells out what would steer a terminal")
  func printable() {
    #expect(TextLayout.printable("a\u{1B}[31mb\n") == "a\\u{1B}[31mb\\u{A}")
    #expect(TextLayout.printable("a\u{202E}b") == "a\\u{202E}b")
    #expect(TextLayout.printable("日本 é.jpg") == "日本 é.jpg")
  }

  @Test("emphasises only when it is on")
  func style() {
    #expect(Style(isOn: false).strong("a") == "a")
    #expect(Style(isOn: true).strong("a") == "\u{1B}[1ma\u{1B}[0m")
    #expect(Style(isOn: true).strong("") == "")
  }

  @Test(
    "uses colour on terminals that want it",
    arguments: [
      (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false),
      (true, ["NO_COLOR": ""], true), (true, ["TERM": "dumb"], false),
    ] as [(Bool, [String: String], Bool)])
  func colour(_ isTerminal: Bool, _ variables: [String: String], _ expected: Bool) {
    let environment = Environment(
      variable: { variables[$0] }, outputIsTerminal: isTerminal, errorIsTerminal: isTerminal)
    #expect(environment.outputStyle == Style(isOn: expected))
    #expect(environment.errorStyle == Style(isOn: expected))
  }
}

@Suite("Progress bar")
struct ProgressBarTests {
  @Test("shows share, count, rate and time left")
  func full() {
    let line = ProgressBar.line(done: 50, total: 200, elapsed: .seconds(10), columns: 80)
    #expect(line == "[##########..............................]  50/200  25%  5.0/s  0:30 left")
  }

  @Test("starts without a rate and rounds shares down")
  func edges() {
    let first = ProgressBar.line(done: 0, total: 9, elapsed: .zero, columns: 80)
    #expect(first.hasSuffix("] 0/9   0%"))
    let line = ProgressBar.line(done: 29, total: 100, elapsed: .seconds(1), columns: 80)
    #expect(line.contains(" 29/100  29%"))
    let last = ProgressBar.line(done: 9, total: 9, elapsed: .seconds(1), columns: 80)
    #expect(last.hasSuffix("9/9 100%  9.0/s  0:00 left"))
  }

  @Test("fits any width", arguments: 20...120)
  func width(_ columns: Int) {
    for done in [0, 1, 99_999, 100_000] {
      let line = ProgressBar.line(
        done: done, total: 100_000, elapsed: .milliseconds(done * 3), columns: columns)
      #expect(line.count < columns)
      let open = ProgressBar.line(
        done: done, total: nil, elapsed: .milliseconds(done * 3), columns: columns)
      #expect(open.count < columns)
    }
  }

  @Test("says hours when it takes hours")
  func hours() {
    let line = ProgressBar.line(done: 1, total: 3_726, elapsed: .seconds(1), columns: 100)
    #expect(line.hasSuffix("1.0/s  1:02:05 left"))
  }

  @Test("shows bytes in units, and the rate of this run alone")
  func bytes() {
    let line = ProgressBar.line(
      done: 3_000_000, total: 12_345_678, elapsed: .seconds(2), columns: 100, unit: .bytes,
      earlier: 1_000_000)
    #expect(line.hasSuffix("]  3.0 MB/12.3 MB  24%  1.0 MB/s  0:10 left"))
    let open = ProgressBar.line(
      done: 1500, total: nil, elapsed: .seconds(1), columns: 100, unit: .bytes)
    #expect(open == "1.5 kB  1.5 kB/s")
    let units = [0, 999, 1000, 999_949, 999_950, 1e9, 1e13].map { TextLayout.bytes($0) }
    #expect(
      units == ["0 B", "999 B", "1.0 kB", "999.9 kB", "1.0 MB", "1.0 GB", "10000.0 GB"])
  }

  @Test("draws ten times a second at most, and leaves nothing behind")
  func drawing() {
    let output = RecordingOutput()
    let start = ContinuousClock.now
    var bar = ProgressBar(to: output, columns: 80, total: 4, start: start)
    bar.update(done: 0, now: start)
    let once = output.text
    bar.update(done: 1, now: start + .milliseconds(50))
    #expect(output.text == once)
    bar.update(done: 2, now: start + .milliseconds(150))
    #expect(output.text.count > once.count)
    bar.clear()
    let cleared = output.text
    #expect(cleared.hasSuffix("\r\u{1B}[K"))
    bar.clear()
    #expect(output.text == cleared)
  }

  @Test("does not mind a terminal that went away")
  func failing() {
    let output = RecordingOutput()
    output.failure = (0, .cannotWrite("gone"))
    var bar = ProgressBar(to: output, columns: 80, total: 4, start: .now)
    bar.update(done: 1, now: .now)
    bar.clear()
    #expect(output.text.isEmpty)
  }
}
