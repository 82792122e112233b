import Synchronization

/// A registered route.
///
/// What is said of it once stays; that it was disposed of is known at once to every dispatch that
/// holds it.
final class RouteEntry: Sendable {
  /// The part of it that handlers know, which they may keep longer than there is the route.
  let matched: MatchedEntry
  private let owners: [OwnerReference]
  /// The targets that it is not asked about, of a guard.
  let exceptions: [GuardException]
  /// The things that are declared of it, of a map or fallback.
  let declaration: RouteDeclaration?
  /// The place in the order of registration, given by the registry before anybody else sees the
  /// entry.
  private let sequence = Atomic(0)
  let place: HandlerPlace
  // In this order they fill what would else be left empty between them.
  let body: HandlerBody
  let kind: RouteKind
  /// Whether it is a guard that turns nobody away.
  let isObserving: Bool
  /// Whether it is middleware that runs also where there is neither map nor fallback.
  let isForMisses: Bool
  /// Whether one of its tags is no method.
  private let hasNamedTags: Bool
  /// Whether every lookup finds it, whatever tags that has.
  private let fitsAll: Bool
  /// Whether one of its tags is a method that is none of the known ones, and is counted among those
  /// that requests may ask for.
  private let hasOtherMethods: Bool
  /// The bits of those of its tags that are known methods; here, as the tags lie far away.
  private let methodBits: UInt64
  /// Whether it is a function that runs wherever it is called.
  let isFunction: Bool
  /// The function that it is as middleware, if it is one.
  let middlewareFunction: MiddlewareFunction?
  /// Whether it is middleware that is a function around all that it matches, runs behind it alone,
  /// and sets no time limit.
  let isPlainMiddleware: Bool
  private let disposed = Atomic(false)

  init(
    kind: RouteKind,
    pattern: RoutePattern,
    tags: [RouteTag],
    place: HandlerPlace,
    owners: [OwnerReference],
    name: String?,
    origin: RouteOrigin,
    isObserving: Bool = false,
    isForMisses: Bool = false,
    exceptions: [GuardException] = [],
    declaration: RouteDeclaration? = nil,
    body: HandlerBody
  ) {
    self.kind = kind
    self.isObserving = isObserving
    self.isForMisses = isForMisses
    self.exceptions = exceptions
    self.declaration = declaration
    self.place = place
    self.owners = owners
    self.body = body
    hasNamedTags = tags.contains { $0.name != nil }
    // The methods of guards and middleware are of no map that a request could ask for.
    hasOtherMethods =
      kind != .guard && kind != .middleware && tags.contains(where: \.isOfUnknownMethod)
    methodBits = tags.bits & RouteTag.methodBits
    fitsAll =
      switch kind {
      case .guard, .proxy: tags.isEmpty
      case .middleware: tags.allSatisfy { $0.methodToken == nil }
      case .map, .fallback: false
      }
    isFunction = body.isFunction && place.isInherited
    let function: MiddlewareFunction? =
      if case .middleware(.function(let function)) = body { function } else { nil }
    middlewareFunction = function
    isPlainMiddleware =
      isFunction && !hasNamedTags
      && function.map { $0.before == nil && $0.timeLimit == nil } ?? false
    matched = MatchedEntry(
      MatchedRoute(
        id: RouteID(),
        kind: kind,
        pattern: pattern,
        tags: tags,
        name: name,
        origin: origin
      )
    )
    if hasOtherMethods { MethodTags.add(tags) }
  }

  deinit { if hasOtherMethods { MethodTags.remove(tags) } }

  var id: RouteID { matched.route.id }
  var pattern: RoutePattern { matched.route.pattern }
  /// The tags by which lookups find it; of a guard, the methods that it is asked for, or none for
  /// all.
  var tags: [RouteTag] { matched.route.tags }
  var name: String? { matched.route.name }

  /// Whether it may still start.
  ///
  /// Looking at an owner can be what releases it for the last time, and its end may call the
  /// router: never asked for under a lock.
  // Looked at again behind the owners, whose end may be what disposes of it.
  var isLive: Bool { !isDisposed && (owners.isEmpty || !isOrphaned && !isDisposed) }

  /// Whether it was taken away; unlike `isLive` it can be asked for anywhere.
  var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  var hasOwners: Bool { !owners.isEmpty }

  /// Whether all owners live; `nil` when there is none.
  var isOwned: Bool? { owners.isEmpty ? nil : owners.allSatisfy { $0.isAlive != false } }

  /// Whether an owner is gone, and with it the route, whatever version it is found in.
  ///
  /// Never asked for under a lock, nor while the index is read, as `isLive`.
  var isOrphaned: Bool { isOwned == false }

  /// Retains the owners, if all of them live.
  /// - Returns: whether they do, or there is none.
  func retainOwners(in retained: inout RetainedOwners) -> Bool {
    owners.allSatisfy { $0.retain(in: &retained) }
  }

  /// The identifiers of the owners; an object that comes to be where one was has the same.
  var ownerIdentifiers: [ObjectIdentifier] { owners.compactMap(\.identifier) }

  /// The identifiers of the owners that are gone.
  var goneOwners: [ObjectIdentifier] {
    owners.filter { $0.isAlive == false }.compactMap(\.identifier)
  }

  var order: Int {
    get { sequence.load(ordering: .relaxed) }
    set { sequence.store(newValue, ordering: .relaxed) }
  }

  /// Whether it runs around a map or fallback that it matches, as middleware with its tags, or with
  /// none but those of methods; around `nil` if it runs where there is neither.
  func isAround(_ end: RouteEntry?) -> Bool {
    guard let end else { return isAroundMisses }
    return !hasNamedTags || tags.contains { $0.name != nil && end.tags.contains($0) }
  }

  /// Whether it is middleware that runs where there is neither map nor fallback: not where it has
  /// tags of maps.
  var isAroundMisses: Bool { isForMisses && !hasNamedTags }

  /// Whether it is a guard that a lookup does not ask, as one of its exceptions is for that.
  func excepts(_ target: RouteTarget, _ lookup: [RouteTag], _ budget: inout MatchBudget) -> Bool {
    for exception in exceptions where exception.isFor(lookup) {
      do throws(MatchError) {
        if try exception.pattern.captures(of: target, budget: &budget) != nil { return true }
      } catch {
        // Where it is in doubt the guard is asked.
      }
    }
    return false
  }

  /// Marks it as gone, for good.
  func markDisposed() { disposed.store(true, ordering: .releasing) }

  /// Whether a lookup with these tags finds it.
  ///
  /// A guard is found by all, but one for some methods not by a request of another; so is
  /// middleware. What is looked up by other tags besides, or by none of a method, is no request.
  @inline(__always)
  func fits(_ lookup: [RouteTag]) -> Bool {
    fitsAll || lookup.isEmpty || methodBits & lookup.bits != 0 || fitsOne(of: lookup)
  }

  @inline(never)
  private func fitsOne(of lookup: [RouteTag]) -> Bool {
    if kind == .guard || kind == .middleware, !lookup.isOfRequest { return true }
    // By their places: a tag that is handed on counts a reference to its text.
    for place in tags.indices {
      // The names of middleware are those of maps that it is around.
      if kind == .middleware, tags[place].methodToken == nil { continue }
      for other in lookup.indices where lookup[other].key == tags[place].key { return true }
    }
    return false
  }
}
