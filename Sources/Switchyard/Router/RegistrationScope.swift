/// The router that a registrar registers with, and the prefix, tags, queue and owners that it adds
/// to each route.
public struct RegistrationScope: Sendable {
  let core: RouterCore
  /// The update that the routes are a part of, if they are.
  private let update: RouteUpdate?
  var prefix: RoutePattern?
  var tags: [RouteTag] = []
  var place = HandlerPlace.inherited
  var owners: [OwnerReference] = []
  /// The access of maps and fallbacks that have none of their own.
  var access: RouteAccess?

  init(_ core: RouterCore, in update: RouteUpdate? = nil) {
    self.core = core
    self.update = update
  }

  /// The scope within a group.
  func adding(
    prefix: RoutePattern?,
    tags: [RouteTag],
    place: HandlerPlace,
    owner: (any RouteOwner)?,
    access: RouteAccess? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> RegistrationScope {
    var scope = self
    if let prefix { scope.prefix = full(prefix, fileID, line) }
    scope.tags = self.tags(with: tags)
    scope.place = place.or(self.place)
    scope.owners = owners(with: owner)
    if let access { scope.access = access }
    return scope
  }

  /// The tags of a route, each of them once.
  private func tags(with others: [RouteTag]) -> [RouteTag] {
    if others.isEmpty { return tags }
    var (all, known) = (tags, Set(tags))
    for tag in others where known.insert(tag).inserted { all.append(tag) }
    return all
  }

  private func owners(with owner: (any RouteOwner)?) -> [OwnerReference] {
    guard let owner else { return owners }
    return owners + [OwnerReference(owner)]
  }

  /// Registers a route.
  func register(
    _ kind: RouteKind,
    _ pattern: RoutePattern,
    _ options: RouteOptions,
    _ body: HandlerBody
  ) -> RouteID {
    let isGuard = kind == .guard
    let isEnd = kind == .map || kind == .fallback
    let (fileID, line) = (options.fileID, options.line)
    let entry = RouteEntry(
      kind: kind,
      pattern: core.compile(full(pattern, fileID, line), fileID, line),
      tags: isGuard ? options.tags : tags(with: options.tags),
      place: options.place.or(place),
      owners: isGuard ? [] : owners(with: options.owner),
      name: options.name,
      origin: RouteOrigin(fileID, line),
      isObserving: options.isObserving,
      isForMisses: options.isForMisses,
      exceptions: full(options.exceptions, fileID, line),
      declaration: isEnd ? declaration(options) : nil,
      body: body
    )
    let route = entry.indexed(for: core.registry.index)
    if update?.add(route) != true { core.apply(adding: [route]) }
    return entry.id
  }

  /// The things that are declared of a map or fallback.
  private func declaration(_ options: borrowing RouteOptions) -> RouteDeclaration? {
    // Mostly nothing is, which is told without a copy.
    if case nil = options.notes, case nil = options.access, case nil = access { return nil }
    return RouteDeclaration(options.access ?? access, options.notes)
  }

  /// Disposes of routes, in one step.
  /// - Returns: how many of them there were.
  func dispose(of routes: [RouteID]) -> Int {
    update?.remove(routes) ?? core.apply(removing: routes)?.removed ?? 0
  }

  /// Returns a pattern behind the prefix as the router compiles it, if the two make one.
  func compiled(_ pattern: RoutePattern) throws(PatternError) -> RoutePattern {
    let full = try checked(pattern)
    guard !core.configuration.hasPolicies(of: full) else { return full }
    return try full.with(core.configuration.patternOptions(for: full))
  }

  /// Returns a pattern behind the prefix, if the two make one.
  private func checked(_ pattern: RoutePattern) throws(PatternError) -> RoutePattern {
    // Before it takes on the policies of the prefix.
    try pattern.check(under: core.configuration.letterCase)
    return try prefix?.appending(pattern) ?? pattern
  }

  /// Returns the exceptions of a guard with their patterns behind the prefix, compiled.
  private func full(
    _ exceptions: [GuardException],
    _ fileID: StaticString,
    _ line: UInt
  ) -> [GuardException] {
    if exceptions.isEmpty { return [] }
    return exceptions.map { exception in
      let pattern = core.compile(full(exception.pattern, fileID, line), fileID, line)
      return GuardException(pattern, methods: exception.methods)
    }
  }

  /// Returns a pattern behind the prefix.
  private func full(
    _ pattern: RoutePattern,
    _ fileID: StaticString,
    _ line: UInt
  ) -> RoutePattern {
    do throws(PatternError) {
      try pattern.check(under: core.configuration.letterCase)
    } catch {
      fatalError("\(error)", file: fileID, line: line)
    }
    do throws(PatternError) {
      return try checked(pattern)
    } catch {
      // If a guard were left out here, the routes behind it would be open.
      let group = prefix.map { "\($0)" } ?? "/"
      fatalError(
        "The pattern \(pattern) cannot stand in the group \(group). \(error)",
        file: fileID,
        line: line
      )
    }
  }
}
