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
let navigationTree = Target.Dependency.product(name: "NavigationTree", package: "Switchyard")
let http = Target.Dependency.product(name: "SwitchyardHTTP", package: "Switchyard")
let proof = Target.Dependency.product(name: "SwitchyardProof", package: "Switchyard")
let server = Target.Dependency.product(name: "SwitchyardServer", package: "Switchyard")

// The trait of the library is on by default where this is set, and off where it is not.
let hasPostgres = Context.environment["SWITCHYARD_POSTGRESQL"] != nil
let sessionStores: [Target.Dependency] =
  [.product(name: "SessionStoreSQLite", package: "Switchyard")]
  + (hasPostgres ? [.product(name: "SessionStorePostgres", package: "Switchyard")] : [])
let storeSettings = settings + (hasPostgres ? [.define("PostgreSQL")] : [])

// Folders of support are compiled here as they are in the library's own package.
let supportSettings =
  settings + [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]

/// A folder of support that tests have as well: a module of the same name, in this package too.
func support(
  _ name: String,
  _ dependencies: [Target.Dependency] = [],
  path: String? = nil,
  exclude: [String] = []
) -> Target {
  .target(
    name: name,
    dependencies: dependencies,
    path: path ?? name,
    exclude: exclude,
    swiftSettings: supportSettings
  )
}

/// A trial: the folder of its name.
func trial(
  _ name: String,
  _ dependencies: [Target.Dependency],
  settings: [SwiftSetting] = settings
) -> Target {
  .executableTarget(
    name: name,
    dependencies: dependencies + ["Trials", "TestSupport"],
    path: "Reliability/Sources/\(name)",
    swiftSettings: settings
  )
}

// The programs of `Reliability`.
let trials: [Target] = [
  // Programs have no use for what is of Swift Testing.
  support("TestSupport", exclude: ["BusyTrait.swift", "ShownCode.swift"]),
  support("URLPatternTestSupport", [urlPatterns, "TestSupport"]),
  // What the trials have in common: their command lines, draws, threads and last lines.
  .target(
    name: "Trials",
    dependencies: ["TestSupport"],
    path: "Reliability/Sources/Trials",
    swiftSettings: settings
  ),
  // Dispatches against a scan of all patterns, while routes come and go.
  trial("Differential", [routePatterns, switchyard, http]),
  // What patterns say of one another, and routers of their routes, against all targets of a small alphabet.
  trial("Relations", [routePatterns, switchyard]),
  // What is said of two tables of routes, against all targets of a small alphabet.
  trial("Differences", [proof]),
  // Lists of patterns of URLs against a loop over their patterns, while they change.
  trial("Lists", [urlPatterns, "URLPatternTestSupport"]),
  // Mutated targets, by every way into a router, against its guards.
  trial("Guards", [http]),
  // Mistakes that open what was guarded, against what looks for them.
  trial("Access", [http, proof]),
  // Guards and maps that are exchanged while what they stand for is opened.
  trial("Exchanges", [http]),
  // How much memory is allocated.
  .systemLibrary(name: "CMalloc", path: "Reliability/Sources/CMalloc"),
  // Threads that open, map, dispose and let owners die, for long.
  trial("Soak", [switchyard, "CMalloc"]),
  // Requests and the router's decisions on them, for servers in front that are given its routes.
  trial("EdgeCases", [http, proof]),
  // A server beside whose slow regular expressions others want their answers.
  trial("CrowdedServer", [server]),
  // Processes on the sessions of one file or one database, which are killed while they make steps.
  trial(
    "SessionCrashes",
    [.product(name: "SwitchyardSessions", package: "Switchyard")] + sessionStores,
    settings: storeSettings
  ),
  // Processes that share one table of routes, while that is published again and again.
  trial(
    "Fleets",
    [.product(name: "SwitchyardFleet", package: "Switchyard")] + sessionStores,
    settings: storeSettings
  ),
  // A server whose clients, descriptors, memory and disk fail.
  trial("ServerFaults", [server]),
]

// The program of `Fuzzing`, built by its run.sh alone, which gives the flags that the fuzzer needs in every module, and
// sets the variable.
let isForFuzzing = Context.environment["SWITCHYARD_FUZZING"] != nil
let fuzzing: [Target] = [
  // What starts the fuzzer.
  .systemLibrary(name: "CFuzzer", path: "Fuzzing/Sources/CFuzzer"),
  // What the folders of support draw from: here the bytes of an input. It stands in for the tests' own, by its name.
  support("TestSupport", path: "Fuzzing/Sources/Chance"),
  support("PatternTestSupport", [routePatterns, "TestSupport"]),
  support("DispatchTestSupport", [routePatterns, switchyard, "TestSupport"]),
  support("NavigationTestSupport", [routePatterns, navigationTree, "TestSupport"]),
  // All that can be fuzzed, in one program.
  .executableTarget(
    name: "Fuzz",
    dependencies: [
      routePatterns, urlPatterns, switchyard, navigationTree, http, server, "CFuzzer",
      "TestSupport", "PatternTestSupport", "DispatchTestSupport", "NavigationTestSupport",
    ],
    path: "Fuzzing/Sources/Fuzz",
    swiftSettings: settings
  ),
]

let package = Package(
  name: "Trials",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Switchyard", path: "..")],
  targets: isForFuzzing ? fuzzing : trials
)
