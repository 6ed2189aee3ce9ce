import Foundation
import Testing
import ViewfinderCore

@testable import ViewfinderHub

@Suite("Sources of models")
struct SourceTests {
  @Test(
    "reads the three kinds, and shows them as they were written",
    arguments: [
      ("firebase:my_model", "my_model"), ("firebase:a@@b", "a@@b"),
      ("gs://demo.appspot.com/models/bird v2.tflite", "bird v2.tflite"),
      ("https://example.com/x/model.tflite", "model.tflite"),
      ("https://example.com", "example.com"),
      ("http://127.0.0.1:8080/model.tflite", "model.tflite"),
      ("http://[::1]:8080/model.tflite", "model.tflite"),
    ])
  func kinds(_ text: String, _ name: String) throws {
    let source = try ModelSource(text)
    #expect(source.description == text)
    #expect(source.name == name)
    #expect(ModelSource.isSource(text))
  }

  @Test("leaves tokens out of what it shows")
  func redaction() throws {
    let source = try ModelSource("https://example.com/m.tflite?token=secret#part")
    #expect(source.description == "https://example.com/m.tflite?…")
  }

  @Test(
    "leaves tokens and passwords out of errors, even behind a mark that carries an accent",
    arguments: [
      "https://user:secret@example.com/m?token=secret", "http://example.com/m?\u{301}token=secret",
      "ftp://example.com/m#\u{301}secret", "https://user:secret@\u{301}example.com/m",
    ])
  func redactedErrors(_ text: String) {
    let error = #expect(throws: ViewfinderError.self) { _ = try ModelSource(text) }
    #expect(error?.description.contains("example.com") == true)
    #expect(error?.description.contains("secret") == false)
  }

  @Test(
    "refuses what is no source, or no safe one",
    arguments: [
      "", "model.tflite", "firebase:", "firebase:a b", "firebase:a\nb", "gs://", "gs:///x",
      "gs://bucket", "gs://bucket/", "gs://buck et/x", "ftp://example.com/m", "file:///etc/passwd",
      "http://example.com/m.tflite", "http://localhost.example.com/m", "http://127.0.0.1.nip.io/m",
      "http://127.1@example.com/", "https://exa mple.com/x", "https://a\\@b/x", "https:///x",
      "https://host:0/x", "https://host:99999/x", "https://[::1/x", "https://host:80:80/x",
      "https://bücher.example/x",
    ])
  func refused(_ text: String) {
    #expect(throws: ViewfinderError.self) { _ = try ModelSource(text) }
  }

  @Test("takes a hash for web addresses only")
  func hashes() throws {
    let digest = try #require(SHA256Digest(hexadecimal: String(repeating: "a", count: 64)))
    _ = try ModelSource("https://example.com/m", sha256: digest)
    #expect(throws: ViewfinderError.self) { _ = try ModelSource("gs://b/m", sha256: digest) }
    #expect(throws: ViewfinderError.self) { _ = try ModelSource("firebase:m", sha256: digest) }
  }

  @Test(
    "reads locations in Cloud Storage",
    arguments: [
      ("gs://bucket/path/x.tflite", "bucket", "path/x.tflite"),
      ("gs://bucket//a///b/", "bucket", "a/b"), ("gs://bucket/?/%/#", "bucket", "?/%/#"),
      ("gs://bucket/", "bucket", ""), ("gs://bucket", "bucket", ""),
      (
        "https://firebasestorage.googleapis.com/v0/b/demo.appspot.com/o/a%2Fb%20%C3%A9?alt=media",
        "demo.appspot.com", "a/b é"
      ),
      ("http://localhost:9199/v0/b/bucket/o/object", "bucket", "object"),
      ("https://firebasestorage.googleapis.com/v0/b/bucket/o", "bucket", ""),
    ])
  func locations(_ url: String, _ bucket: String, _ object: String) throws {
    let location = try StorageLocation(url: url)
    #expect(location.bucket == bucket)
    #expect(location.object == object)
  }

  @Test(
    "refuses what is no location in Cloud Storage",
    arguments: [
      "gs://", "gs:///object", "s3://bucket/x", "bucket/x", "https://example.com/x",
      "https://host/v0/b/bucket/o/%GG", "https://host/v0/b/bucket/o/%FF", "https://host/v0/b//o/x",
    ])
  func badLocations(_ url: String) {
    #expect(throws: ViewfinderError.self) { _ = try StorageLocation(url: url) }
  }

  @Test("escapes an object's name into one segment")
  func escapes() {
    #expect(
      PercentEncoding.segment("a/b &;+%é-._~!$'()*,=:@Z9")
        == "a%2Fb%20%26%3B%2B%25%C3%A9-._~!$'()*,=:@Z9")
    #expect(PercentEncoding.decode("a%2Fb%C3%A9") == "a/bé")
    #expect(PercentEncoding.decode("%") == nil)
    #expect(PercentEncoding.decode("%e") == nil)
  }

  @Test(
    "knows this machine by every name and number it has",
    arguments: [
      "127.0.0.1", "127.1", "127.0.1", "0x7f.1", "0177.0.0.1", "2130706433", "0x7f000001",
      "127.255.0.9",
      "0.0.0.0", "0", "localhost", "LOCALHOST", "localhost.", "a.localhost", "127.0.0.1.", "[::1]",
      "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::FFFF:127.9.9.9]", "[::127.0.0.1]",
      "[0:0:0:0:0:0:0:1]", "[::ffff:0.0.0.0]", "[0000::0001]",
    ])
  func thisMachine(_ host: String) throws {
    #expect(try WebAddress("https://\(host)/x").isLoopback)
    #expect(try WebAddress("http://\(host):8080/x").isLoopback)
    let elsewhere = try WebAddress("https://example.com/a")
    #expect(throws: ViewfinderError.self) { _ = try elsewhere.resolving("https://\(host)/") }
  }

  @Test(
    "takes no other host for this machine",
    arguments: [
      "example.com", "128.1", "126.255.255.255", "1.2.3.4", "127.0.0.1.example.com", "mylocalhost",
      "localhost.example.com", "[::2]", "[::ffff:128.0.0.1]", "[2001:db8::1]", "[fe80::7f00:1]",
      "127.0.0.1.2", "127.0.0.256", "127.0.0.08", "0x7g.1", "8.8.8.8", "[64:ff9b::127.0.0.1]",
    ])
  func elsewhere(_ host: String) throws {
    #expect(try !WebAddress("https://\(host)/x").isLoopback)
    #expect(throws: ViewfinderError.self) { _ = try WebAddress("http://\(host)/x") }
  }

  @Test(
    "refuses brackets around what is no IPv6 address",
    arguments: [
      "[]", "[1]", "[:]", "[1::2::3]", "[1:2:3:4:5:6:7]", "[12345::]", "[::1.2.3]", "[::1.2.3.999]",
      "[1:2:3:4:5:6:7:8:9]", "[:::]", "[1:2:3:4:5:6:7::8]",
    ])
  func badBrackets(_ host: String) {
    #expect(throws: ViewfinderError.self) { _ = try WebAddress("https://\(host)/x") }
  }

  @Test(
    "asks an address only when the library finds in it what was checked",
    arguments: [
      ("https", "example.com", "8443", true), ("https", "EXAMPLE.com", "8443", true),
      ("http", "example.com", "8443", false), ("https", "example.com", "443", false),
      ("https", "evil.example", "8443", false), ("https", "", "8443", false),
    ])
  func reading(_ scheme: String, _ host: String, _ port: String, _ isSame: Bool) throws {
    let address = try WebAddress("https://example.com:8443/a")
    #expect(address.isRead(scheme: scheme, host: host, port: port) == isSame)
    let number = try WebAddress("https://127.1/")
    #expect(number.isRead(scheme: "https", host: "127.0.0.1", port: "443"))
    #expect(!number.isRead(scheme: "https", host: "127.0.0.2", port: "443"))
    #expect(try WebAddress("https://[::1]/").isRead(scheme: "https", host: "[::1]", port: "443"))
  }

  @Test("follows redirects only to where it is safe")
  func redirects() throws {
    let here = try WebAddress("https://example.com/a/b?c")
    #expect(try here.resolving("d").text == "https://example.com/a/d")
    #expect(try here.resolving("/d?e").text == "https://example.com/d?e")
    #expect(try here.resolving("//other.example/x").origin == "https://other.example:443")
    for target in [
      "http://example.com/", "file:///etc/passwd", "ftp://example.com/", "http://127.0.0.1/",
      "https://localhost/", "javascript:1", "https://a@b/",
    ] {
      #expect(throws: ViewfinderError.self) { _ = try here.resolving(target) }
    }
  }

  @Test("keeps different sources apart and names folders by nothing that leads elsewhere")
  func slots() throws {
    let cache = try ModelCache(folder: "/cache")
    let names = ["../../x", "a/b", ".hidden", "", "ä", String(repeating: "n", count: 300)]
    let folders = names.map { cache.slot(name: $0, identity: $0).folder }
    #expect(Set(folders).count == names.count)
    for folder in folders {
      let rest = folder.dropFirst("/cache/models/".count)
      #expect(folder.hasPrefix("/cache/models/"))
      #expect(!rest.contains("/") && !rest.hasPrefix(".") && rest.utf8.count < 60)
    }
  }

  @Test("finds the cache's folder by option, variables and home, in this order")
  func cacheFolder() throws {
    var environment = ["HOME": "/home/x"]
    #if os(Linux)
      #expect(try ModelCache(environment: environment).folder == "/home/x/.cache/viewfinder")
    #endif
    environment["XDG_CACHE_HOME"] = "relative"
    #expect(try ModelCache(environment: environment).folder.hasPrefix("/home/x/"))
    environment["XDG_CACHE_HOME"] = "/xdg"
    #expect(try ModelCache(environment: environment).folder == "/xdg/viewfinder")
    environment["VIEWFINDER_CACHE"] = "/mine"
    #expect(try ModelCache(environment: environment).folder == "/mine")
    #expect(try ModelCache(folder: "/other", environment: environment).folder == "/other")
    #expect(throws: ViewfinderError.self) { _ = try ModelCache(environment: [:]) }
  }
}
