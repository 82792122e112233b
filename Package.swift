// swift-tools-version: 6.2

import PackageDescription

// Those who build this package as a part of theirs are not to fail for a warning that a newer compiler gives; whoever
// works on it sets this variable.
let strictness: [SwiftSetting] =
  Context.environment["SWITCHYARD_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

// Whoever builds once, from nothing, sets this variable: whole modules take less of the processors, and less still where
// they are not read once more for what others see of them. Whoever changes files has these alone compiled again. Nobody
// runs a debugger on it: names and lines are what reports of crashes and of sanitizers show.
let wholeness: [SwiftSetting] =
  Context.environment["SWITCHYARD_ONCE"] == nil
  ? []
  : [
    .unsafeFlags(
      ["-whole-module-optimization", "-num-threads", "2", "-no-emit-module-separately-wmo"],
      .when(configuration: .debug)
    ),
    // Given to the frontend, as SwiftPM's own -g stands behind all flags of a target.
    .unsafeFlags(["-Xfrontend", "-gline-tables-only"]),
  ]

let settings: [SwiftSetting] =
  strictness + wholeness + [
    .swiftLanguageMode(.v6),
    // `any` is spelt out where a value is boxed.
    .enableUpcomingFeature("ExistentialAny"),
    // What a public signature shows of a module that its own does not export is visible in a `public import`.
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // An async function without an isolation of its own stays where its caller is.
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]

// SwiftPM asks `pkg-config` for each library of C, used or not, and tells everybody of those that are missing. On Linux the
// compiler finds by itself what the system has, and their headers say how to install what somebody does use; a library
// that lies elsewhere is found by this variable.
func pkgConfigIfNeeded(_ library: String) -> String? {
  #if os(Linux)
    Context.environment["PKG_CONFIG_PATH"] == nil ? nil : library
  #else
    library
  #endif
}

// Whoever tries all of this package sets this variable, and so has one build of it, not one for each trait.
let defaultTraits: Set<String> =
  Context.environment["SWITCHYARD_POSTGRESQL"] == nil ? [] : ["PostgreSQL"]

// The sanitizer, `address` or `thread`, for which tests are built: this variable leaves out those that it has nothing to
// look for in. The commands of the tool are safe code on one thread. Under the thread sanitizer no tests are built but
// those that may run on several threads: none of patterns and tables, nor of values such as states and fields. Under that
// of addresses, of the tests of tables, those that read logs byte by byte, and those on several threads.
let sanitizer = Context.environment["SWITCHYARD_SANITIZER"]
let isForThreads = sanitizer == "thread"
let isForAddresses = sanitizer == "address"

// Tests hold no memory by hand, but for those of the index: each access of what they call is looked at, and of theirs
// none, which would be over a quarter of the time that they take to be compiled. Leaks are found all the same.
let unwatched: [SwiftSetting] =
  isForAddresses
  ? [
    .unsafeFlags(
      [
        "instrument-reads", "instrument-writes", "instrument-atomics", "instrument-byval", "stack",
        "globals",
      ].flatMap { ["-Xllvm", "-asan-\($0)=0"] }
    )
  ]
  : []

let testSettings = settings + unwatched

let package = Package(
  name: "Switchyard",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "RoutePatterns", targets: ["RoutePatterns"]),
    .library(name: "URLPatterns", targets: ["URLPatterns"]),
    .library(name: "Switchyard", targets: ["Switchyard"]),
    .library(name: "NavigationTree", targets: ["NavigationTree"]),
    .library(name: "SwitchyardHTTP", targets: ["SwitchyardHTTP"]),
    .library(name: "SwitchyardServer", targets: ["SwitchyardServer"]),
    .library(name: "SwitchyardCompression", targets: ["SwitchyardCompression"]),
    .library(name: "SwitchyardSecrets", targets: ["SwitchyardSecrets"]),
    .library(name: "SwitchyardProof", targets: ["SwitchyardProof"]),
    .library(name: "SwitchyardInspector", targets: ["SwitchyardInspector"]),
    .library(name: "SessionStore", targets: ["SessionStore"]),
    .library(name: "SessionStoreSQLite", targets: ["SessionStoreSQLite"]),
    .library(name: "SessionStorePostgres", targets: ["SessionStorePostgres"]),
    .library(name: "SwitchyardSessions", targets: ["SwitchyardSessions"]),
    .library(name: "SwitchyardFleet", targets: ["SwitchyardFleet"]),
    .library(name: "SwitchyardHTTPTypes", targets: ["SwitchyardHTTPTypes"]),
    .library(name: "SwitchyardHummingbird", targets: ["SwitchyardHummingbird"]),
    .library(name: "SwitchyardVapor", targets: ["SwitchyardVapor"]),
    .library(name: "SwitchyardLogging", targets: ["SwitchyardLogging"]),
    .library(name: "SwitchyardMetrics", targets: ["SwitchyardMetrics"]),
    .library(name: "SwitchyardTracing", targets: ["SwitchyardTracing"]),
    .library(name: "SwitchyardServerLifecycle", targets: ["SwitchyardServerLifecycle"]),
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
    .trait(
      name: "Vapor",
      description: "SwitchyardVapor: routes behind Vapor.",
      enabledTraits: ["HTTPTypes"]
    ),
    .trait(
      name: "Observability",
      description:
        "SwitchyardLogging, SwitchyardMetrics, SwitchyardTracing, SwitchyardServerLifecycle."
    ),
    // It brings no package, but a library of C.
    .trait(name: "PostgreSQL", description: "SessionStorePostgres: sessions in PostgreSQL."),
    .default(enabledTraits: defaultTraits),
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
    .package(url: "https://github.com/vapor/vapor.git", from: "4.122.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.10.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.4.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.11.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CPCRE2",
      path: "CPCRE2",
      pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]
    ),
    // The lock of all modules, and how they write where nobody may read; no product of its own.
    .target(
      name: "SwitchyardLocks",
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    // The C library of the system, whatever its name there; no product of its own.
    .target(
      name: "SwitchyardSystem",
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    .target(
      name: "RoutePatterns",
      dependencies: ["SwitchyardLocks", "SwitchyardSystem", "CPCRE2"],
      // Every touch of the C library reads `unsafe`; nothing else does.
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    // The lookup of all routes; no product of its own. Of the C modules it imports the one without PCRE2.
    .target(
      name: "RouteIndex",
      dependencies: ["SwitchyardLocks", "SwitchyardSystem", "RoutePatterns", "CPCRE2"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    .systemLibrary(
      name: "CICU",
      path: "Sources/CICU",
      pkgConfig: pkgConfigIfNeeded("icu-uc"),
      providers: [.apt(["libicu-dev"]), .brew(["icu4c"])]
    ),
    // The URLPattern standard, whole; nothing else is to need ICU.
    .target(
      name: "URLPatterns",
      dependencies: ["SwitchyardLocks", "RoutePatterns", "RouteIndex", "CICU"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    .target(
      name: "Switchyard",
      dependencies: ["SwitchyardLocks", "SwitchyardSystem", "RoutePatterns", "RouteIndex"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    .target(
      name: "NavigationTree",
      // Only what attaches a store or a presentation to a router imports Switchyard.
      dependencies: ["SwitchyardLocks", "RoutePatterns", "RouteIndex", "Switchyard"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    // Requests and responses, for a server of any kind.
    .target(
      name: "SwitchyardHTTP",
      dependencies: ["SwitchyardLocks", "SwitchyardSystem", "RoutePatterns", "Switchyard"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    .systemLibrary(
      name: "CMicroHTTPD",
      path: "Sources/CMicroHTTPD",
      pkgConfig: pkgConfigIfNeeded("libmicrohttpd"),
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]
    ),
    // The server; nothing else is to need libmicrohttpd.
    .target(
      name: "SwitchyardServer",
      dependencies: [
        "SwitchyardLocks", "SwitchyardSystem", "RoutePatterns", "Switchyard", "SwitchyardHTTP",
        "CMicroHTTPD",
      ],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    .systemLibrary(
      name: "CZlib",
      path: "Sources/CZlib",
      pkgConfig: pkgConfigIfNeeded("zlib"),
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
    ),
    // Compressed responses and bodies, behind any server; nothing else is to need zlib.
    .target(
      name: "SwitchyardCompression",
      dependencies: ["SwitchyardLocks", "RoutePatterns", "Switchyard", "SwitchyardHTTP", "CZlib"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    .systemLibrary(
      name: "CNettle",
      path: "Sources/CNettle",
      pkgConfig: pkgConfigIfNeeded("nettle"),
      providers: [.apt(["nettle-dev"]), .brew(["nettle"])]
    ),
    // Signatures; nothing but these and the names of sessions is to need nettle.
    .target(
      name: "SwitchyardSecrets",
      dependencies: ["RoutePatterns", "Switchyard", "SwitchyardHTTP", "CNettle"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    // Routes as something to check, compare, replay and export; for tests of an app, and the tool.
    .target(
      name: "SwitchyardProof",
      dependencies: ["SwitchyardSystem", "RoutePatterns", "Switchyard", "SwitchyardHTTP"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    // Pages that show what a router does, behind any server.
    .target(
      name: "SwitchyardInspector",
      dependencies: [
        "SwitchyardLocks", "RoutePatterns", "Switchyard", "NavigationTree", "SwitchyardHTTP",
        "SwitchyardProof",
      ],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    // Sessions with versions, apart from all else.
    .target(
      name: "SessionStore",
      dependencies: ["CNettle"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    // Not `CSQLite`, as a target of sqlite-nio is called: no two in a program may have the same name.
    .systemLibrary(
      name: "CSQLite3",
      path: "Sources/CSQLite3",
      pkgConfig: pkgConfigIfNeeded("sqlite3"),
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
    ),
    // Sessions in a file; nothing else is to need SQLite.
    .target(
      name: "SessionStoreSQLite",
      dependencies: ["SwitchyardLocks", "SwitchyardSystem", "SessionStore", "CSQLite3"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    .systemLibrary(
      name: "CPostgres",
      path: "Sources/CPostgres",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
    ),
    // Connections to PostgreSQL, for what stands on them; no product of its own. Empty without the trait, so that
    // the package is built where libpq is not installed.
    .target(
      name: "PostgresConnections",
      dependencies: [
        "SwitchyardLocks", "SwitchyardSystem",
        .target(name: "CPostgres", condition: .when(traits: ["PostgreSQL"])),
      ],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    // Sessions in PostgreSQL, which several machines may share; empty without the trait.
    .target(
      name: "SessionStorePostgres",
      dependencies: ["SwitchyardLocks", "SessionStore", "PostgresConnections"],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    // Navigation and data of visitors, kept in any store.
    .target(
      name: "SwitchyardSessions",
      dependencies: [
        "SwitchyardLocks", "RoutePatterns", "NavigationTree", "SessionStore", "SwitchyardHTTP",
      ],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    // One table of routes for several servers, kept in any store.
    .target(
      name: "SwitchyardFleet",
      dependencies: [
        "SwitchyardLocks", "SwitchyardSystem", "RoutePatterns", "Switchyard", "SwitchyardHTTP",
        "SwitchyardProof", "SessionStore",
      ],
      swiftSettings: settings + [.strictMemorySafety()]
    ),
    // Other servers, and what servers are watched by; each module is empty without its trait.
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
    .target(
      name: "SwitchyardVapor",
      dependencies: [
        "RoutePatterns", "SwitchyardHTTP", "SwitchyardHTTPTypes",
        .product(name: "Vapor", package: "vapor", condition: .when(traits: ["Vapor"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Vapor"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Vapor"])),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "SwitchyardLogging",
      dependencies: [
        "Switchyard", "SwitchyardHTTP",
        .product(
          name: "Logging",
          package: "swift-log",
          condition: .when(traits: ["Observability"])
        ),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "SwitchyardMetrics",
      dependencies: [
        "SwitchyardHTTP",
        .product(
          name: "Metrics",
          package: "swift-metrics",
          condition: .when(traits: ["Observability"])
        ),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "SwitchyardTracing",
      dependencies: [
        "SwitchyardLocks", "RoutePatterns", "Switchyard", "SwitchyardHTTP",
        .product(
          name: "Tracing",
          package: "swift-distributed-tracing",
          condition: .when(traits: ["Observability"])
        ),
      ],
      swiftSettings: settings
    ),
    // Apart, as the server is not for all who are watched.
    .target(
      name: "SwitchyardServerLifecycle",
      dependencies: [
        "SwitchyardServer",
        .product(
          name: "ServiceLifecycle",
          package: "swift-service-lifecycle",
          condition: .when(traits: ["Observability"])
        ),
      ],
      swiftSettings: settings
    ),
    // The demo app, which the tool serves.
    .target(
      name: "ReadingRoom",
      dependencies: [
        "SwitchyardLocks", "RoutePatterns", "Switchyard", "NavigationTree", "SwitchyardHTTP",
        "SwitchyardInspector",
        "SessionStore", "SwitchyardSessions",
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "yardmaster",
      dependencies: [
        "SwitchyardLocks", "SwitchyardSystem", "RoutePatterns", "Switchyard", "SwitchyardHTTP",
        "SwitchyardServer", "SwitchyardCompression", "SwitchyardProof", "SwitchyardInspector",
        "ReadingRoom", "SwitchyardFleet", "SessionStore", "SessionStoreSQLite",
        "SessionStorePostgres",
      ],
      swiftSettings: settings
    ),
    // What the tests of several modules draw their cases with.
    .target(
      name: "TestSupport",
      path: "Tests/TestSupport",
      swiftSettings: testSettings
    ),
    // What the tests of requests and those of the server share.
    .target(
      name: "HTTPTestSupport",
      dependencies: [
        "SwitchyardLocks", "RoutePatterns", "Switchyard", "SwitchyardHTTP", "TestSupport",
      ],
      path: "Tests/HTTPTestSupport",
      swiftSettings: testSettings
    ),
    // What every store of sessions is asked.
    .target(
      name: "SessionTestSupport",
      dependencies: ["SessionStore"],
      path: "Tests/SessionTestSupport",
      swiftSettings: testSettings
    ),
    // A server of PostgreSQL, where it is installed.
    .target(
      name: "PostgresTestSupport",
      dependencies: ["TestSupport"],
      path: "Tests/PostgresTestSupport",
      swiftSettings: testSettings
    ),
    // The names of other libraries, beside which ours are written.
    .target(
      name: "NameStubs",
      path: "Tests/NameStubs",
      swiftSettings: testSettings
    ),
    // What lists of patterns of URLs are held against, in tests and in a trial.
    .target(
      name: "URLPatternTestSupport",
      dependencies: ["URLPatterns", "TestSupport"],
      path: "Tests/URLPatternTestSupport",
      swiftSettings: testSettings
    ),
    // What tests share with the fuzzer: as they do, it sees what is internal, so it is built for tests alone.
    .testTarget(
      name: "PatternTestSupport",
      dependencies: ["RoutePatterns", "TestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "DispatchTestSupport",
      dependencies: ["RoutePatterns", "Switchyard", "TestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "NavigationTestSupport",
      dependencies: ["RoutePatterns", "NavigationTree", "TestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "RoutePatternsTests",
      dependencies: [
        "SwitchyardLocks", "RoutePatterns", "CPCRE2", "PatternTestSupport", "TestSupport",
      ],
      path: "Tests/RoutePatternsTests" + (isForThreads ? "/Threads" : ""),
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "RouteIndexTests",
      dependencies: ["RouteIndex", "RoutePatterns", "CPCRE2", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "URLPatternsTests",
      dependencies: ["URLPatterns", "RoutePatterns", "URLPatternTestSupport", "TestSupport"],
      path: "Tests/URLPatternsTests" + (isForThreads ? "/Threads" : ""),
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "SwitchyardTests",
      dependencies: [
        "SwitchyardLocks", "Switchyard", "RouteIndex", "DispatchTestSupport", "TestSupport",
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "NavigationTreeTests",
      dependencies: ["SwitchyardLocks", "NavigationTree", "NavigationTestSupport", "TestSupport"],
      exclude: isForThreads
        ? [
          "Properties/FittingPropertyTests.swift", "Properties/NavigationPropertyTests.swift",
          "Segments/ListTransitionTests.swift",
        ] : [],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "SwitchyardHTTPTests",
      dependencies: ["SwitchyardLocks", "SwitchyardHTTP", "HTTPTestSupport", "TestSupport"],
      exclude: isForThreads
        ? ["Forms/FormOracleTests.swift", "Forms/FormPropertyTests.swift", "Messages"] : [],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "SwitchyardServerTests",
      dependencies: [
        "SwitchyardLocks", "SwitchyardServer", "SwitchyardHTTP", "SwitchyardCompression",
        "SwitchyardSecrets",
        "SwitchyardProof", "SwitchyardInspector", "NavigationTree", "URLPatterns", "NameStubs",
        "SessionStore", "SwitchyardSessions", "SwitchyardFleet", "HTTPTestSupport", "TestSupport",
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "SwitchyardCompressionTests",
      dependencies: [
        "SwitchyardLocks", "SwitchyardCompression", "SwitchyardHTTP", "HTTPTestSupport",
        "TestSupport",
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "SwitchyardSecretsTests",
      dependencies: ["SwitchyardSecrets", "SwitchyardHTTP", "HTTPTestSupport", "TestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "SwitchyardProofTests",
      dependencies: [
        "SwitchyardLocks", "SwitchyardProof", "SwitchyardHTTP", "HTTPTestSupport", "TestSupport",
      ],
      path: "Tests/SwitchyardProofTests" + (isForThreads ? "/Audit" : ""),
      exclude: isForAddresses
        ? ["Access", "Differences", "Documentation", "Export", "Matrix", "Tables"] : [],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "SwitchyardInspectorTests",
      dependencies: [
        "SwitchyardLocks", "SwitchyardInspector", "NavigationTree", "SwitchyardHTTP",
        "SwitchyardProof",
        "HTTPTestSupport", "TestSupport",
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "SessionStoreTests",
      dependencies: ["SessionStore", "SessionTestSupport", "TestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "SessionStoreSQLiteTests",
      dependencies: [
        "SwitchyardLocks", "SessionStoreSQLite", "SessionStore", "CSQLite3", "SessionTestSupport",
        "TestSupport",
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "SessionStorePostgresTests",
      dependencies: [
        "SwitchyardLocks", "SessionStorePostgres", "PostgresConnections", "SessionStore",
        "SessionTestSupport",
        "PostgresTestSupport", "TestSupport",
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "SwitchyardSessionsTests",
      dependencies: [
        "SwitchyardSessions", "SessionStore", "SessionStoreSQLite", "SessionStorePostgres",
        "SessionTestSupport", "PostgresTestSupport", "NavigationTree", "SwitchyardHTTP",
        "HTTPTestSupport", "TestSupport",
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "SwitchyardFleetTests",
      dependencies: [
        "SwitchyardFleet", "SwitchyardProof", "SessionStoreSQLite", "SessionStorePostgres",
        "PostgresTestSupport", "SessionTestSupport", "HTTPTestSupport", "TestSupport",
      ],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "ReadingRoomTests",
      dependencies: [
        "SwitchyardLocks", "ReadingRoom", "NavigationTree", "SwitchyardHTTP", "SwitchyardSessions",
        "SessionStoreSQLite", "SessionStorePostgres", "PostgresTestSupport", "TestSupport",
      ],
      swiftSettings: testSettings
    ),
  ]
)

if sanitizer == nil {
  package.targets.append(
    .testTarget(
      name: "YardmasterTests",
      dependencies: [
        "yardmaster", "SwitchyardHTTP", "SwitchyardServer", "SwitchyardProof", "SwitchyardFleet",
        "SessionStoreSQLite", "SessionStorePostgres", "PostgresTestSupport", "TestSupport",
      ],
      // What the tests compare outputs with, and read by its place.
      exclude: ["Snapshots"],
      swiftSettings: testSettings
    )
  )
}
