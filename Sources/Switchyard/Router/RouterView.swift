import RouteIndex

/// A router seen through tags.
///
///     router["Views", "Logs"].open("app://books/1", payload: Date())
///     router["Views"].map("app://books/:id") { … }       // has the tag
///
/// Maps that have one of the tags are found, and proxies that have one or none; guards stand before
/// every lookup. A view is a value: it copies nothing, and sees the routes that exist when
/// something is opened.
public struct RouterView: RouteRegistrar, RouteLookup {
  let core: RouterCore
  /// The tags of the view; none for the whole router.
  public let tags: [RouteTag]
  /// The key of the one tag, or that of none; `nil` if there are several.
  let key: IndexTag?

  init(core: RouterCore, tags: [RouteTag]) {
    self.core = core
    self.tags = tags
    key = tags.count > 1 ? nil : tags.first?.key ?? .all
  }

  /// The scope of lookups: what the view finds.
  public var lookupScope: LookupScope { LookupScope(view: self) }

  /// The scope of registrations: the router, with the tags of the view.
  public var scope: RegistrationScope {
    RegistrationScope(core).adding(prefix: nil, tags: tags, place: .inherited, owner: nil)
  }
}
