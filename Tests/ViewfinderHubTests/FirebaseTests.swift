import Foundation
import Testing
import ViewfinderCore
import ViewfinderTestSupport

@testable import ViewfinderHub

/// The paths of Firebase's services for a fixture's project.
private struct Services {
  let fixture: HubFixture
  var server: FaultServer { fixture.server }

  var create: String { "/v1/projects/\(fixture.name)/installations/" }
  func refresh(_ id: String) -> String { create + "\(id)/authTokens:generate" }
  func model(_ name: String) -> String {
    "/v1beta2/projects/\(fixture.name)/models/\(name):download"
  }
  var file: String { "/\(fixture.name)/file" }

  static func token(
    _ token: String, id: String = "cFid0123456789abcdefgh", life: String = "604800s"
  ) -> Reply {
    Reply(
      200,
      """
      {"name": "x", "fid": "\(id)", "refreshToken": "refresh-\(token)",
       "authToken": {"token": "\(token)", "expiresIn": "\(life)"}}
      """)
  }

  func info(
    hash: String? = "hash-1", path: String? = nil, size: Int? = nil,
    expires: String = "2100-01-01T00:00:00.123Z"
  ) -> Reply {
    let size = size.map { #", "sizeBytes": "\#($0)""# } ?? ""
    return Reply(
      200,
      #"{"downloadUri": "\#(server.address(path ?? file))", "expireTime": "\#(expires)"\#(size)}"#,
      headers: hash.map { ["ETag": $0] } ?? [:])
  }
}

@Suite("Firebase ML")
struct FirebaseTests {
  private func services() throws -> Services {
    let services = Services(fixture: try HubFixture())
    services.server.script(services.create, Services.token("token-1"))
    return services
  }

  @Test("brings a model by its name, as the protocol says")
  func simple() async throws {
    let services = try services()
    let bytes = TestModel.bytes(size: 3000)
    services.server.script(services.model("my_model"), services.info(size: bytes.count))
    services.server.script(services.file, .file(bytes))
    let source = try ModelSource.firebase(name: "my_model")
    let model = try await services.fixture.hub().download(source)
    #expect(model.version == "hash-1" && model.byteCount == bytes.count)
    #expect(model.source == "firebase:my_model")
    let create = try #require(services.server.requests(services.create).first)
    #expect(create.method == "POST" && create.headers["x-goog-api-key"] == "AIza-secret-key")
    #expect(create.headers["x-ios-bundle-identifier"] == "org.example.app")
    let body = try #require(
      JSONSerialization.jsonObject(with: Data(create.body.utf8)) as? [String: String])
    #expect(body["authVersion"] == "FIS_v2" && body["appId"] == "1:23:ios:45")
    #expect(body["fid"]?.wholeMatch(of: /[c-f][A-Za-z0-9_-]{21}/) != nil)
    let info = try #require(services.server.requests(services.model("my_model")).first)
    #expect(info.query == "?key=AIza-secret-key")
    #expect(info.headers["x-goog-firebase-installations-auth"] == "token-1")
    #expect(info.headers["if-none-match"] == nil)
    let file = try #require(services.server.requests(services.file).first)
    #expect(file.headers["x-goog-firebase-installations-auth"] == nil)
  }

  @Test("asks with the hash, and goes by 304 or by another hash")
  func update() async throws {
    let services = try services()
    let path = services.model("m")
    services.server.script(path, services.info(), Reply(304, headers: ["ETag": "hash-1"]))
    services.server.script(services.file, .file(TestModel.bytes()))
    let source = try ModelSource.firebase(name: "m")
    let first = try await services.fixture.hub().download(source)
    let second = try await services.fixture.hub().download(source)
    #expect(second.installed == first.installed)
    #expect(services.server.requests(path).last?.headers["if-none-match"] == "hash-1")
    // One token for both.
    #expect(services.server.requests(services.create).count == 1)
    services.server.script(path, services.info(hash: "hash-2"))
    services.server.script(services.file, .file(TestModel.bytes(0.75)))
    let third = try await services.fixture.hub().download(source)
    #expect(third.version == "hash-2" && third.sha256 != first.sha256)
    services.server.script(path, Reply(304, headers: ["ETag": "hash-9"]))
    let error = await failure { try await services.fixture.hub().download(source) }
    #expect(error?.code == .invalidReply)
  }

  @Test("asks for a new address once the old one has expired, and for every download anew")
  func expiry() async throws {
    let services = try services()
    let path = services.model("m")
    let expired = services.info(path: services.file + "1", expires: "2001-01-01T00:00:00Z")
    services.server.script(path, expired, services.info())
    services.server.script(services.file + "1", Reply(400, "<Error>ExpiredToken</Error>"))
    services.server.script(services.file, .file(TestModel.bytes()))
    let source = try ModelSource.firebase(name: "m")
    for round in 1...3 {
      _ = try await services.fixture.hub().download(source)
      #expect(services.server.requests(path).count == 2 * round)
      try services.fixture.hub().removeModel(source)
      services.server.script(path, expired, services.info())
    }
    // An address that never works ends after a few attempts.
    services.server.script(path, expired)
    let error = await failure { try await services.fixture.hub().download(source) }
    #expect(error?.code == .invalidReply)
    // One that has not expired is refused at once.
    services.server.script(path, services.info(path: services.file + "1"))
    let refused = await failure { try await services.fixture.hub().download(source) }
    #expect(refused?.code == .invalidArgument)
  }

  @Test(
    "says what a status means, without the key or the token",
    arguments: [
      (400, .invalidArgument), (401, .unauthenticated), (403, .permissionDenied), (404, .notFound),
      (429, .quotaExceeded), (500, .networkFailed),
    ] as [(Int, ViewfinderError.Code)])
  func statuses(_ status: Int, _ code: ViewfinderError.Code) async throws {
    let services = try services()
    services.server.script(
      services.model("m"),
      Reply(status, #"{"error": {"message": "bad key AIza-secret-key and token-1"}}"#))
    let source = try ModelSource.firebase(name: "m")
    let error = await failure { try await services.fixture.hub().download(source) }
    #expect(error?.code == code)
    #expect(error?.found == "the server answers \(status): \"bad key … and …\"")
  }

  @Test("refuses replies that are not what the protocol says")
  func badReplies() async throws {
    let services = try services()
    services.server.script(services.file, .file(TestModel.bytes()))
    let source = try ModelSource.firebase(name: "m")
    let replies = [
      services.info(hash: nil), Reply(200, "{garbage", headers: ["ETag": "h"]),
      Reply(200, "{}", headers: ["ETag": "h"]),
      Reply(200, #"{"downloadUri": "file:///etc/passwd"}"#, headers: ["ETag": "h"]),
      Reply(200, #"{"downloadUri": "http://example.com/m"}"#, headers: ["ETag": "h"]),
      services.info(size: 7), services.info(size: -1), Reply(304),
      Reply(200, headers: ["ETag": "h"], ["size": 2_000_000]),
      Reply(302, headers: ["Location": "file:///etc/passwd"]),
    ]
    for (index, reply) in replies.enumerated() {
      services.server.script(services.model("m"), reply)
      let error = await failure { try await services.fixture.hub().download(source) }
      #expect(error != nil, "reply \(index)")
      #expect(
        [.invalidReply, .invalidArgument].contains(error?.code), "reply \(index): \(error as Any)")
    }
    #expect(try services.fixture.cache.entries().isEmpty)
  }

  @Test("renews a token that is about to end, and makes another when the server forgot it")
  func tokens() async throws {
    let services = try services()
    let id = "cFid0123456789abcdefgh"
    services.server.script(
      services.create, Services.token("token-1", life: "60s"), Services.token("token-3"))
    services.server.script(
      services.refresh(id), Reply(200, #"{"token": "token-2", "expiresIn": "120s"}"#),
      Reply(404, #"{"error": {"message": "gone"}}"#))
    services.server.script(services.model("m"), services.info(), Reply(304))
    services.server.script(services.file, .file(TestModel.bytes()))
    let source = try ModelSource.firebase(name: "m")
    for _ in 0..<4 { _ = try await services.fixture.hub().download(source) }
    let used = services.server.requests(services.model("m")).map {
      $0.headers["x-goog-firebase-installations-auth"]
    }
    #expect(used == ["token-1", "token-2", "token-3", "token-3"])
    let refresh = services.server.requests(services.refresh(id)).first
    #expect(refresh?.headers["authorization"] == "FIS_v2 refresh-token-1")
    let folder = try services.fixture.cache.folder + "/firebase"
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
      let permissions = try #require(attributes[.posixPermissions] as? Int)
      if name.hasSuffix(".json") { #expect(permissions == 0o600) }
    }
    let permissions = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions]
    #expect(permissions as? Int == 0o700)
  }

  @Test(
    "refuses tokens that are none",
    arguments: [
      Reply(200, "{}"), Services.token("t", life: "long"), Services.token("t", life: "-1s"),
      Reply(403, #"{"error": {"message": "no"}}"#),
    ])
  func badTokens(_ reply: Reply) async throws {
    let services = try services()
    services.server.script(services.create, reply)
    let source = try ModelSource.firebase(name: "m")
    let error = await failure { try await services.fixture.hub().download(source) }
    #expect([.invalidReply, .permissionDenied].contains(error?.code))
  }

  @Test("says which part of the configuration is missing")
  func configuration() async throws {
    let fixture = try HubFixture()
    let source = try ModelSource.firebase(name: "m")
    let full = try fixture.configuration
    let parts: [(WritableKeyPath<AppConfiguration, String?>, String)] = [
      (\.projectID, "VIEWFINDER_PROJECT"), (\.apiKey, "VIEWFINDER_API_KEY"),
      (\.appID, "VIEWFINDER_APP_ID"),
    ]
    for (part, variable) in parts {
      var configuration = full
      configuration[keyPath: part] = nil
      let hub = ModelHub(cache: try fixture.cache, configuration: configuration)
      let error = await failure { try await hub.download(source) }
      #expect(error?.code == .invalidConfiguration)
      #expect(error?.remedy.contains(variable) == true)
    }
  }

  @Test("keeps models of one name in two projects apart")
  func projects() throws {
    let fixture = try HubFixture()
    var other = try fixture.configuration
    other.projectID = "other"
    let cache = try fixture.cache
    let source = try ModelSource.firebase(name: "a@@b")
    let hubs = [
      ModelHub(cache: cache, configuration: try fixture.configuration),
      ModelHub(cache: cache, configuration: other),
    ]
    #expect(hubs[0].slot(of: source) != hubs[1].slot(of: source))
  }
}
