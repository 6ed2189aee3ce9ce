import Foundation
import Testing
import ViewfinderCore
import ViewfinderTestSupport

@testable import ViewfinderHub

@Suite("Remote Config")
struct RemoteParametersTests {
  private func fixture() throws -> (fixture: HubFixture, path: String) {
    let fixture = try HubFixture()
    fixture.server.script(
      "/v1/projects/\(fixture.name)/installations/",
      Reply(
        200,
        """
        {"fid": "cFid0123456789abcdefgh", "refreshToken": "r",
         "authToken": {"token": "token-1", "expiresIn": "604800s"}}
        """))
    return (fixture, "/v1/projects/\(fixture.name)/namespaces/firebase:fetch")
  }

  private func config(
    _ fixture: HubFixture, _ defaults: [String: String] = [:]
  ) throws -> RemoteParameters {
    try RemoteParameters(
      cache: fixture.cache, configuration: fixture.configuration, defaults: defaults,
      options: HubFixture.quick)
  }

  private func update(_ entries: String, etag: String = "etag-1") -> Reply {
    Reply(200, #"{"state": "UPDATE", "entries": \#(entries)}"#, headers: ["ETag": etag])
  }

  @Test("uses values from the next activation on, and defaults until then")
  func values() async throws {
    let (fixture, path) = try fixture()
    fixture.server.script(path, update(#"{"model": "remote_model", "rate": "0.5", "on": "TRUE"}"#))
    let config = try config(fixture, ["model": "default_model", "other": "x"])
    #expect(config["model"] == RemoteParameter(text: "default_model", source: .standard))
    #expect(config["none"].source == .none)
    #expect(try await config.fetch() == .fetched)
    #expect(config["model"].source == .standard)
    #expect(try config.activate())
    #expect(try !config.activate())
    #expect(config["model"] == RemoteParameter(text: "remote_model", source: .remote))
    #expect(config["rate"].number == 0.5 && config["on"].isTrue && !config["rate"].isTrue)
    #expect(config["other"].text == "x")
    // Another run of the program.
    let later = try self.config(fixture)
    #expect(later["model"].text == "remote_model")
    #expect(try await later.fetch() == .throttled)
    let request = try #require(fixture.server.requests(path).first)
    #expect(request.headers["x-goog-firebase-installations-auth"] == "token-1")
    #expect(request.body.contains(#""appInstanceId":"cFid0123456789abcdefgh""#))
    #expect(request.query == "?key=AIza-secret-key")
  }

  @Test("asks with the entity tag")
  func unchanged() async throws {
    let (fixture, path) = try fixture()
    fixture.server.script(
      path, update(#"{"a": "1"}"#), Reply(304), Reply(200, #"{"state": "NO_CHANGE"}"#),
      Reply(200, #"{"state": "NO_TEMPLATE"}"#))
    let config = try config(fixture)
    #expect(try await config.fetch(minimumInterval: .zero) == .fetched)
    try config.activate()
    #expect(try await config.fetch(minimumInterval: .zero) == .unchanged)
    #expect(try await config.fetch(minimumInterval: .zero) == .unchanged)
    #expect(
      fixture.server.requests(path).map { $0.headers["if-none-match"] }
        == [nil, "etag-1", "etag-1"])
    #expect(config["a"].text == "1")
    #expect(try await config.fetch(minimumInterval: .zero) == .fetched)
    try config.activate()
    #expect(config["a"].source == .none)
  }

  @Test("leaves a server alone that has had too many questions")
  func throttled() async throws {
    let (fixture, path) = try fixture()
    fixture.server.script(path, Reply(429, headers: ["Retry-After": "86400"]), update("{}"))
    let config = try config(fixture)
    let error = await failure { try await config.fetch(minimumInterval: .zero) }
    #expect(error?.code == .quotaExceeded)
    #expect(try await config.fetch(minimumInterval: .zero) == .throttled)
    #expect(try await self.config(fixture).fetch(minimumInterval: .zero) == .throttled)
    #expect(fixture.server.requests(path).count == 1)
  }

  @Test(
    "says what is wrong with a reply, and keeps its values",
    arguments: [
      (Reply(200, "{"), .invalidReply), (Reply(200, #"{"entries": {"a": 1}}"#), .invalidReply),
      (Reply(200, #"{"state": "INSTANCE_STATE_UNSPECIFIED"}"#), .invalidReply),
      (Reply(403, "{}"), .permissionDenied), (Reply(500), .networkFailed),
      (Reply(302, headers: ["Location": "/x"]), .invalidReply),
    ] as [(Reply, ViewfinderError.Code)])
  func badReplies(_ reply: Reply, _ code: ViewfinderError.Code) async throws {
    let (fixture, path) = try fixture()
    fixture.server.script(path, update(#"{"a": "1"}"#), reply)
    let config = try config(fixture)
    try await config.fetch()
    try config.activate()
    let error = await failure { try await config.fetch(minimumInterval: .zero) }
    #expect(error?.code == code)
    #expect(config["a"].text == "1")
  }

  @Test("keeps the newest values on disk, in whatever order threads and programs write them")
  func newest() async throws {
    let (fixture, path) = try fixture()
    let (first, second) = (try config(fixture), try config(fixture))
    fixture.server.script(path, update(#"{"a": "old"}"#))
    try await first.fetch(minimumInterval: .zero)
    fixture.server.script(path, update(#"{"a": "new"}"#, etag: "etag-2"))
    try await second.fetch(minimumInterval: .zero)
    try second.activate()
    // The other program still has the values from before, and puts them into use now.
    try first.activate()
    #expect(first["a"].text == "old")
    #expect(try config(fixture)["a"].text == "new")
    // A reply that has been on its way for long is written last, and does not count.
    fixture.server.script(path, Reply(304))
    try await first.fetch(minimumInterval: .zero)
    #expect(try config(fixture)["a"].text == "new")
    fixture.server.script(path, update(#"{"a": "newer"}"#, etag: "etag-3"))
    try await first.fetch(minimumInterval: .zero)
    #expect(try config(fixture)["a"].text == "new")
    #expect(try config(fixture).activate())
    #expect(try config(fixture)["a"].text == "newer")
  }

  @Test("merges states by when their values came, not by when the server was asked")
  func merging() {
    var (old, new) = (RemoteParameterState(), RemoteParameterState())
    old.take(["a": "1"], etag: "1", now: 100)
    new.take(["a": "2"], etag: "2", now: 200)
    let hasActivated = new.activate()
    #expect(hasActivated)
    old.fetchTime = 300
    for merged in [old.merged(with: new), new.merged(with: old)] {
      #expect(merged.active == ["a": "2"] && merged.fetched == nil && merged.etag == "2")
      #expect(merged.fetchTime == 300)
    }
    // A clock that has been set back makes nothing older.
    var later = new
    later.take(["a": "3"], etag: "3", now: 50)
    #expect(later.merged(with: new).fetched == ["a": "3"])
    #expect(new.merged(with: later).fetched == ["a": "3"])
  }

  @Test("names a model, or says why a value does not")
  func sources() throws {
    let (fixture, _) = try fixture()
    let config = try config(
      fixture,
      [
        "bare": "bird", "full": "gs://b/m.tflite", "empty": "", "bad": "two words",
        "file": "file:///x",
      ])
    #expect(try config.modelSource("bare") == .firebase(name: "bird"))
    #expect(try config.modelSource("full") == ModelSource("gs://b/m.tflite"))
    for key in ["empty", "bad", "none"] {
      let error = #expect(throws: ViewfinderError.self) { _ = try config.modelSource(key) }
      #expect(error?.code == .invalidArgument)
      #expect(error?.subject?.hasPrefix(key) == true)
    }
  }
}
