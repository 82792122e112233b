// swift-tools-version: 6.2

import PackageDescription

// Those who build this package as a part of theirs are not to fail for a warning that a newer compiler gives; whoever
// works on it sets this variable.
let strictness: [SwiftSetting] =
  Context.environment["SWITCHYARD_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
  strictness + [
    .swiftLanguageMode(.v6),
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
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "RoutePatterns", targets: ["RoutePatterns"]),
    .library(name: "Switchyard", targets: ["Switchyard"]),
    .library(name: "NavigationTree", targets: ["NavigationTree"]),
    .library(name: "SwitchyardHTTP", targets: ["SwitchyardHTTP"]),
    .library(name: "SwitchyardServer", targets: ["SwitchyardServer"]),
    .library(name: "SwitchyardCompression", targets: ["SwitchyardCompression"]),
    .library(name: "SwitchyardHTTPTypes", targets: ["SwitchyardHTTPTypes"]),
    .library(name: "SwitchyardHummingbird", targets: ["SwitchyardHummingbird"]),
    .executable(name: "yardmaster", targets: ["yardmaster"]),
  ],
  // Each brings the packages that its module stands on; without any, none is fetched.
  traits: [
    .trait(name: "HTTPTypes", description: "SwitchyardHTTPTypes: messages of swift-http-types."),
    .trait(
      name: "Hummingbird",
      description: "SwitchyardHummingbird: routes behind Hummingbird.",
      enabledTraits: ["HTTPTypes"]
    ),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.100.0"),
    // With the traits that the program asks for.
    .package(
      url: "https://github.com/hummingbird-project/hummingbird.git",
      from: "2.26.0",
      traits: []
    ),
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
    // The lookup of all routes; no product of its own. Of the C modules it imports the one without PCRE2.
    .target(
      name: "RouteIndex",
      dependencies: ["RoutePatterns", "CPCRE2"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    .target(
      name: "Switchyard",
      dependencies: ["RoutePatterns", "RouteIndex"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    .target(
      name: "NavigationTree",
      // Only what attaches a store or a presentation to a router imports Switchyard.
      dependencies: ["RoutePatterns", "RouteIndex", "Switchyard"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    // Requests and responses, for a server of any kind.
    .target(
      name: "SwitchyardHTTP",
      dependencies: ["RoutePatterns", "Switchyard"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    .systemLibrary(
      name: "CMicroHTTPD",
      path: "Sources/CMicroHTTPD",
      pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]
    ),
    // The server; nothing else is to need libmicrohttpd.
    .target(
      name: "SwitchyardServer",
      dependencies: ["RoutePatterns", "Switchyard", "SwitchyardHTTP", "CMicroHTTPD"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    .systemLibrary(
      name: "CZlib",
      path: "Sources/CZlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
    ),
    // Compressed responses and bodies, behind any server; nothing else is to need zlib.
    .target(
      name: "SwitchyardCompression",
      dependencies: ["RoutePatterns", "Switchyard", "SwitchyardHTTP", "CZlib"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    // Other servers; each module is empty without the trait of its name.
    .target(
      name: "SwitchyardHTTPTypes",
      dependencies: [
        "RoutePatterns", "SwitchyardHTTP",
        .product(
          name: "HTTPTypes",
          package: "swift-http-types",
          condition: .when(traits: ["HTTPTypes"])
        ),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "SwitchyardHummingbird",
      dependencies: [
        "RoutePatterns", "SwitchyardHTTP", "SwitchyardHTTPTypes",
        .product(
          name: "Hummingbird",
          package: "hummingbird",
          condition: .when(traits: ["Hummingbird"])
        ),
        .product(
          name: "HummingbirdCore",
          package: "hummingbird",
          condition: .when(traits: ["Hummingbird"])
        ),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Hummingbird"])),
      ],
      swiftSettings: settings
    ),
    // The demo app, which the tool serves.
    .target(
      name: "ReadingRoom",
      dependencies: ["RoutePatterns", "Switchyard", "NavigationTree", "SwitchyardHTTP"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "yardmaster",
      dependencies: [
        "RoutePatterns", "Switchyard", "SwitchyardHTTP", "SwitchyardServer", "ReadingRoom",
      ],
      swiftSettings: settings
    ),
    // What the tests of several modules draw their cases with.
    .target(
      name: "TestSupport",
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    // What the tests of requests and those of the server share.
    .target(
      name: "HTTPTestSupport",
      dependencies: ["RoutePatterns", "Switchyard", "SwitchyardHTTP", "TestSupport"],
      path: "Tests/HTTPTestSupport",
      swiftSettings: settings
    ),
    // The names of other libraries, beside which ours are written.
    .target(
      name: "NameStubs",
      path: "Tests/NameStubs",
      swiftSettings: settings
    ),
    .testTarget(
      name: "RoutePatternsTests",
      dependencies: ["RoutePatterns", "CPCRE2", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "RouteIndexTests",
      dependencies: ["RouteIndex", "RoutePatterns", "CPCRE2", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SwitchyardTests",
      dependencies: ["Switchyard", "RouteIndex", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NavigationTreeTests",
      dependencies: ["NavigationTree", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SwitchyardHTTPTests",
      dependencies: ["SwitchyardHTTP", "HTTPTestSupport", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SwitchyardServerTests",
      dependencies: [
        "SwitchyardServer", "SwitchyardHTTP", "SwitchyardCompression", "NavigationTree",
        "NameStubs", "HTTPTestSupport", "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SwitchyardCompressionTests",
      dependencies: [
        "SwitchyardCompression", "SwitchyardHTTP", "HTTPTestSupport", "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ReadingRoomTests",
      dependencies: ["ReadingRoom", "NavigationTree", "SwitchyardHTTP", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "YardmasterTests",
      dependencies: ["yardmaster", "SwitchyardHTTP", "SwitchyardServer", "TestSupport"],
      // What the tests compare outputs with, and read by its place.
      exclude: ["Snapshots"],
      swiftSettings: settings
    ),
  ]
)
