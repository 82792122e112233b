public import Switchyard

extension RouteRegistrar {
  /// Registers a map that shows a controller, on the main queue.
  ///
  ///     router.map(
  ///       "app://books/:id", host: window, source: .named("Book"), style: .push(animated: true)
  ///     ) { controller, parameters, payload in
  ///       …
  ///     }
  ///
  /// When the route is opened the controller is made, prepares itself if it is a
  /// ``RoutingPresentationSetup``, and is passed to the setup; then the host names the controller
  /// that presents, and shows the new one in the style. The map has completed when the host's
  /// completion is called. A controller that cannot be shown ends the dispatch as failed, see
  /// ``PresentationError``.
  ///
  /// The route keeps its host for as long as it lives itself, so that an adapter can be made in
  /// place. A host that lives in a window, or keeps its router, holds one of them weakly. Closures
  /// that use the router capture it weakly or unowned, as in any handler.
  ///
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - tags: labels for views such as `router["Views"]`, besides those of the view or group that
  ///     it is registered with.
  ///   - owner: an object whose end removes the route.
  ///   - name: the name of the route in listings and for `url(named:)`.
  ///   - access: who may come to it; without it what the innermost group says.
  ///   - about: notes on it for those who call it.
  ///   - host: the host that shows the controller.
  ///   - source: the source of the controller.
  ///   - style: the style it is shown in.
  ///   - setup: a closure that prepares it, after it has prepared itself.
  ///   - fileID: the file that registers it, for faults and listings.
  ///   - line: the line that registers it, for faults and listings.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func map<Host: PresentationHost>(
    _ pattern: RoutePattern,
    tags: [RouteTag] = ["Views"],
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    host: Host,
    source: ControllerSource<Host.Controller>,
    style: PresentationStyle<Host.Controller> = .show,
    setup: PresentationSetup<Host.Controller>? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> RouteID {
    let presentation = Presentation(source: source, style: style, setup: setup)
    let options = RouteOptions(tags, .main, owner, name, fileID, line).declaring(access, about)
    return map(
      pattern,
      options,
      throwing: { context, completed in
        try presentation.begin(
          on: host,
          route: context.route,
          parameters: context.parameters,
          payload: context.payload,
          completed: completed
        )
      }
    )
  }

  /// Returns a registrar whose maps show controllers with a host, so that each need not name it.
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
  /// The router that routes are registered with, and the settings added to each.
  public let scope: RegistrationScope
  /// The host that shows the controllers.
  public let host: Host

  /// Registers a map that shows a controller with the registrar's host, on the main queue.
  ///
  /// - Parameters:
  ///   - pattern: the pattern to be matched.
  ///   - tags: labels for views such as `router["Views"]`, besides those of the view or group that
  ///     it is registered with.
  ///   - owner: an object whose end removes the route.
  ///   - name: the name of the route in listings and for `url(named:)`.
  ///   - access: who may come to it; without it what the innermost group says.
  ///   - about: notes on it for those who call it.
  ///   - source: the source of the controller.
  ///   - style: the style it is shown in.
  ///   - setup: a closure that prepares it, after it has prepared itself.
  ///   - fileID: the file that registers it, for faults and listings.
  ///   - line: the line that registers it, for faults and listings.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func map(
    _ pattern: RoutePattern,
    tags: [RouteTag] = ["Views"],
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    source: ControllerSource<Host.Controller>,
    style: PresentationStyle<Host.Controller> = .show,
    setup: PresentationSetup<Host.Controller>? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> RouteID {
    map(
      pattern,
      tags: tags,
      owner: owner,
      name: name,
      access: access,
      about: about,
      host: host,
      source: source,
      style: style,
      setup: setup,
      fileID: fileID,
      line: line
    )
  }
}
