// swift-tools-version: 6.2

import PackageDescription

// The workers measure internal parts, too, so they belong to the package that they measure, which is
// known by the folder it is in.
let measured =
  Context.packageDirectory.split(separator: "/").dropLast().last.map { $0.lowercased() } ?? ""

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
      packageAccess: false,
      swiftSettings: [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .unsafeFlags(["-package-name", measured]),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
