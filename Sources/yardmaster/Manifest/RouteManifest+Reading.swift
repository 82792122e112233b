import Switchyard

extension RouteManifest {
  /// Reads a manifest, which is JSON or has a line for each route.
  init(bytes: [UInt8], file: String, _ policies: RouterPolicies) throws(ManifestError) {
    let text = try ManifestText(bytes, file: file)
    let options = policies.patternOptions
    let name = file == "-" ? "standard input" : file
    guard JSONManifest.isMeant(by: text) else {
      let entries = try PlainManifest(text, options).entries()
      // A command before it may have failed; JSON has an array for what is meant to be empty.
      guard !entries.isEmpty else { throw ManifestError(.noRoutes, in: text, at: text.start) }
      self.init(name: name, entries)
      return
    }
    self.init(name: name, try JSONManifest(text, options).entries())
  }

  /// Takes the routes of a listing.
  init(_ listing: RouteListing, _ policies: RouterPolicies) throws(PatternError) {
    var entries: [Entry] = []
    for route in listing {
      let pattern = try RoutePattern(parsing: route.pattern, options: policies.patternOptions)
      entries.append(Entry(route: route, pattern: pattern, line: nil))
    }
    self.init(name: nil, entries)
  }
}
