// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

let routePatterns = Target.Dependency.product(name: "RoutePatterns", package: "Switchyard")
let urlPatterns = Target.Dependency.product(name: "URLPatterns", package: "Switchyard")
let switchyard = Target.Dependency.product(name: "Switchyard", package: "Switchyard")
let http = Target.Dependency.product(name: "SwitchyardHTTP", package: "Switchyard")
let proof = Target.Dependency.product(name: "SwitchyardProof", package: "Switchyard")
let server = Target.Dependency.product(name: "SwitchyardServer", package: "Switchyard")

// The trait of the library is on by default where this is set, and off where it is not.
let hasPostgres = Context.environment["SWITCHYARD_POSTGRESQL"] != nil

let package = Package(
  name: "Reliability",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Switchyard", path: "../..")],
  targets: [
    // What the trials have in common: their command lines, draws, threads and last lines.
    .target(name: "Trials", swiftSettings: settings),
    // Dispatches against a scan of all patterns, while routes come and go.
    .executableTarget(
      name: "Differential",
      dependencies: [routePatterns, switchyard, http, "Trials"],
      swiftSettings: settings
    ),
    // What patterns say of one another, and routers of their routes, against all targets of a small alphabet.
    .executableTarget(
      name: "Relations",
      dependencies: [routePatterns, switchyard, "Trials"],
      swiftSettings: settings
    ),
    // What is said of two tables of routes, against all targets of a small alphabet.
    .executableTarget(
      name: "Differences",
      dependencies: [proof, "Trials"],
      swiftSettings: settings
    ),
    // Lists of patterns of URLs against a loop over their patterns, while they change.
    .executableTarget(
      name: "Lists",
      dependencies: [urlPatterns, "Trials"],
      swiftSettings: settings
    ),
    // Mutated targets, by every way into a router, against its guards.
    .executableTarget(
      name: "Guards",
      dependencies: [http, "Trials"],
      swiftSettings: settings
    ),
    // Mistakes that open what was guarded, against what looks for them.
    .executableTarget(
      name: "Access",
      dependencies: [http, proof, "Trials"],
      swiftSettings: settings
    ),
    // Guards and maps that are exchanged while what they stand for is opened.
    .executableTarget(
      name: "Exchanges",
      dependencies: [http, "Trials"],
      swiftSettings: settings
    ),
    // How much memory is allocated.
    .systemLibrary(name: "CMalloc"),
    // Threads that open, map, dispose and let owners die, for long.
    .executableTarget(
      name: "Soak",
      dependencies: [switchyard, "CMalloc", "Trials"],
      swiftSettings: settings
    ),
    // Requests and the router's decisions on them, for servers in front that are given its routes.
    .executableTarget(
      name: "EdgeCases",
      dependencies: [http, proof, "Trials"],
      swiftSettings: settings
    ),
    // A server beside whose slow regular expressions others want their answers.
    .executableTarget(
      name: "CrowdedServer",
      dependencies: [server, "Trials"],
      swiftSettings: settings
    ),
    // Processes on the sessions of one file or one database, which are killed while they make steps.
    .executableTarget(
      name: "SessionCrashes",
      dependencies: [
        .product(name: "SwitchyardSessions", package: "Switchyard"),
        .product(name: "SessionStoreSQLite", package: "Switchyard"), "Trials",
      ]
        + (hasPostgres ? [.product(name: "SessionStorePostgres", package: "Switchyard")] : []),
      swiftSettings: settings + (hasPostgres ? [.define("PostgreSQL")] : [])
    ),
    // Processes that share one table of routes, while that is published again and again.
    .executableTarget(
      name: "Fleets",
      dependencies: [
        .product(name: "SwitchyardFleet", package: "Switchyard"),
        .product(name: "SessionStoreSQLite", package: "Switchyard"), "Trials",
      ]
        + (hasPostgres ? [.product(name: "SessionStorePostgres", package: "Switchyard")] : []),
      swiftSettings: settings + (hasPostgres ? [.define("PostgreSQL")] : [])
    ),
    // A server whose clients, descriptors, memory and disk fail.
    .executableTarget(
      name: "ServerFaults",
      dependencies: [server, "Trials"],
      swiftSettings: settings
    ),
  ]
)
