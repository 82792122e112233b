// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

// What `url_patterns.py` asks beside the engines of browsers.
let package = Package(
  name: "Engines",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Switchyard", path: "../..")],
  targets: [
    .executableTarget(
      name: "Answers",
      dependencies: [.product(name: "URLPatterns", package: "Switchyard")],
      swiftSettings: settings
    )
  ]
)
