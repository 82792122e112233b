// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  // `any` is spelt out where a value is boxed.
  .enableUpcomingFeature("ExistentialAny"),
  // What a public signature shows of another module is visible in its `public import`.
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // An async function without an isolation of its own stays where its caller is.
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let package = Package(
  name: "Switchyard",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "RoutePatterns", targets: ["RoutePatterns"]),
    .executable(name: "yardmaster", targets: ["yardmaster"]),
  ],
  targets: [
    .systemLibrary(
      name: "CPCRE2",
      path: "CPCRE2",
      pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]
    ),
    .target(
      name: "RoutePatterns",
      dependencies: ["CPCRE2"],
      // Every touch of the C library reads `unsafe`; nothing else does.
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    .executableTarget(
      name: "yardmaster",
      dependencies: ["RoutePatterns"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "RoutePatternsTests",
      dependencies: ["RoutePatterns", "CPCRE2"],
      swiftSettings: settings
    ),
  ]
)
