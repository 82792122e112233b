import SwitchyardHTTP

/// The options of a replay.
struct ReplayOptions {
  static let options: [CommandOption] = [
    .routes, .against, .logFormat, .site, .top, .failUnder,
  ]

  let format: AccessLog.Format?
  let site: RouteTarget?
  let most: Int
  let failUnder: Double?

  init(_ call: Command.Call) throws(ArgumentError) {
    let arguments = call.arguments
    format = try arguments.value(of: .logFormat).map {
      text throws(ArgumentError) -> AccessLog.Format in
      switch text {
      case "combined": return .combined
      case "json": return .json
      default:
        throw call.syntax.error(.invalidValue(.logFormat, text, choices: ["combined", "json"]))
      }
    }
    site = try arguments.value(of: .site).map {
      text throws(ArgumentError) -> RouteTarget in
      guard let site = try? RouteTarget(text), ["http", "https"].contains(site.scheme) else {
        let choices = ["https://example.com", "another URL of http or https"]
        throw call.syntax.error(.invalidValue(.site, text, choices: choices))
      }
      return site
    }
    most =
      try arguments.value(of: .top).map { text throws(ArgumentError) -> Int in
        guard let number = Int(text), (1...1_000).contains(number) else {
          throw call.syntax.error(
            .invalidValue(.top, text, choices: ["the numbers from 1 to 1000"])
          )
        }
        return number
      } ?? 10
    failUnder = try arguments.value(of: .failUnder).map { text throws(ArgumentError) -> Double in
      guard let number = Double(text), (0...100).contains(number) else {
        let choices = ["the numbers from 0 to 100"]
        throw call.syntax.error(.invalidValue(.failUnder, text, choices: choices))
      }
      return number
    }
    let options = [CommandOption.routes, .against].filter { arguments.value(of: $0) == "-" }
    let inputs = arguments.operands.filter { $0 == "-" }.map { _ in "LOG" } + options.map(\.name)
    if inputs.count > 1 { throw call.syntax.error(.repeatedInput(inputs[0], inputs[1])) }
  }

  /// Reads the manifests of a call: that of `--routes`, or the demo app's routes, and that of
  /// `--against`, if it was given.
  func tables(
    _ call: Command.Call,
    _ policies: RouterPolicies,
    _ output: inout Output
  ) throws -> (new: ManifestRouter, old: ManifestRouter?) {
    let manifest = try Self.manifest(.routes, call, policies)
    let older = try Self.manifest(.against, call, policies)
    if let manifest { output.warn(of: manifest, policies) }
    if let older { output.warn(of: older, policies) }
    let new = try manifest ?? RouteManifest(DemoRoutes.listing, policies)
    return (ManifestRouter(new, policies), older.map { ManifestRouter($0, policies) })
  }

  private static func manifest(
    _ option: CommandOption,
    _ call: Command.Call,
    _ policies: RouterPolicies
  ) throws -> RouteManifest? {
    guard let path = call.arguments.value(of: option) else { return nil }
    return try RouteManifest(bytes: call.files.read(path), file: path, policies)
  }
}

extension CommandOption {
  static let routes = CommandOption(
    name: "--routes",
    short: "-r",
    value: "FILE",
    summary: "reads routes from FILE; without it they are the demo app's"
  )
  static let against = CommandOption(
    name: "--against",
    value: "FILE",
    summary: "says what has changed since the routes of FILE"
  )
  static let logFormat = CommandOption(
    name: "--log-format",
    value: "FORMAT",
    choices: ["combined", "json"],
    summary: "combined or json; without it each line shows its own"
  )
  static let site = CommandOption(
    name: "--site",
    value: "URL",
    summary: "the scheme and host of requests whose lines name none"
  )
  static let top = CommandOption(
    name: "--top",
    value: "NUMBER",
    summary: "shows so many requests of each kind, 10 without it"
  )
  static let failUnder = CommandOption(
    name: "--fail-under",
    value: "PERCENT",
    summary: "ends with 1 where a smaller share of the routes took requests"
  )
}
