import SwitchyardProof

extension CommandOption {
  static let failOn = CommandOption(
    name: "--fail-on",
    value: "WHAT",
    choices: ["breaking", "any", "never"],
    summary: "ends with 1 on breaking differences, as by default, any, or never"
  )
}

extension Command {
  static let diff = Command(
    "diff",
    "compares two tables of routes by what they do",
    operands: [.init(name: "OLD"), .init(name: "NEW", isOptional: true)],
    options: [.failOn] + RouterPolicies.routerOptions + [.json],
    discussion: """
      Compares the routes of the manifests OLD and NEW for all URLs there can be. Each
      is a file, or one of them - for standard input; without NEW it is the demo app.
      A pattern that is written in another way and matches the same is no difference.
      Each difference has a URL that shows it, which was asked of both tables. What
      breaks somebody:

        unguarded      a guard was asked, and none is now, where a map runs
        guardRemoved   a guard is gone; guardNarrowed: it is asked about less
        handlerChanged a guard, proxy or middleware has another handler or settings
        accessWidened  an access requires less; accessLost: none is declared any more
        removed        a route is gone
        shadowed       a map never runs any more; taken: another wins where it ran
        narrowed       a route matches less; methodLost, viewLost: it is found by less
        parameters     a handler is given other parameters
        nameGone       no route has a name any more; nameMoved: it makes another URL
        undecided      the routes are too many or too intricate for one run

      The others are guardAdded, guardWidened, added, widened, methodAdded, viewAdded,
      tagsChanged and accessChanged, and handlerChanged of a map, a fallback or a
      guard that observes. The policies hold for both tables. Ends with 1 when there
      is a difference of those to fail on, or keys that are not read, which may have
      said one; and else with 0.
      """,
    examples: [
      "yardmaster diff routes.json routes.txt --fail-on breaking",
      "yardmaster diff --json routes.txt - < routes.json",
      "yardmaster diff routes.json --fail-on never",
    ]
  ) { call, output in
    let policies = try RouterPolicies(call.arguments, call.syntax)
    let failure = try Failure(call)
    let paths = call.arguments.operands
    if paths.count == 2, paths.allSatisfy({ $0 == "-" }) {
      throw call.syntax.error(.repeatedInput("OLD", "NEW"))
    }
    let old = try RouteManifest(call, policies, operand: paths[0])
    let new = try RouteManifest(call, policies, operand: paths.count > 1 ? paths[1] : nil)
    output.warn(of: old, policies)
    output.warn(of: new, policies)
    // Which map wins is a matter of both, where one of them leaves it open.
    let yards = Yards(old: ManifestRouter(old, policies), new: ManifestRouter(new, policies))
    let found = RouteDifferences(from: yards.old.routes, to: yards.new.routes)
    let isDoubtful = old.isDoubtful || new.isDoubtful
    if call.arguments.has(.json) {
      try output.json(found)
    } else {
      for difference in found.differences { show(difference, yards, &output) }
      output.line(summary(of: found), found.isCompatible && !isDoubtful ? .good : .bad)
    }
    return failure.isMet(by: found) || isDoubtful && failure != .never ? .findings : .success
  }

  /// The differences that end a run with 1.
  private enum Failure: String, CaseIterable {
    case breaking, any, never

    init(_ call: Command.Call) throws(ArgumentError) {
      let text = call.arguments.value(of: .failOn)
      guard let failure = text.map({ Failure(rawValue: $0) }) ?? .breaking else {
        let choices = Failure.allCases.map(\.rawValue)
        throw call.syntax.error(.invalidValue(.failOn, text ?? "", choices: choices))
      }
      self = failure
    }

    func isMet(by differences: RouteDifferences) -> Bool {
      switch self {
      case .breaking: !differences.isCompatible
      case .any: !differences.isEmpty
      case .never: false
      }
    }
  }

  private struct Yards {
    let old: ManifestRouter
    let new: ManifestRouter
    private let oldPlaces: [RouteDescription: String]
    private let newPlaces: [RouteDescription: String]

    init(old: ManifestRouter, new: ManifestRouter) {
      (self.old, self.new) = (old, new)
      oldPlaces = Self.places(in: old.manifest)
      newPlaces = Self.places(in: new.manifest)
    }

    private static func places(in manifest: RouteManifest) -> [RouteDescription: String] {
      let places = manifest.entries.map { entry in
        var route = entry.route
        // As differences have them, in which no settings are shown.
        route.configuration = nil
        return (route, manifest.place(of: entry))
      }
      return Dictionary(places) { first, _ in first }
    }

    /// The places of the routes of a difference, that of the old table first.
    func places(of difference: RouteDifference) -> [(place: String, route: RouteDescription)] {
      let before = difference.old.map { (oldPlaces[$0] ?? "", $0) }
      let after = difference.new.map { (newPlaces[$0] ?? "", $0) }
      return [before, after].compactMap { $0 }
    }
  }

  private static func show(
    _ difference: RouteDifference,
    _ yards: Yards,
    _ output: inout Output
  ) {
    let places = yards.places(of: difference)
    let place = places.first.map { $0.place.styled(.strong, output.styling.output) + ": " } ?? ""
    let word = difference.isBreaking ? "breaking" : "compatible"
    let style: Style = difference.isBreaking ? .bad : .remark
    let doubt = difference.certainty == .yes ? "" : ", perhaps"
    let head = (word + doubt).styled(style, output.styling.output)
    output.line("\(place)\(head): \(difference.message.printable) [\(difference.kind)]")
    for (place, route) in places.dropFirst() { output.line("  \(place): \(route)") }
  }

  private static func summary(of found: RouteDifferences) -> String {
    let routes = "\(found.oldCount) and \(found.newCount) routes"
    guard !found.isEmpty else { return "No difference between \(routes)." }
    let breaking = found.differences.count(where: \.isBreaking)
    let others = found.differences.count - breaking
    let counts = [(breaking, "breaking"), (others, "compatible")].filter { $0.0 > 0 }
      .map { "\($0.0) \($0.1)" }
    let noun = found.differences.count == 1 ? "difference" : "differences"
    return "\(counts.joined(separator: ", ")) \(noun) between \(routes)."
  }
}
