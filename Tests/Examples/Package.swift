// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

// A program of its own would name the package by its address, as the README says.
let server = Target.Dependency.product(name: "SwitchyardServer", package: "Switchyard")
let secrets = Target.Dependency.product(name: "SwitchyardSecrets", package: "Switchyard")

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Switchyard", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
    ),
    // Its routes, so that tests can ask them without a server.
    .target(
      name: "Bookshop",
      dependencies: [server, secrets, "CSQLite"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "BookshopServer",
      dependencies: ["Bookshop", server],
      swiftSettings: settings
    ),
    .testTarget(
      name: "BookshopTests",
      dependencies: ["Bookshop", server],
      swiftSettings: settings
    ),
  ]
)
