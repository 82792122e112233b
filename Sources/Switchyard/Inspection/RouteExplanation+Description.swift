extension RouteExplanation: CustomStringConvertible {
  /// The target and the route that would run, on one line.
  public var description: String {
    guard let target else {
      return String("Rejected. \((rejection ?? "").printableLines)".prefix { $0 != "\n" })
    }
    return "\(target.description.printable): \(endingText)"
  }

  /// The target, a table of all routes with their verdicts, and the route that would run.
  public var table: String {
    let lookup = tags.isEmpty ? "" : " through the tags \(tags.list.printable)"
    guard let target else {
      return "Rejected\(lookup). \((rejection ?? "").printableLines)"
    }
    let head = "\(target.description.printable)\(lookup)"
    guard !candidates.isEmpty else { return "\(head)\nThere are no routes." }
    var table = TextTable(["#", "KIND", "PATTERN", "VERDICT", "PARAMETERS", "AT", "REGEX"])
    for candidate in candidates {
      table.append([
        candidate.route.order.map { "\($0)" },
        candidate.route.kind.rawValue,
        candidate.route.patternAndExceptions,
        verdictText(of: candidate),
        candidate.parameters?.path.isEmpty == false
          ? candidate.parameters?.path.description : nil,
        candidate.route.origin,
        candidate.route.regex,
      ])
    }
    let failures = candidates.compactMap(\.failure).map { "\($0.printableLines)\n" }.joined()
    return "\(head)\n\(table)\n\(failures)\(endingText)"
  }

  /// The verdict on a candidate, in a few words.
  package func verdictText(of candidate: Candidate) -> String {
    switch candidate.verdict {
    case .runs where candidate.route.kind == .guard || candidate.route.kind == .proxy:
      return "is asked"
    case .runs where candidate.route.kind == .middleware: return "runs around"
    case .runs: return "runs"
    case .hidden:
      let hider = candidates.first { $0.route.id == candidate.hider && candidate.hider != nil }
      let place = hider?.route.order.map { " #\($0)" } ?? " another"
      if hider?.isOfRival == true { return "matches, but\(place) is for other methods" }
      return hider?.verdict == .undecided || hider?.verdict == .refused
        ? "matches, but the dispatch ends at\(place)" : "matches, but\(place) wins before it"
    case .skippedByTag:
      return candidate.isOfRival ? "matches, but is for other methods" : "skipped by tag"
    case .aroundNothing: return "matches, but there is no map to run around"
    case .excepted: return "matches, but is not asked, by an exception"
    case .gone: return "disposed of, or its owner is gone"
    case .mismatch: return "does not match: \(candidate.mismatch?.text ?? "the path is another")"
    case .undecided: return "could not be decided"
    case .refused: return "matches, but its access is refused"
    }
  }

  /// The route that would run, in one sentence.
  package var endingText: String {
    if let end = chosen ?? refused {
      let order = { (route: RouteDescription) in route.order.map { " (#\($0))" } ?? "" }
      let fate = end.verdict == .refused ? "is refused" : "runs"
      let ending = "\(end.route)\(order(end.route)) \(fate)."
      // A proxy is there to lead elsewhere.
      guard let proxy = running.first(where: { $0.route.kind == .proxy })?.route else {
        return "The \(ending)"
      }
      return "The \(proxy)\(order(proxy)) decides first; if it goes on, the \(ending)"
    }
    if let failed = candidates.first(where: { $0.verdict == .undecided }) {
      return failed.route.kind == .guard
        ? "The \(failed.route) denies." : "The dispatch fails at the \(failed.route)."
    }
    return "No map runs."
  }
}

extension RouteExplanation.Mismatch {
  fileprivate var text: String {
    switch self {
    case .scheme: "the scheme is another"
    case .host: "the host is another"
    case .port: "the port is another"
    case .path: "the path is another"
    case .letterCase: "only the letters' case differs"
    case .slashes: "only slashes at the end or doubled ones differ"
    case .validation: "a closure refuses a value"
    }
  }
}
