import Switchyard

extension Output {
  /// Warns when a listing is of another version, or was made under other policies than those of the
  /// call, with which results would differ.
  mutating func warn(of manifest: RouteManifest, _ policies: RouterPolicies) {
    for unknown in manifest.unknownKeys {
      error(
        "\(manifest.name?.printable ?? ""):\(unknown.line):\(unknown.column): warning: "
          + unknown.message
      )
    }
    guard let (place, message) = manifest.doubt(under: policies) else { return }
    error("\(manifest.place(of: manifest.entries[place])): warning: \(message)")
  }
}

extension RouteManifest {
  /// Returns what of the routes is not read, or is read otherwise than it was meant.
  ///
  /// The places are those of the routes among the entries.
  func unread(under policies: RouterPolicies) -> [(place: Int, message: String)] {
    let keys = entries.enumerated().flatMap { place, entry in
      entry.unknownKeys.map { (place, "At \($0.line):\($0.column): \($0.message)") }
    }
    return keys + [doubt(under: policies)].compactMap(\.self)
  }

  fileprivate func doubt(under policies: RouterPolicies) -> (place: Int, message: String)? {
    guard let place = doubt, let regex = entries[place].otherRegex else { return nil }
    let entry = entries[place]
    let message =
      "The listing has another regular expression for \(entry.route.pattern.excerpt) than is made "
      + "here. \(Self.remedy(entry.pattern, regex, policies))"
    return (place, message)
  }

  private static func remedy(
    _ pattern: RoutePattern,
    _ regex: String,
    _ policies: RouterPolicies
  ) -> String {
    var options = policies.patternOptions
    options.slashes = options.slashes == .strict ? .lenient : .strict
    // The policy for the case of letters does not show in the expression.
    guard (try? pattern.with(options))?.regex == regex else {
      return "It may be of another version."
    }
    return options.slashes == .strict
      ? "Its router was strict; give --strict." : "Its router was lenient; leave out --strict."
  }
}
