// swift-tools-version: 6.2

import PackageDescription

// Servers of other makes with our routes, and backends of the ecosystem, for the live run; `run.sh` says where their
// packages are.
let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Adapters",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(
      name: "Switchyard",
      path: "../../..",
      traits: ["Hummingbird", "Vapor", "Observability"]
    ),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.26.0"),
    .package(url: "https://github.com/vapor/vapor.git", from: "4.122.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.100.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.10.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.4.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.11.0"),
  ],
  targets: [
    // The routes of both servers.
    .target(
      name: "AdapterSite",
      dependencies: [.product(name: "SwitchyardHTTP", package: "Switchyard")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "HummingbirdHost",
      dependencies: [
        "AdapterSite",
        .product(name: "SwitchyardHTTP", package: "Switchyard"),
        .product(name: "SwitchyardHummingbird", package: "Switchyard"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings
    ),
    // An app of Hummingbird as it was, and with our routes besides: one file of it differs.
    .executableTarget(
      name: "Notes",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "NotesWithRoutes",
      dependencies: [
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "SwitchyardHTTP", package: "Switchyard"),
        .product(name: "SwitchyardHummingbird", package: "Switchyard"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "VaporHost",
      dependencies: [
        "AdapterSite",
        .product(name: "SwitchyardVapor", package: "Switchyard"),
        .product(name: "Vapor", package: "vapor"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "ObservabilityTrial",
      dependencies: [
        .product(name: "SwitchyardServer", package: "Switchyard"),
        .product(name: "SwitchyardLogging", package: "Switchyard"),
        .product(name: "SwitchyardMetrics", package: "Switchyard"),
        .product(name: "SwitchyardTracing", package: "Switchyard"),
        .product(name: "SwitchyardServerLifecycle", package: "Switchyard"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "InMemoryLogging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings
    ),
  ]
)
