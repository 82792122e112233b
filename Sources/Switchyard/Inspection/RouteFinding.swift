/// A mistake, or a possible one, in how some routes relate to one another.
public struct RouteFinding: Hashable, Sendable, Codable {
  /// The kinds of findings.
  public struct Kind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    package enum Value: String, Hashable, Sendable {
      case duplicate, shadowed, unmet, unguarded, narrowGuard, unknownTag, undecided, sameName
      case doubtful, unknownGuard, guardedPublic, unread
    }

    package let value: Value

    private init(_ value: Value) { self.value = value }

    /// Makes the code with a name, or `nil` when there is none.
    public init?(rawValue: String) {
      guard let value = Value(rawValue: rawValue) else { return nil }
      self.value = value
    }

    /// The name of the code.
    public var rawValue: String { value.rawValue }

    /// The name of the code.
    public var description: String { rawValue }

    /// Routes of one kind have the same pattern and tags.
    public static var duplicate: Kind { Kind(.duplicate) }

    /// A map or fallback can never run, for others win before it.
    public static var shadowed: Kind { Kind(.shadowed) }

    /// A guard or proxy meets no map and no fallback, or a proxy none that it shares a tag with.
    public static var unmet: Kind { Kind(.unmet) }

    /// A map or fallback is not covered by guards, though its tag, its access or the question
    /// requires that.
    public static var unguarded: Kind { Kind(.unguarded) }

    /// A guard meets a map, and asks for more than the map does.
    public static var narrowGuard: Kind { Kind(.narrowGuard) }

    /// No map and no fallback has a tag that was required.
    public static var unknownTag: Kind { Kind(.unknownTag) }

    /// No guard has a name that the access of a map or fallback requires.
    public static var unknownGuard: Kind { Kind(.unknownGuard) }

    /// A map or fallback is public, and guards decide about all that it matches.
    public static var guardedPublic: Kind { Kind(.guardedPublic) }

    /// Routes have the same name, by which the latest alone is found.
    public static var sameName: Kind { Kind(.sameName) }

    /// A pattern is lawful and hardly means what it seems to, as it is written as elsewhere.
    public static var doubtful: Kind { Kind(.doubtful) }

    /// A listing says of a route what is not read, or is read otherwise than it was meant.
    public static var unread: Kind { Kind(.unread) }

    /// Questions were left out, as the work that all together may take was spent.
    public static var undecided: Kind { Kind(.undecided) }
  }

  /// The severity of a finding.
  public enum Severity: String, Hashable, Sendable, Codable, CaseIterable {
    /// A requirement is not met.
    case error
    /// It is hardly meant to be so.
    case warning
    /// It may well be meant to be so.
    case note
  }

  /// An aspect in which a guard can ask for more than a map.
  public enum Aspect: String, Hashable, Sendable, Codable, CaseIterable {
    /// A scheme.
    case scheme
    /// A host.
    case host
    /// A port.
    case port
    /// A path.
    case path
    /// Slashes at the end or doubled ones.
    case slashes
    /// Values that a closure accepts.
    case validation
  }

  /// The kind of finding.
  public let kind: Kind
  /// The severity of the finding.
  public let severity: Severity
  /// Whether the finding is certain, or could not be decided; never `no`.
  public let certainty: Certainty
  /// The route it is about first, and then the others that take part; none for a tag.
  public let routes: [RouteDescription]
  /// The aspects in which a narrow guard asks for more.
  public let aspects: [Aspect]
  /// A target that shows it, if one is known.
  public let example: String?
  /// The method of a request that shows it with that target, where it is one.
  public var method: String?
  /// The finding in words, with a remedy.
  public let message: String
}

/// The findings of `validate`.
public struct RouteReport: Hashable, Sendable, Codable {
  /// The findings, the worst first.
  public let findings: [RouteFinding]
  /// The number of routes that were examined.
  public let routeCount: Int

  /// Whether no finding is worse than a note.
  public var isClean: Bool { findings.allSatisfy { $0.severity == .note } }

  /// Returns the report with what was not read of the routes, each with a message.
  package func adding(unread: [(route: RouteDescription, message: String)]) -> RouteReport {
    let all =
      findings
      + unread.map { route, message in
        RouteFinding(
          kind: .unread,
          severity: .warning,
          certainty: .yes,
          routes: [route],
          aspects: [],
          example: nil,
          message: message
        )
      }
    return RouteReport(findings: all.worstFirst, routeCount: routeCount)
  }

  /// The findings of one kind.
  public func findings(_ kind: RouteFinding.Kind) -> [RouteFinding] {
    findings.filter { $0.kind == kind }
  }
}

extension [RouteFinding] {
  /// The findings with the worst first, and otherwise in their order.
  package var worstFirst: [RouteFinding] {
    RouteFinding.Severity.allCases.flatMap { severity in filter { $0.severity == severity } }
  }
}

extension RouteReport: CustomStringConvertible {
  /// The number of findings, on one line.
  public var description: String {
    let routes = routeCount == 1 ? "1 route" : "\(routeCount) routes"
    guard !findings.isEmpty else { return "Nothing was found among \(routes)." }
    let count = findings.count == 1 ? "1 finding" : "\(findings.count) findings"
    return "\(count) among \(routes)."
  }

  /// A table of the findings with a header, and their number.
  public var table: String {
    guard !findings.isEmpty else { return description }
    var table = TextTable(["SEVERITY", "KIND", "CERTAIN", "ROUTES", "MESSAGE"])
    for finding in findings {
      table.append([
        finding.severity.rawValue,
        finding.kind.rawValue,
        finding.certainty.rawValue,
        finding.routes.compactMap { route in route.order.map { "#\($0)" } }.joined(separator: " "),
        finding.message,
      ])
    }
    return "\(table)\n\(description)"
  }
}
