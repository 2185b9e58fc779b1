// swift-tools-version: 6.0
import PackageDescription

#if canImport(Glibc)
  import Glibc
#endif

/// Hot tables are owned by one stage at a time, so dynamic exclusivity checks cost and find nothing in release builds.
/// One thread does all the work (`DeepStack`; the one that started it waits), so references are counted without locks.
/// The runtime makes a type for each kind of array; asked for it by its descriptor rather than by its mangled name, it
/// takes a third less, which is a twentieth of a small check.
let library: [SwiftSetting] = [
  .swiftLanguageMode(.v5),
  .unsafeFlags(
    [
      "-enforce-exclusivity=unchecked", "-Xfrontend", "-assume-single-threaded", "-Xfrontend",
      "-disable-concrete-type-metadata-mangled-name-accessors",
    ], .when(configuration: .release)),
]

/// A binary without a dynamic linker starts in 0.5 ms, one with the C library's shared objects in 1.8 ms. Where the
/// system has no archive of the C library, only Swift's own libraries are linked in.
func linkage() -> String {
  #if canImport(Glibc)
    let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
    let isArchived = folders.contains { folder in
      ["libc.a", "libm.a", "libpthread.a"].allSatisfy { access("\(folder)/\($0)", R_OK) == 0 }
    }
    if isArchived { return "-static-executable" }
  #endif
  return "-static-stdlib"
}

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
      // In debug builds the flag breaks the test bundle.
      linkerSettings: [.unsafeFlags([linkage()], .when(configuration: .release))]),
    .executableTarget(
      name: "generate-scenec", dependencies: ["SceneLang", "SceneRuntime"], path: "Sources/generate-scenec",
      swiftSettings: library),
    .executableTarget(
      name: "engine-benchmark", dependencies: ["SceneLang", "SceneRuntime"], path: "Benchmarks/Engine",
      swiftSettings: library),
    .executableTarget(
      name: "random-scenes", dependencies: ["SceneIR", "SceneLang", "SceneRuntime", "SceneExport"],
      path: "Tools/RandomScenes", swiftSettings: library),
    .executableTarget(
      name: "checker-benchmark", dependencies: ["SceneLang"], path: "Benchmarks/Checker", swiftSettings: library),
    .testTarget(name: "SceneLangTests", dependencies: ["SceneLang", "SceneIR"], swiftSettings: library),
    .testTarget(
      name: "RuntimeTests", dependencies: ["SceneRuntime", "SceneExport", "SceneIR"], swiftSettings: library),
    .testTarget(name: "LanguageServerTests", dependencies: ["LanguageServer", "SceneLang"], swiftSettings: library),
    .testTarget(
      name: "CLITests", dependencies: ["SceneIR", "SceneLang", "SceneRuntime", "SceneExport", "random-scenes"],
      swiftSettings: library),
    .testTarget(
      name: "RepositoryTests", dependencies: ["generate-scenec", "SceneRuntime", "SceneLang"], swiftSettings: library),
  ]
)
