import RoutePatterns
import Switchyard

extension Output {
  /// Warns when a listing was made under other policies than those of the call, with which results
  /// would differ.
  mutating func warn(of manifest: RouteManifest, _ policies: RouterPolicies) {
    guard let (entry, regex) = manifest.doubt else { return }
    error(
      "\(manifest.place(of: entry)): The listing has another regular expression for "
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
