// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func program(_ name: String, _ others: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: name,
    dependencies: [
      .product(name: "Viewfinder", package: "viewfinder"),
      .product(name: "_ViewfinderWorkshop", package: "viewfinder"),
    ] + others,
    swiftSettings: settings)
}

// Built by scripts/fuzz.sh, corrupt_models.sh, worst_models.sh and soak.sh, each with settings of its
// own: the fuzzer has no main function without the sanitizer that brings one.
let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "Fuzzer", targets: ["Fuzzer"]),
    .executable(name: "CorruptModels", targets: ["CorruptModels"]),
    .executable(name: "WorstModels", targets: ["WorstModels"]),
    .executable(name: "Soak", targets: ["Soak"]),
  ],
  dependencies: [.package(name: "viewfinder", path: "..")],
  targets: [
    .target(name: "CFuzzer"),
    program("Fuzzer", ["CFuzzer"]),
    program("CorruptModels"),
    program("WorstModels"),
    program("Soak"),
  ],
  swiftLanguageModes: [.v6]
)
