/// The entry of a listing for a registered route.
///
/// In a coded listing the kind and the pattern are enough; any other field that is missing is
/// unknown, so that listings can be written by hand.
public struct RouteDescription: Hashable, Sendable {
  /// The route's identifier; `nil` in a listing that was not made by a router.
  public var id: RouteID?
  /// The kind of the route: a guard, proxy, middleware, map or fallback.
  public var kind: RouteKind
  /// The text of its pattern, as the router compiled it.
  public var pattern: String
  /// The regular expression that decides what matches, as the router uses it.
  public var regex: String?
  /// The tags of the views that find it; of a guard, the methods that it is asked for, or none for
  /// all.
  public var tags: [RouteTag]
  /// The label of the queue that its handler runs on; `nil` for the thread that drives the
  /// dispatch, or the queue of the middleware around it.
  public var queue: String?
  /// Whether its owner lives, or `nil` without an owner.
  public var isOwnerAlive: Bool?
  /// Whether it is a guard that turns nobody away; `nil` for any other route.
  public var isObserving: Bool?
  /// The targets that it is not asked about, of a guard that has exceptions: a pattern each, behind
  /// the methods if it is for some alone.
  public var exceptions: [String]?
  /// Whether it is middleware that runs also where there is neither map nor fallback; `nil` for any
  /// other route.
  public var isForMisses: Bool?
  /// Whether a closure decides on values, of a route in whose pattern, or in whose exceptions, one
  /// does; `nil` for any other.
  public var isOpaque: Bool?
  /// The name it was given.
  public var name: String?
  /// The declaration of who may come to it, of a map or fallback that has one.
  public var access: RouteAccess?
  /// The notes on it, of a map or fallback that has some.
  public var about: RouteNotes?
  /// The key of its handler, of a route that several servers share; `nil` where its name is the
  /// key, or it is no such route.
  public var handler: String?
  /// The settings that its handler is made with, of a route that several servers share.
  public var configuration: [String: String]?
  /// Its place in the order of registration, counted from 1 and never given twice.
  public var order: Int?
  /// The file and line that registered it, as `Module/File.swift:12`.
  public var origin: String?

  /// Describes a route; a field that is left out is unknown or absent.
  public init(
    _ kind: RouteKind,
    _ pattern: String,
    id: RouteID? = nil,
    regex: String? = nil,
    tags: [RouteTag] = [],
    queue: String? = nil,
    isOwnerAlive: Bool? = nil,
    isObserving: Bool? = nil,
    exceptions: [String]? = nil,
    isForMisses: Bool? = nil,
    isOpaque: Bool? = nil,
    name: String? = nil,
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    handler: String? = nil,
    configuration: [String: String]? = nil,
    order: Int? = nil,
    origin: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.pattern = pattern
    self.regex = regex
    self.tags = tags
    self.queue = queue
    self.isOwnerAlive = isOwnerAlive
    self.isObserving = isObserving
    self.exceptions = exceptions
    self.isForMisses = isForMisses
    self.isOpaque = isOpaque
    self.name = name
    self.access = access
    self.about = about
    self.handler = handler
    self.configuration = configuration
    self.order = order
    self.origin = origin
  }

  init(_ entry: RouteEntry, in core: RouterCore) {
    self.init(
      entry.kind,
      entry.pattern.text,
      id: entry.id,
      regex: entry.pattern.regex,
      tags: entry.tags,
      queue: entry.place.or(core.place).label,
      isOwnerAlive: entry.isOwned,
      isObserving: entry.isObserving ? true : nil,
      exceptions: entry.exceptions.isEmpty ? nil : entry.exceptions.map(\.description),
      isForMisses: entry.isForMisses ? true : nil,
      isOpaque: entry.isOpaque ? true : nil,
      name: entry.name,
      access: entry.declaration?.access,
      about: entry.declaration?.notes,
      order: entry.order,
      origin: entry.matched.route.origin.description
    )
  }
}

extension RouteEntry {
  /// Whether a closure decides on values of its pattern, or of an exception's.
  fileprivate var isOpaque: Bool {
    pattern.hasOpaqueValidations || exceptions.contains { $0.pattern.hasOpaqueValidations }
  }
}

extension RouteDescription {
  /// The pattern, and behind it the targets that a guard is not asked about.
  package var patternAndExceptions: String {
    guard let exceptions, !exceptions.isEmpty else { return pattern }
    return "\(pattern) except \(exceptions.joined(separator: ", "))"
  }
}

extension RouteDescription: CustomStringConvertible {
  /// The kind and the pattern.
  public var description: String { "\(kind.rawValue) \(pattern.printable)" }
}

extension RouteDescription: Codable {
  fileprivate enum CodingKeys: String, CodingKey {
    case id, kind, pattern, regex, tags, queue, name, access, about, order, origin
    case handler, configuration
    case isOwnerAlive = "ownerAlive"
    case isObserving = "observing"
    case exceptions = "except"
    case isForMisses = "forMisses"
    case isOpaque = "opaque"
  }

  /// Reads a route, of which only the kind and the pattern must be given.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(RouteKind.self, forKey: .kind),
      try container.decode(String.self, forKey: .pattern),
      id: try container.decodeIfPresent(RouteID.self, forKey: .id),
      regex: try container.decodeIfPresent(String.self, forKey: .regex),
      tags: try container.decodeIfPresent([RouteTag].self, forKey: .tags) ?? [],
      queue: try container.decodeIfPresent(String.self, forKey: .queue),
      isOwnerAlive: try container.decodeIfPresent(Bool.self, forKey: .isOwnerAlive),
      isObserving: try container.decodeIfPresent(Bool.self, forKey: .isObserving),
      exceptions: try container.decodeIfPresent([String].self, forKey: .exceptions),
      isForMisses: try container.decodeIfPresent(Bool.self, forKey: .isForMisses),
      isOpaque: try container.decodeIfPresent(Bool.self, forKey: .isOpaque),
      name: try container.decodeIfPresent(String.self, forKey: .name),
      access: try container.decodeIfPresent(RouteAccess.self, forKey: .access),
      about: try container.decodeIfPresent(RouteNotes.self, forKey: .about),
      handler: try container.decodeIfPresent(String.self, forKey: .handler),
      configuration: try container.decodeIfPresent([String: String].self, forKey: .configuration),
      order: try container.decodeIfPresent(Int.self, forKey: .order),
      origin: try container.decodeIfPresent(String.self, forKey: .origin)
    )
  }
}

extension RouteDescription.CodingKeys: CaseIterable {}

extension RouteDescription {
  /// The keys of a route in a coded listing; any other is of another version.
  package static let codedKeys = Set(CodingKeys.allCases.map(\.rawValue))
}
