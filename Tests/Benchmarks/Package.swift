// swift-tools-version: 6.2

import PackageDescription

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
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        .product(name: "RoutePatterns", package: "Switchyard"),
        .product(name: "NavigationTree", package: "Switchyard"), "CBarePCRE2", "CAllocations",
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
    ),
    // What `server.sh` compares, with a bare server besides on Linux.
    .executableTarget(
      name: "HelloServer",
      dependencies: [.product(name: "SwitchyardHTTP", package: "Switchyard")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
    ),
  ]
)

#if os(Linux)
  package.targets.append(
    .executableTarget(name: "BareServer", linkerSettings: [.linkedLibrary("microhttpd")])
  )
#endif
