// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

// The trait of the library is on by default where this is set, and off where it is not.
let hasPostgres = Context.environment["SWITCHYARD_POSTGRESQL"] != nil

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Switchyard", path: "../..")
  ],
  targets: [
    // The C library once more, for the bare calls that the figures are set against: the package's own module
    // is for RoutePatterns alone.
    .systemLibrary(
      name: "CBarePCRE2",
      pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]
    ),
    .target(name: "CAllocations"),
    // What lookups are set against: a regular expression and a hash table, with nothing around them.
    .target(name: "CBareSearch", dependencies: ["CBarePCRE2"]),
    .target(name: "Measuring", dependencies: ["CAllocations"], swiftSettings: settings),
    .target(
      name: "RouteTables",
      dependencies: [.product(name: "Switchyard", package: "Switchyard"), "CBareSearch"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "RoutePatterns", package: "Switchyard"),
        .product(name: "NavigationTree", package: "Switchyard"), "CBarePCRE2", "Measuring",
      ],
      swiftSettings: settings
    ),
    // What `routes.sh` runs.
    .executableTarget(
      name: "RouteBenchmarks",
      dependencies: [
        .product(name: "Switchyard", package: "Switchyard"), "CAllocations", "CBareSearch",
        "Measuring", "RouteTables",
      ],
      swiftSettings: settings
    ),
    // What `lists.sh` runs.
    .executableTarget(
      name: "ListBenchmarks",
      dependencies: [
        .product(name: "URLPatterns", package: "Switchyard"), "CBareSearch", "Measuring",
        "RouteTables",
      ],
      swiftSettings: settings
    ),
    // What `counts.sh` runs.
    .executableTarget(
      name: "RouteCounts",
      dependencies: [
        .product(name: "Switchyard", package: "Switchyard"),
        .product(name: "SwitchyardHTTP", package: "Switchyard"),
        .product(name: "URLPatterns", package: "Switchyard"), "CAllocations", "Measuring",
        "RouteTables",
      ],
      swiftSettings: settings
    ),
    // What `coverage.sh` runs.
    .executableTarget(
      name: "OneRequest",
      dependencies: [.product(name: "SwitchyardHTTP", package: "Switchyard")],
      swiftSettings: settings
    ),
    // What `sessions.sh` runs, and what the stores are set against.
    .systemLibrary(
      name: "CBareSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
    ),
    .executableTarget(
      name: "SessionCosts",
      dependencies: [
        .product(name: "SessionStore", package: "Switchyard"),
        .product(name: "SessionStoreSQLite", package: "Switchyard"),
        .product(name: "SwitchyardSessions", package: "Switchyard"), "CBareSQLite",
      ]
        + (hasPostgres
          ? [.product(name: "SessionStorePostgres", package: "Switchyard"), "CBarePostgres"] : []),
      swiftSettings: settings + (hasPostgres ? [.define("PostgreSQL")] : [])
    ),
    // What `inspector.sh` measures.
    .executableTarget(
      name: "InspectedServer",
      dependencies: [
        .product(name: "SwitchyardServer", package: "Switchyard"),
        .product(name: "SwitchyardInspector", package: "Switchyard"), "RouteTables",
      ],
      swiftSettings: settings
    ),
    // What `server.sh` compares, with a bare server besides on Linux.
    .executableTarget(
      name: "HelloServer",
      dependencies: [.product(name: "SwitchyardServer", package: "Switchyard")],
      swiftSettings: settings
    ),
  ]
)

if hasPostgres {
  package.targets.append(
    .systemLibrary(
      name: "CBarePostgres",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
    )
  )
}

#if os(Linux)
  package.targets.append(
    .executableTarget(name: "BareServer", linkerSettings: [.linkedLibrary("microhttpd")])
  )
#endif
