package import Dispatch

/// The settings of a route beside its pattern and its handler.
package struct RouteOptions {
  /// The tags by which views find it; of a guard, the methods that it is asked for.
  package var tags: [RouteTag]
  let place: HandlerPlace
  let owner: (any RouteOwner)?
  let name: String?
  let fileID: StaticString
  let line: UInt
  /// Whether it is a guard that turns nobody away.
  package var isObserving = false
  /// The targets that it is not asked about, of a guard.
  package var exceptions: [GuardException] = []
  /// Whether it is middleware that runs also where there is neither map nor fallback.
  package var isForMisses = false
  /// The access of a map or fallback; `nil` for that of its group.
  var access: RouteAccess?
  /// The notes on it, of a map or fallback.
  var notes: RouteNotes?

  /// Makes the settings of a route whose handler runs on a queue, or wherever the router's do.
  package init(
    _ tags: [RouteTag],
    _ queue: DispatchQueue?,
    _ owner: (any RouteOwner)?,
    _ name: String?,
    _ fileID: StaticString,
    _ line: UInt
  ) {
    self.tags = tags
    place = HandlerPlace(queue)
    self.owner = owner
    self.name = name
    self.fileID = fileID
    self.line = line
  }

  /// Makes the settings of a route whose handler runs on the main actor.
  package init(
    _ tags: [RouteTag],
    _ queue: MainQueue,
    _ owner: (any RouteOwner)?,
    _ name: String?,
    _ fileID: StaticString,
    _ line: UInt
  ) {
    self.tags = tags
    place = .main
    self.owner = owner
    self.name = name
    self.fileID = fileID
    self.line = line
  }

  /// Returns the settings of a map or fallback with who may come to it, and notes on it.
  package consuming func declaring(
    _ access: consuming RouteAccess?,
    _ notes: consuming RouteNotes?
  ) -> RouteOptions {
    self.access = access
    self.notes = notes
    return self
  }

  /// Returns the settings of a guard that turns nobody away or may, with its exceptions.
  consuming func observing(_ isObserving: Bool, except exceptions: [GuardException]) -> RouteOptions
  {
    self.isObserving = isObserving
    self.exceptions = exceptions
    return self
  }
}
