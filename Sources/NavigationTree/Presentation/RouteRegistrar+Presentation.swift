public import RoutePatterns
public import Switchyard

extension RouteRegistrar {
  /// Registers a map that shows a controller, on the main queue.
  ///
  ///     router.map("app://books/:id", host: window, source: .named("Book"), style: .push(animated: true)) {
  ///       controller, parameters, passed in …
  ///     }
  ///
  /// When it is opened the controller is made, prepares itself if it is a ``RoutingPresentationSetup``, and is
  /// handed to the setup; then the host says who presents, and shows it in the style. The map has completed when
  /// the host says so. What cannot be shown ends the dispatch as failed, see ``PresentationError``.
  ///
  /// The route keeps its host for as long as it lives itself, so that an adapter can be made in place. A host that
  /// lives in a window, or keeps its router, holds one of them weakly. Closures that use the router capture it
  /// weakly or unowned, as in any handler.
  ///
  /// - Parameters:
  ///   - pattern: what is to be matched.
  ///   - tags: what the route is found by, besides those of the view or group that it is registered with.
  ///   - owner: an object that the route lives no longer than.
  ///   - name: what the route is called in listings, and found by for `url(named:)`.
  ///   - host: what it is shown with.
  ///   - source: where the controller comes from.
  ///   - style: how it is shown.
  ///   - setup: what prepares it, after it has prepared itself.
  /// - Returns: what the route is disposed of by.
  @discardableResult
  public func map<Host: PresentationHost>(
    _ pattern: RoutePattern,
    tags: [RouteTag] = ["Views"],
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    host: Host,
    source: ControllerSource<Host.Controller>,
    style: PresentationStyle<Host.Controller> = .show,
    setup: PresentationSetup<Host.Controller>? = nil
  ) -> RouteUUID {
    let presentation = Presentation(source: source, style: style, setup: setup)
    return map(pattern, tags: tags, owner: owner, name: name) { context, completed in
      try presentation.begin(
        on: host,
        route: context.route,
        parameters: context.parameters,
        passed: context.payload,
        completed: completed
      )
    }
  }

  /// A registrar whose maps show controllers with a host, so that each need not name it.
  ///
  ///     let screens = router.presenting(on: window)
  ///     screens.map("app://books", source: .named("Books"))
  ///     screens.map("app://books/:id", source: .named("Book"), style: .push(animated: true))
  ///
  /// For a group, it is asked of the group: `router.group("/shop").presenting(on: window)`.
  public func presenting<Host: PresentationHost>(on host: Host) -> PresentingRegistrar<Host> {
    PresentingRegistrar(scope: scope, host: host)
  }
}

/// A part of a router whose maps show controllers with one host.
public struct PresentingRegistrar<Host: PresentationHost>: RouteRegistrar {
  /// Where routes are registered, and what is added to them.
  public let scope: RegistrationScope
  /// What they are shown with.
  public let host: Host

  /// Registers a map that shows a controller with the registrar's host, on the main queue.
  ///
  /// - Parameters:
  ///   - pattern: what is to be matched.
  ///   - tags: what the route is found by, besides those of the view or group that it is registered with.
  ///   - owner: an object that the route lives no longer than.
  ///   - name: what the route is called in listings, and found by for `url(named:)`.
  ///   - source: where the controller comes from.
  ///   - style: how it is shown.
  ///   - setup: what prepares it, after it has prepared itself.
  /// - Returns: what the route is disposed of by.
  @discardableResult
  public func map(
    _ pattern: RoutePattern,
    tags: [RouteTag] = ["Views"],
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    source: ControllerSource<Host.Controller>,
    style: PresentationStyle<Host.Controller> = .show,
    setup: PresentationSetup<Host.Controller>? = nil
  ) -> RouteUUID {
    map(
      pattern,
      tags: tags,
      owner: owner,
      name: name,
      host: host,
      source: source,
      style: style,
      setup: setup
    )
  }
}
