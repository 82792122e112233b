import Switchyard

extension RouteManifest {
  /// Reads a manifest, which is JSON or has a line for each route.
  init(bytes: [UInt8], file: String, _ policies: RouterPolicies) throws(ManifestError) {
    let text = try ManifestText(bytes, file: file)
    let options = policies.patternOptions
    let entries =
      JSONManifest.isMeant(by: text)
      ? try JSONManifest(text, options).entries() : try PlainManifest(text, options).entries()
    self.init(name: file == "-" ? "standard input" : file, entries)
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
