import Foundation
import Testing
import ViewfinderCore
import ViewfinderTestSupport

@testable import ViewfinderHub

@Suite("Servers with certificates of a private authority")
struct AuthorityTests {
  private static func options(_ authorities: String?) -> ModelHub.Options {
    var options = HubFixture.quick
    options.certificateAuthorities = authorities
    return options
  }

  @Test("are trusted when the authority is named, and not without")
  func named() async throws {
    let fixture = try HubFixture(.secure)
    let (source, path) = try fixture.web()
    fixture.server.script(path, .file(TestModel.bytes()))
    let refused = await failure { try await fixture.hub().download(source) }
    #expect(refused?.code == .networkFailed)
    #expect(refused?.found.contains("cannot be trusted") == true)
    #expect(refused?.remedy.contains("certificateAuthorities") == true)
    #expect(fixture.server.requests(path).isEmpty)
    let authority: String = try #require(fixture.server.certificateAuthority)
    let model = try await fixture.hub(Self.options(authority)).download(source)
    #expect(model.byteCount == TestModel.bytes().count)
  }

  @Test("are not trusted when another authority is named")
  func other() async throws {
    let fixture = try HubFixture(.secure)
    let (source, path) = try fixture.web()
    fixture.server.script(path, .file(TestModel.bytes()))
    let own = fixture.folder + "/other.pem"
    try Self.makeAuthority(own)
    let error = await failure { try await fixture.hub(Self.options(own)).download(source) }
    #expect(error?.code == .networkFailed && error?.remedy.contains(own) == true)
  }

  private static func makeAuthority(_ path: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
      "/CN=Other", "-keyout", path + ".key", "-out", path,
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
  }

  @Test("a file without certificates is an error of its own, before any server is asked")
  func badFiles() async throws {
    let fixture = try HubFixture()
    let (source, path) = try fixture.web()
    fixture.server.script(path, .file(TestModel.bytes()))
    let empty = fixture.folder + "/empty.pem"
    try Data("nothing".utf8).write(to: URL(filePath: empty))
    for (file, code) in [
      (empty, ViewfinderError.Code.invalidConfiguration), ("/nowhere/ca.pem", .notFound),
      (fixture.folder, .notFound),
    ] {
      let error = await failure { try await fixture.hub(Self.options(file)).download(source) }
      #expect(error?.code == code && error?.subject == file)
    }
    #expect(fixture.server.requests(path).isEmpty)
  }
}
