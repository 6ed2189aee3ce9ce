internal import Viewfinder

/// Where hosted models are kept, and which app Firebase's services are asked for.
struct HubOptions: Sendable {
  private var cache: String?
  private var configuration: String?
  private var project: String?
  private var patience = ModelHub.Options()

  /// Reads the arguments; options that a command does not have keep their defaults.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    cache = try arguments.string(Self.cacheOption)
    configuration = try arguments.string(Self.configurationOption)
    project = try arguments.string(Self.projectOption)
    if let rate = try arguments.integer(Self.leastRateOption, in: 0...1_000_000_000) {
      patience.leastRate = rate
    }
    patience.certificateAuthorities = try arguments.string(Self.authoritiesOption)
    if let seconds = try arguments.number(Self.leastRatePeriodOption, in: 0.1...86_400) {
      patience.leastRatePeriod = .seconds(seconds)
    }
  }

  private init() {}

  /// What the environment says.
  static let standard = HubOptions()

  /// The cache, which need not exist.
  func cache(_ environment: Environment) throws(ViewfinderError) -> ModelCache {
    try ModelCache(
      folder: cache, environment: variables(ModelCache.environmentVariables, environment))
  }

  func hub(_ environment: Environment) throws(ViewfinderError) -> ModelHub {
    var known = variables(AppConfiguration.environmentVariables, environment)
    if let configuration { known["VIEWFINDER_APP_CONFIG"] = configuration }
    if let project { known["VIEWFINDER_PROJECT"] = project }
    var patience = patience
    if let path = environment.variable("VIEWFINDER_CA_FILE"), !path.isEmpty {
      patience.certificateAuthorities = patience.certificateAuthorities ?? path
    }
    return ModelHub(
      cache: try cache(environment), configuration: try AppConfiguration(environment: known),
      options: patience)
  }

  private func variables(_ names: [String], _ environment: Environment) -> [String: String] {
    var values: [String: String] = [:]
    for name in names { values[name] = environment.variable(name) }
    return values
  }
}

extension HubOptions {
  static let cacheOption = Option.value(
    "cache", "DIR", completion: .file,
    help: """
      Keep hosted models in this folder. Default: VIEWFINDER_CACHE, or viewfinder in \
      XDG_CACHE_HOME or ~/.cache.
      """)
  static let configurationOption = Option.value(
    "config", "FILE", completion: .file,
    help: """
      GoogleService-Info.plist or google-services.json of the app. Default: \
      VIEWFINDER_APP_CONFIG.
      """)
  static let projectOption = Option.value(
    "project", "ID", help: "Firebase project. Default: the app's, or VIEWFINDER_PROJECT.")

  static let authoritiesOption = Option.value(
    "ca-file", "FILE", completion: .file,
    help: """
      Trust the certificate authorities in this PEM file in place of the system's. Default: \
      VIEWFINDER_CA_FILE.
      """)

  static let leastRateOption = Option.value(
    "min-rate", "BYTES",
    help: """
      End a download that brings fewer bytes a second. 0 waits for any server. Default: 1000.
      """)
  static let leastRatePeriodOption = Option.value(
    "min-rate-over", "SECONDS",
    help: "The time over which that rate is averaged. Default: 60.")

  static let sourceEntries = [
    ("firebase:NAME", "A model in Firebase ML; the app's configuration is needed."),
    ("gs://BUCKET/OBJECT", "An object in Cloud Storage."),
    ("https://HOST/PATH", "A file on any web server."),
  ]
}
