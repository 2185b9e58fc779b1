// swift-tools-version: 6.0
import PackageDescription

/// Hot tables are owned by one stage at a time, so dynamic exclusivity checks cost and find nothing in release builds.
let library: [SwiftSetting] = [
  .swiftLanguageMode(.v5),
  .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]

let package = Package(
  name: "scenec",
  products: [
    .executable(name: "scenec", targets: ["scenec"])
  ],
  targets: [
    .target(
      name: "SceneData", path: "Sources/SceneData",
      // Rounding of doubles; exact, hence equal everywhere.
      linkerSettings: [.linkedLibrary("m")]),
    .target(name: "SceneIR", path: "Sources/SceneIR", swiftSettings: library),
    .target(
      name: "SceneLang", dependencies: ["SceneIR", "SceneData"], path: "Sources/SceneLang",
      exclude: ["Prelude/Interfaces"], swiftSettings: library),
    .target(
      name: "SceneRuntime", dependencies: ["SceneIR", "SceneData"], path: "Sources/Runtime", swiftSettings: library),
    .target(
      name: "SceneExport", dependencies: ["SceneRuntime", "SceneIR"], path: "Sources/Export", swiftSettings: library),
    .target(
      name: "LanguageServer", dependencies: ["SceneLang"], path: "Sources/LanguageServer", swiftSettings: library),
    .executableTarget(
      name: "scenec",
      dependencies: ["SceneIR", "SceneLang", "SceneRuntime", "SceneExport", "LanguageServer"],
      path: "Sources/scenec", swiftSettings: library,
      // A statically linked binary starts in 2 ms; in debug builds the flag breaks the test bundle.
      linkerSettings: [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))]),
    .executableTarget(
      name: "generate-scenec", dependencies: ["SceneLang", "SceneRuntime"], path: "Sources/generate-scenec", swiftSettings: library),
    .executableTarget(
      name: "engine-benchmark", dependencies: ["SceneLang", "SceneRuntime"], path: "Benchmarks/Engine",
      swiftSettings: library),
    .testTarget(name: "SceneLangTests", dependencies: ["SceneLang", "SceneIR"], swiftSettings: library),
    .testTarget(
      name: "RuntimeTests", dependencies: ["SceneRuntime", "SceneExport", "SceneIR"], swiftSettings: library),
    .testTarget(name: "LanguageServerTests", dependencies: ["LanguageServer", "SceneLang"], swiftSettings: library),
    .testTarget(
      name: "CLITests", dependencies: ["SceneIR", "SceneLang", "SceneRuntime", "SceneExport"], swiftSettings: library),
    .testTarget(
      name: "RepositoryTests", dependencies: ["generate-scenec", "SceneRuntime", "SceneLang"], swiftSettings: library),
  ]
)
