// swift-tools-version: 6.2

import PackageDescription

// A server of another make with our routes, for the live run; `run.sh` says where its packages are.
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
    .package(name: "Switchyard", path: "../../..", traits: ["Hummingbird"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.26.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.100.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
  ],
  targets: [
    .executableTarget(
      name: "AdapterHost",
      dependencies: [
        .product(name: "SwitchyardHTTP", package: "Switchyard"),
        .product(name: "SwitchyardHummingbird", package: "Switchyard"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings
    )
  ]
)
