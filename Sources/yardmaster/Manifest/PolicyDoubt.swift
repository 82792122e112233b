import RoutePatterns
import Switchyard

extension Output {
  /// Warns when a listing was made under other policies than those of the call, which would explain other things.
  mutating func warn(of manifest: RouteManifest, _ policies: RouterPolicies) {
    guard let (entry, regex) = manifest.doubt else { return }
    error(
      "\(manifest.place(of: entry)): The router that was listed has another regular expression for "
        + "\(entry.route.pattern.excerpt). \(Self.remedy(entry.pattern, regex, policies))"
    )
  }

  private static func remedy(
    _ pattern: RoutePattern,
    _ regex: String,
    _ policies: RouterPolicies
  ) -> String {
    for (slashes, letterCase, words) in [
      (.lenient, .sensitive, "Leave out --strict and --ignore-case"),
      (.strict, .sensitive, "Give --strict alone"),
      (.lenient, .insensitive, "Give --ignore-case alone"),
      (.strict, .insensitive, "Give --strict and --ignore-case"),
    ] as [(RouteTarget.SlashPolicy, RoutePattern.Options.LetterCase, String)] {
      var options = policies.patternOptions
      options.slashes = slashes
      options.letterCase = letterCase
      if (try? pattern.with(options))?.regex == regex { return "\(words), as its policies are." }
    }
    return "It is of another version, or its policies are others."
  }
}
