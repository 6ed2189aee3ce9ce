import Testing
import ViewfinderCore
import ViewfinderEvaluation

@Suite("MOTChallenge files")
struct TrackFileTests {
  private static func read(_ text: String) throws -> [TrackRow] {
    try TrackFile(text: Array(text.utf8), name: "t").rows
  }

  @Test(
    "commas and blanks, short and long rows, line ends of all kinds are read",
    arguments: [
      "1,-1,2.5,3,4,5", "1, -1, 2.5, 3, 4, 5", "1 -1 2.5 3 4 5", "1\t-1\t2.5\t3\t4\t5",
      "1.0,-1.0,2.5,3,4,5,1", "1,-1,25e-1,3,4,5,1,-1,-1,-1,17", "\n\n1,-1,2.5,3,4,5\r\n\r\n",
      "\u{FEFF}1,-1,2.5,3,4,5\n", "\r1,-1,2.5,3,4,5\r",
      "1,-1,+2.50,3.0,4.,5,1.0,-1,-1,",
    ])
  func tolerant(text: String) throws {
    let expected = TrackRow(
      frameNumber: 1, trackID: -1, box: Box(x: 2.5, y: 3, width: 4, height: 5))
    #expect(try Self.read(text) == [expected])
  }

  @Test("carriage returns alone end lines, too")
  func carriageReturns() throws {
    let rows = try Self.read("1,-1,1,1,1,1\r2,-1,1,1,1,1\r\r4,-1,1,1,1,1")
    #expect(rows.map(\.frameNumber) == [1, 2, 4])
  }

  @Test("all nine columns are kept")
  func columns() throws {
    let row = try #require(try Self.read("7,3,1,2,3,4,0,8,0.25").first)
    #expect(row.score == 0)
    #expect(row.categoryID == 8)
    #expect(row.visibility == 0.25)
  }

  @Test(
    "bad rows are refused with line and column",
    arguments: [
      ("1,2,3,4,5", "t: line 1", "5 numbers"),
      ("1,1,0,0,1,1\n1,2,x,0,1,1", "t: line 2, column 3", "'x'"),
      ("1,1,0,0,1,nan", "t: line 1, column 6", "'nan'"),
      ("1,1,inf,0,1,1", "t: line 1, column 3", "'inf'"),
      ("1,1,0x10,0,1,1", "t: line 1, column 3", "'0x10'"),
      ("1,1,1e999,0,1,1", "t: line 1, column 3", "'1e999'"),
      ("1,1,1.2.3,0,1,1", "t: line 1, column 3", "'1.2.3'"),
      ("1,1,-,0,1,1", "t: line 1, column 3", "'-'"),
      ("1.5,1,0,0,1,1", "t: line 1, column 1", "1.5"),
      ("1,1e17,0,0,1,1", "t: line 1, column 2", "1e+17"),
      ("1,1,0,0,1,1,1,0.5", "t: line 1, column 8", "0.5"),
      ("{\"images\": []}", "t: line 1", "2 numbers"),
    ])
  func refused(text: String, place: String, words: String) {
    let error = #expect(throws: ViewfinderError.self) { try Self.read(text) }
    #expect(error?.code == .invalidAnnotations)
    #expect(error?.subject == place)
    #expect(error?.found.contains(words) == true)
  }

  @Test("control characters count as blanks, and blanks alone are no row")
  func controls() throws {
    #expect(try Self.read("\u{0}\u{1}\u{2}\n \n,,\n").isEmpty)
  }

  @Test("every prefix of a file is read or refused")
  func prefixes() throws {
    let bytes = try Fixture.bytes("Tracking/walk.truth.txt").prefix(400)
    for length in 0..<bytes.count {
      do throws(ViewfinderError) {
        let rows = try TrackFile(text: Array(bytes.prefix(length)), name: "cut").rows
        #expect(rows.count <= length)
      } catch {
        #expect(error.code == .invalidAnnotations)
      }
    }
  }

  @Test("an endless number is refused, not stored")
  func endless() {
    let text = "1,1,0,0,1," + String(repeating: "1", count: 1_000_000)
    let error = #expect(throws: ViewfinderError.self) { try Self.read(text) }
    #expect((error?.found.count ?? .max) < 100)
  }

  @Test("rows read back as they were written")
  func roundTrip() throws {
    let rows = [
      TrackRow(
        frameNumber: 1_000_000_000, trackID: 0,
        box: Box(x: -0.1, y: 1 / 3, width: 1e-7, height: 123_456_789.125), score: 0.1 + 0.2,
        categoryID: 3, visibility: 0.5),
      TrackRow(
        frameNumber: 1, trackID: -1, box: Box(x: 0, y: -0.0, width: 10, height: 20)),
    ]
    let file = TrackFile(rows)
    #expect(file.text.hasSuffix("1,-1,0,-0.0,10,20,1,-1,-1\n"))
    #expect(try Self.read(file.text) == rows)
  }

  @Test(
    "short numbers are read exactly as Double reads them",
    arguments: [
      "0.1", "123456.789", "999999999999999", "0.00000000000001", "-0.3", "1e22", "17.30",
      "0.123456789012345", "4503599627370497.5",
    ])
  func exact(number: String) throws {
    let row = try #require(try Self.read("1,1,\(number),0,1,1").first)
    #expect(row.box.x == Double(number))
  }
}

@Suite("Sequence descriptions")
struct TrackSequenceInfoTests {
  @Test("the usual keys are read")
  func usual() throws {
    let text =
      "[Sequence]\r\nname=street\nframeRate = 7.5\nseqLength=795\nimWidth=768\nimHeight=576"
    let info = try TrackSequenceInfo(text: Array(text.utf8), name: "seqinfo.ini")
    #expect(info.name == "street")
    #expect(info.frameRate == 7.5)
    #expect(info.frameCount == 795)
    #expect(info.width == 768)
    #expect(info.height == 576)
  }

  @Test(
    "a length or a rate that is none is refused by its key",
    arguments: [
      ("", "s"), ("seqLength=0", "s: seqLength"), ("seqLength=-3", "s: seqLength"),
      ("seqLength=many", "s: seqLength"), ("seqLength=5\nframeRate=0", "s: frameRate"),
      ("seqLength=5\nframeRate=nan", "s: frameRate"),
      ("seqLength=5\nimWidth=99999999999999999999", "s: imWidth"),
    ])
  func refused(text: String, subject: String) {
    let error = #expect(throws: ViewfinderError.self) {
      try TrackSequenceInfo(text: Array(text.utf8), name: "s")
    }
    #expect(error?.subject == subject)
  }
}
