// swift-tools-version: 6.2

import PackageDescription

// Every Swift target shares these settings, so that none can be forgotten.
let commonSettings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .treatWarning("DeprecatedDeclaration", as: .warning),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableExperimentalFeature("Lifetimes"),
]

/// A library target: strict memory safety on top of the common settings.
func library(
  _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil,
  exclude: [String] = [], settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, resources: resources,
    swiftSettings: commonSettings + [.strictMemorySafety()] + settings)
}

func tests(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil,
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["ViewfinderSystem", "ViewfinderTestSupport"],
    exclude: exclude, resources: resources, swiftSettings: commonSettings)
}

func example(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Examples/\(name)",
    swiftSettings: commonSettings)
}

let linuxImages: TargetDependencyCondition? = .when(platforms: [.linux], traits: ["Images"])
let linuxVideo: TargetDependencyCondition? = .when(platforms: [.linux], traits: ["Video"])

let package = Package(
  name: "viewfinder",
  platforms: [.macOS(.v26), .iOS(.v26)],
  products: [
    // The first module hands on the others; they are named for the comparison of interfaces, which
    // knows the modules of products only.
    .library(
      name: "Viewfinder",
      targets: [
        "Viewfinder", "ViewfinderCore", "ViewfinderPixels", "ViewfinderInference",
        "ViewfinderModels", "ViewfinderPhotos", "ViewfinderDrawing", "ViewfinderVideo",
        "ViewfinderHub", "ViewfinderTracking", "ViewfinderEvaluation", "ViewfinderVision",
      ]),
    .library(
      name: "MLKit",
      targets: [
        "MLKit", "MLImage", "MLKitCommon", "MLKitVision", "MLKitImageLabelingCommon",
        "MLKitImageLabeling",
        "MLKitImageLabelingCustom", "MLKitObjectDetectionCommon", "MLKitObjectDetection",
        "MLKitObjectDetectionCustom", "MLKitLinkFirebase",
      ]),
    .executable(name: "viewfinder", targets: ["ViewfinderTool"]),
    // For the nested package Fuzz; not API.
    .library(
      name: "_ViewfinderWorkshop", targets: ["ViewfinderCommandLine", "ViewfinderTestSupport"]),
  ],
  traits: [
    .default(enabledTraits: ["Images", "Video"]),
    .trait(name: "Images", description: "Photo files and type on them (libvips, Pango)."),
    .trait(name: "Video", description: "Read and write videos (FFmpeg on Linux)."),
  ],
  targets: [
    // Layer 0: the system, and the values that every other layer uses.
    .target(name: "CViewfinderSystem"),
    library("ViewfinderSystem", ["CViewfinderSystem"]),
    library("ViewfinderCore", ["ViewfinderSystem"]),

    // Layer 1: pixels and inference.
    library("ViewfinderPixels", ["ViewfinderCore"]),
    .target(name: "CViewfinderLiteRT", dependencies: ["CViewfinderSystem"]),
    library("ViewfinderInference", ["ViewfinderSystem", "ViewfinderCore", "CViewfinderLiteRT"]),

    // Layer 2: what a model file says, and photos.
    library(
      "ViewfinderModels",
      ["ViewfinderSystem", "ViewfinderCore", "ViewfinderPixels", "ViewfinderInference"],
      resources: [.copy("Resources")]),
    .target(name: "CViewfinderVips", dependencies: ["CViewfinderSystem"]),
    library(
      "ViewfinderPhotos",
      [
        "ViewfinderSystem", "ViewfinderCore", "ViewfinderPixels",
        .target(name: "CViewfinderVips", condition: linuxImages),
      ]),
    .target(name: "CViewfinderPango", dependencies: ["CViewfinderSystem"]),
    library(
      "ViewfinderDrawing",
      [
        "ViewfinderSystem", "ViewfinderCore", "ViewfinderPixels",
        .target(name: "CViewfinderPango", condition: linuxImages),
      ]),
    .target(name: "CViewfinderFFmpeg", dependencies: ["CViewfinderSystem"]),
    library(
      "ViewfinderVideo",
      [
        "ViewfinderSystem", "ViewfinderCore", "ViewfinderPixels", "ViewfinderDrawing",
        .target(name: "CViewfinderFFmpeg", condition: linuxVideo),
      ]),

    // Hosted models.
    .target(name: "CViewfinderCurl", dependencies: ["CViewfinderSystem"]),
    library(
      "ViewfinderHub",
      [
        "ViewfinderSystem", "ViewfinderCore", "ViewfinderInference",
        .target(name: "CViewfinderCurl", condition: .when(platforms: [.linux])),
      ]),

    // Beside them: how good detections and tracks are; knows nothing of models or pixels.
    library("ViewfinderEvaluation", ["ViewfinderSystem", "ViewfinderCore"]),

    // Beside them: boxes and their motion to tracks.
    library("ViewfinderTracking", ["ViewfinderCore", "ViewfinderPixels"]),

    // Layer 3: the tasks.
    library(
      "ViewfinderVision",
      [
        "ViewfinderSystem", "ViewfinderCore", "ViewfinderPixels", "ViewfinderInference",
        "ViewfinderModels", "ViewfinderPhotos", "ViewfinderVideo", "ViewfinderTracking",
      ]),
    library(
      "Viewfinder",
      [
        "ViewfinderSystem", "ViewfinderCore", "ViewfinderPixels", "ViewfinderInference",
        "ViewfinderModels", "ViewfinderPhotos", "ViewfinderDrawing", "ViewfinderVideo",
        "ViewfinderHub", "ViewfinderTracking", "ViewfinderEvaluation", "ViewfinderVision",
      ]),

    // Layer 4: the ML Kit façade and the command line.
    library("MLKitCommon", ["ViewfinderSystem", "Viewfinder"]),
    library("ViewfinderAppleTypes", ["ViewfinderSystem", "Viewfinder"]),
    library("MLImage", ["ViewfinderSystem", "ViewfinderAppleTypes"]),
    library(
      "MLKitVision",
      ["ViewfinderSystem", "MLKitCommon", "MLImage", "ViewfinderAppleTypes", "Viewfinder"]),
    library(
      "MLKitImageLabelingCommon",
      ["ViewfinderSystem", "MLKitCommon", "MLKitVision", "Viewfinder"]),
    library("MLKitImageLabeling", ["MLKitImageLabelingCommon", "Viewfinder"]),
    library(
      "MLKitImageLabelingCustom", ["MLKitCommon", "MLKitImageLabelingCommon", "Viewfinder"]),
    library(
      "MLKitObjectDetectionCommon",
      ["ViewfinderSystem", "MLKitCommon", "MLKitVision", "Viewfinder"]),
    library("MLKitObjectDetection", ["MLKitObjectDetectionCommon", "Viewfinder"]),
    library(
      "MLKitObjectDetectionCustom", ["MLKitCommon", "MLKitObjectDetectionCommon", "Viewfinder"]),
    library("ViewfinderApps", ["ViewfinderSystem", "Viewfinder"]),
    library("MLKitLinkFirebase", ["MLKitCommon", "ViewfinderApps", "Viewfinder"]),
    library(
      "MLKit",
      [
        "MLKitCommon", "MLKitVision", "MLKitImageLabelingCommon", "MLKitImageLabeling",
        "MLKitImageLabelingCustom", "MLKitObjectDetectionCommon", "MLKitObjectDetection",
        "MLKitObjectDetectionCustom", "MLKitLinkFirebase",
      ]),
    library("ViewfinderCommandLine", ["ViewfinderSystem", "Viewfinder", "ViewfinderEvaluation"]),
    .executableTarget(
      name: "ViewfinderTool", dependencies: ["ViewfinderCommandLine"],
      swiftSettings: commonSettings),

    // Programs that show one task each; ExampleTests runs them.
    example("LabelExample", ["Viewfinder"]),
    example("CropExample", ["Viewfinder"]),
    example("TrackExample", ["Viewfinder"]),
    example("ServerExample", ["Viewfinder"]),
    example("HostedModelExample", ["Viewfinder"]),
    example("EvaluationExample", ["Viewfinder"]),
    example("CameraExample", ["Viewfinder"]),
    example("MLKitExample", ["MLKit"]),

    // Tests.
    .target(
      name: "ViewfinderTestSupport",
      dependencies: [
        "ViewfinderSystem", "ViewfinderCore", "ViewfinderPixels", "ViewfinderInference",
      ],
      path: "Tests/ViewfinderTestSupport", swiftSettings: commonSettings),
    tests("ViewfinderSystemTests", []),
    tests("ViewfinderCoreTests", ["ViewfinderCore"]),
    tests("ViewfinderPixelsTests", ["ViewfinderCore", "ViewfinderPixels"]),
    tests("ViewfinderInferenceTests", ["ViewfinderCore", "ViewfinderInference"]),
    tests(
      "ViewfinderModelsTests",
      ["ViewfinderCore", "ViewfinderPixels", "ViewfinderInference", "ViewfinderModels"]),
    tests(
      "ViewfinderMediaTests",
      [
        "ViewfinderCore", "ViewfinderPixels", "ViewfinderPhotos", "ViewfinderDrawing",
        "ViewfinderVideo",
      ],
      resources: [.copy("Fixtures")]),
    tests(
      "ViewfinderEvaluationTests", ["ViewfinderCore", "ViewfinderEvaluation"],
      resources: [.copy("Fixtures")]),
    tests("ViewfinderHubTests", ["ViewfinderCore", "ViewfinderInference", "ViewfinderHub"]),
    tests(
      "ViewfinderTrackingTests",
      ["ViewfinderCore", "ViewfinderPixels", "ViewfinderTracking", "ViewfinderEvaluation"],
      resources: [.copy("Fixtures")]),
    tests("ViewfinderVisionTests", ["Viewfinder"], resources: [.copy("Fixtures")]),
    tests(
      "ViewfinderCommandLineTests",
      ["Viewfinder", "ViewfinderCommandLine", "ViewfinderEvaluation"]),
    tests(
      "ExampleTests",
      [
        "Viewfinder", "LabelExample", "CropExample", "TrackExample", "ServerExample",
        "HostedModelExample", "EvaluationExample", "CameraExample", "MLKitExample",
      ]),
    // Short forms of what `Fuzz` does at length; the folders Targets, Mutants and Work are its own, by
    // links.
    tests(
      "ProofTests",
      [
        "ViewfinderInference", "ViewfinderPixels", "ViewfinderModels", "ViewfinderPhotos",
        "ViewfinderDrawing", "ViewfinderVideo", "ViewfinderHub", "ViewfinderEvaluation",
        "ViewfinderCommandLine",
      ], exclude: ["Findings"]),
  ],
  swiftLanguageModes: [.v6]
)

#if os(Linux)
  // Modules that code for Apple's systems imports by these names. They exist in a manifest that is read
  // on Linux only: elsewhere the real ones do, and Firebase's would clash with firebase-ios-sdk's. A
  // package that does not list one of these products does not build it, and canImport stays false.
  let appleNames = ["AVFoundation", "CoreGraphics", "CoreMedia", "CoreVideo", "UIKit"]
  for name in appleNames {
    // Swift Testing has code of its own for files that import it together with one of these.
    let overlays = ["CoreGraphics", "UIKit"].contains(name) ? ["_Testing_\(name)"] : []
    package.targets.append(library(name, ["ViewfinderAppleTypes"]))
    package.targets += overlays.map { library($0) }
    package.products.append(.library(name: name, targets: [name] + overlays))
  }
  package.targets += [
    library("FirebaseCore", ["ViewfinderApps", "ViewfinderSystem", "Viewfinder"]),
    library("FirebaseStorage", ["FirebaseCore", "ViewfinderSystem", "Viewfinder"]),
    library("FirebaseRemoteConfig", ["FirebaseCore", "ViewfinderSystem", "Viewfinder"]),
    library("FirebaseMLModelDownloader", ["FirebaseCore", "ViewfinderSystem", "Viewfinder"]),
    library("Firebase", ["FirebaseCore", "FirebaseStorage"]),
    tests(
      "MLKitTests",
      [
        "MLKit", "FirebaseCore", "FirebaseStorage", "FirebaseRemoteConfig",
        "FirebaseMLModelDownloader", "Viewfinder",
      ]
        + appleNames.map { .init(stringLiteral: $0) }),
    // Code as strangers wrote it: in Swift 5, with warnings.
    .testTarget(
      name: "GuideTests",
      dependencies: [
        "MLKit", "MLKitImageLabelingCustom", "MLKitObjectDetectionCustom", "MLKitVision",
        "FirebaseStorage", "UIKit", "_Testing_UIKit", "AVFoundation", "ViewfinderSystem",
        "ViewfinderTestSupport", "Viewfinder",
      ], swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "ClientTests",
      dependencies: [
        "MLKit", "MLImage", "MLKitImageLabeling", "MLKitObjectDetection", "MLKitVision", "UIKit",
        "_Testing_UIKit", "AVFoundation", "ViewfinderSystem", "ViewfinderTestSupport", "Viewfinder",
      ], swiftSettings: [.swiftLanguageMode(.v5)]),
  ]
  package.products.append(
    .library(
      name: "Firebase",
      targets: [
        "Firebase", "FirebaseCore", "FirebaseStorage", "FirebaseRemoteConfig",
        "FirebaseMLModelDownloader",
      ]))
#endif
