import RoutePatterns
import Switchyard

extension Output {
  /// Warns when a listing is of another version, or was made under other policies than those of the
  /// call, with which results would differ.
  mutating func warn(of manifest: RouteManifest, _ policies: RouterPolicies) {
    for unknown in manifest.unknownKeys {
      error(
        "\(manifest.name?.printable ?? ""):\(unknown.line):\(unknown.column): warning: The key "
          + "\(unknown.key.quotedExcerpt) is of another version, and is not read. Correct it, or use "
          + "the version that wrote it."
      )
    }
    guard let (entry, regex) = manifest.doubt else { return }
    error(
      "\(manifest.place(of: entry)): warning: The listing has another regular expression for "
        + "\(entry.route.pattern.excerpt) than is made here. \(Self.remedy(entry.pattern, regex, policies))"
    )
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
