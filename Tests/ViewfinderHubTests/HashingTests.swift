import Testing
import ViewfinderCore

@testable import ViewfinderHub
@testable import ViewfinderSystem

@Suite("Hashing")
struct HashingTests {
  private func hashes(_ bytes: [UInt8], pieces: Int) -> ContentHashes {
    var hasher = ContentHasher(md5: true, crc32c: true)
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(pieces))
      hasher.update(piece.span)
      rest = rest.dropFirst(pieces)
    }
    return hasher.finish()
  }

  // FIPS 180-4 and RFC 1321 publish the first two; RFC 3720, B.4 the zeros and ones for CRC-32C.
  // The others were computed with Python's hashlib, and CRC-32C bit by bit.
  @Test(
    "agrees with published values, however the bytes come",
    arguments: [
      (
        Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "900150983cd24fb0d6963f7d28e17f72", "364b3fb7"
      ),
      (
        Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        "8215ef0796a20bcaaae116d3876c664a", "071325f5"
      ),
      (
        [UInt8](repeating: 0, count: 32),
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
        "70bc8f4b72a86921468bf8e8441dce51", "8a9136aa"
      ),
      (
        [UInt8](repeating: 0xFF, count: 32),
        "af9613760f72635fbdb44a5a0a63c39f12af30f950a6ee5c971be188e89c4051",
        "0d7dc4266497100e4831f5b31b6b274f", "62a8ab43"
      ),
      (
        Array(
          "12345678901234567890123456789012345678901234567890123456789012345678901234567890".utf8),
        "f371bc4a311f2b009eef952dd83ca80e2b60026c8e935592d0f9c308453c813e",
        "57edf4a22be3c955ac49da2e2107b67a", "477a6781"
      ),
    ] as [([UInt8], String, String, String)])
  func known(_ bytes: [UInt8], _ sha256: String, _ md5: String, _ crc32c: String) {
    for pieces in [1, 3, 63, 64, 65, 1000] {
      let found = hashes(bytes, pieces: pieces)
      #expect(found.sha256.hexadecimal == sha256)
      #expect(found.md5.map(Hexadecimal.text) == md5)
      #expect(found.crc32c.map(Hexadecimal.text) == crc32c)
    }
  }

  @Test("hashes nothing at all")
  func empty() {
    let found = hashes([], pieces: 1)
    #expect(
      found.sha256.hexadecimal == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )
    #expect(found.md5.map(Hexadecimal.text) == "d41d8cd98f00b204e9800998ecf8427e")
    #expect(found.crc32c.map(Hexadecimal.text) == "00000000")
  }

  @Test(
    "gives the same for every length around a block as when the bytes come one by one",
    arguments: [55, 56, 57, 63, 64, 65, 119, 120, 121, 127, 128, 129])
  func lengths(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    #expect(hashes(bytes, pieces: count) == hashes(bytes, pieces: 1))
  }

  @Test("takes 64 hexadecimal digits for a digest and nothing else")
  func digests() {
    let digits = String(repeating: "0aB9", count: 16)
    #expect(SHA256Digest(hexadecimal: digits)?.hexadecimal == digits.lowercased())
    for text in [
      "", "0", digits + "0", String(repeating: "g", count: 64), "０" + digits.dropFirst(3),
    ] {
      #expect(SHA256Digest(hexadecimal: text) == nil)
    }
  }
}
