// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

// Built by run.sh alone, which gives the flags that the fuzzer needs in every module.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Switchyard", path: "../..")],
  targets: [
    // What starts the fuzzer.
    .systemLibrary(name: "CFuzzer"),
    // What the generators of the tests draw from: here the bytes of an input.
    .target(name: "Chance", swiftSettings: settings),
    // All that can be fuzzed, in one program.
    .executableTarget(
      name: "Fuzz",
      dependencies: ["CFuzzer", "Chance"]
        + [
          "RoutePatterns", "URLPatterns", "Switchyard", "NavigationTree", "SwitchyardHTTP",
          "SwitchyardServer",
        ].map {
          .product(name: $0, package: "Switchyard")
        },
      swiftSettings: settings + [
        // Under the name that the shared files import it by.
        .unsafeFlags(["-module-alias", "TestSupport=Chance"])
      ]
    ),
  ]
)
