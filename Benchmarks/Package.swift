// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "viewfinder", path: "..")],
  targets: [
    .target(name: "CAllocationCounter"),
    .executableTarget(
      name: "BenchmarkWorker",
      dependencies: [
        .product(name: "Viewfinder", package: "viewfinder"),
        .product(name: "MLKit", package: "viewfinder"), "CAllocationCounter",
      ],
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
