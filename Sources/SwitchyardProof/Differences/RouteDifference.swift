/// A difference between two tables of routes, with a URL that shows it.
public struct RouteDifference: Hashable, Sendable, Codable {
  /// The kinds of differences.
  public struct Kind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    // The worst first.
    enum Value: String, CaseIterable {
      case unguarded, guardRemoved, guardNarrowed, handlerChanged, accessLost, accessWidened
      case removed, shadowed, taken, narrowed, methodLost, viewLost, parameters
      case nameGone, nameMoved, undecided
      case guardAdded, guardWidened, added, widened, methodAdded, viewAdded, tagsChanged
      case accessChanged
    }

    let value: Value

    init(_ value: Value) { self.value = value }

    /// Makes the kind with a name, or `nil` when there is none.
    public init?(rawValue: String) {
      guard let value = Value(rawValue: rawValue) else { return nil }
      self.value = value
    }

    /// The name of the kind.
    public var rawValue: String { value.rawValue }

    /// The name of the kind.
    public var description: String { rawValue }

    /// A guard was asked and none is now, where a map or fallback runs.
    public static var unguarded: Kind { Kind(.unguarded) }
    /// A guard is gone, where a map or fallback runs.
    public static var guardRemoved: Kind { Kind(.guardRemoved) }
    /// A guard is asked about less than it was.
    public static var guardNarrowed: Kind { Kind(.guardNarrowed) }
    /// A route of a table that several servers share has another handler, or other settings; of a
    /// map, a fallback or a guard that only observes it breaks nothing.
    public static var handlerChanged: Kind { Kind(.handlerChanged) }
    /// A map or fallback has no declared access any more.
    public static var accessLost: Kind { Kind(.accessLost) }
    /// The declared access of a map or fallback requires fewer guards, or is public now.
    public static var accessWidened: Kind { Kind(.accessWidened) }
    /// A route that ran is gone.
    public static var removed: Kind { Kind(.removed) }
    /// A map or fallback that ran never does now, for others win wherever it matches.
    public static var shadowed: Kind { Kind(.shadowed) }
    /// Another map or fallback wins where one ran that still matches.
    public static var taken: Kind { Kind(.taken) }
    /// A route matches less than it did.
    public static var narrowed: Kind { Kind(.narrowed) }
    /// A method finds a route no longer.
    public static var methodLost: Kind { Kind(.methodLost) }
    /// A view finds a route no longer, as it lost the tag.
    public static var viewLost: Kind { Kind(.viewLost) }
    /// A handler is given other parameters.
    public static var parameters: Kind { Kind(.parameters) }
    /// No route has a name any more.
    public static var nameGone: Kind { Kind(.nameGone) }
    /// A name makes another URL, or none, of the same values.
    public static var nameMoved: Kind { Kind(.nameMoved) }
    /// Not all was compared.
    public static var undecided: Kind { Kind(.undecided) }
    /// A guard is new.
    public static var guardAdded: Kind { Kind(.guardAdded) }
    /// A guard is asked about more than it was.
    public static var guardWidened: Kind { Kind(.guardWidened) }
    /// A route is new.
    public static var added: Kind { Kind(.added) }
    /// A route runs for more than it did.
    public static var widened: Kind { Kind(.widened) }
    /// A method finds a route that it did not find.
    public static var methodAdded: Kind { Kind(.methodAdded) }
    /// A view finds a route that it did not find.
    public static var viewAdded: Kind { Kind(.viewAdded) }
    /// A route has other tags, apart from those of methods.
    public static var tagsChanged: Kind { Kind(.tagsChanged) }
    /// The access of a map or fallback is declared now, requires more, or has another reason.
    public static var accessChanged: Kind { Kind(.accessChanged) }
  }

  /// The kind of difference.
  public let kind: Kind
  /// Whether somebody who relied on the old table may be let down, or in danger.
  public let isBreaking: Bool
  /// Whether the difference is certain, or could not be decided; never `no`.
  public let certainty: Certainty
  /// The route of the old table, if there is one.
  public let old: RouteDescription?
  /// The route of the new table, if there is one.
  public let new: RouteDescription?
  /// The methods of the requests for which it is so; none where the table is not asked by requests.
  public let methods: [RequestMethod]
  /// The method of the example.
  public let method: RequestMethod?
  /// The tag through which the example is looked up, if one is.
  public let view: RouteTag?
  /// A target that shows it, or the URL of a name.
  public let example: String?
  /// The difference in words.
  public let message: String
}

extension RouteDifference: CustomStringConvertible {
  /// The kind and the words, on one line.
  public var description: String { "\(kind): \(message)" }
}
