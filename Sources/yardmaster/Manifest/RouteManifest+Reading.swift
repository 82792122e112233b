import Switchyard

extension RouteManifest {
  /// Reads the manifest of a call; without one it has the demo app's routes.
  init(_ call: Command.Call, _ policies: RouterPolicies, operand: String? = nil) throws {
    let option = call.arguments.value(of: .manifest)
    if let option, let operand {
      throw call.syntax.error(.severalManifests(option, operand))
    }
    guard let path = option ?? operand else {
      try self.init(DemoRoutes.listing, policies)
      return
    }
    try self.init(bytes: call.files.read(path), file: path, policies)
  }

  /// Reads a manifest, which is JSON or has a line for each route.
  init(bytes: [UInt8], file: String, _ policies: RouterPolicies) throws(ManifestError) {
    let text = try ManifestText(bytes, file: file)
    let options = policies.patternOptions
    let entries =
      JSONManifest.isMeant(by: text)
      ? try JSONManifest(text, options).entries() : try PlainManifest(text, options).entries()
    self.init(name: file == "-" ? "standard input" : file, entries)
  }

  private init(_ listing: RouteListing, _ policies: RouterPolicies) throws(PatternError) {
    var entries: [Entry] = []
    for route in listing {
      let pattern = try RoutePattern(parsing: route.pattern, options: policies.patternOptions)
      entries.append(Entry(route: route, pattern: pattern, line: nil))
    }
    self.init(name: nil, entries)
  }
}
