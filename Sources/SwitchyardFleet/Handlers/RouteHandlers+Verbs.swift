import SwitchyardProof

extension RouteHandlers {
  /// A handler of maps and fallbacks.
  public typealias MapHandler = @Sendable (RouteContext) async throws -> Void
  /// A handler of guards.
  public typealias GuardHandler = @Sendable (RouteContext) async throws -> GuardVerdict
  /// A handler of proxies.
  public typealias ProxyHandler = @Sendable (RouteContext) async throws -> ProxyDecision
  /// A handler of middleware.
  public typealias AroundHandler = @Sendable (RouteContext, NextHandler) async throws -> Void

  /// Names a handler of maps and fallbacks.
  public mutating func map(_ key: String, handler: @escaping MapHandler) {
    map(key) { _ in handler }
  }

  /// Names what makes the handler of a map or fallback of the settings of its route.
  public mutating func map(
    _ key: String,
    making: @escaping @Sendable (HandlerSettings) throws -> MapHandler
  ) {
    add(key, for: [.map, .fallback]) { route, table in
      let handler = try making(HandlerSettings(route: route.route))
      return table.register(
        route.route.kind,
        route.pattern,
        route.options,
        completing: handler
      )
    }
  }

  /// Names a handler that answers requests, of maps and fallbacks.
  public mutating func request(_ key: String, handler: @escaping RequestHandler) {
    request(key) { _ in handler }
  }

  /// Names what makes the handler that answers the requests of a route of its settings.
  public mutating func request(
    _ key: String,
    making: @escaping @Sendable (HandlerSettings) throws -> RequestHandler
  ) {
    add(key, for: [.map, .fallback]) { route, table in
      let handler = try making(HandlerSettings(route: route.route))
      return table.registerAnswering(route.route.kind, route.pattern, route.options, handler)
    }
  }

  /// Names a handler of guards.
  public mutating func `guard`(_ key: String, handler: @escaping GuardHandler) {
    `guard`(key) { _ in handler }
  }

  /// Names what makes the handler of a guard of the settings of its route.
  public mutating func `guard`(
    _ key: String,
    making: @escaping @Sendable (HandlerSettings) throws -> GuardHandler
  ) {
    add(key, for: [.guard]) { route, table in
      let handler = try making(HandlerSettings(route: route.route))
      return table.registerGuard(route.pattern, route.options, deciding: handler)
    }
  }

  /// Names a handler of proxies.
  public mutating func proxy(_ key: String, handler: @escaping ProxyHandler) {
    proxy(key) { _ in handler }
  }

  /// Names what makes the handler of a proxy of the settings of its route.
  public mutating func proxy(
    _ key: String,
    making: @escaping @Sendable (HandlerSettings) throws -> ProxyHandler
  ) {
    add(key, for: [.proxy]) { route, table in
      let handler = try making(HandlerSettings(route: route.route))
      return table.proxy(
        route.pattern,
        tags: route.route.tags,
        name: route.route.name,
        handler: handler
      )
    }
  }

  /// Names a handler of middleware, which runs around maps and fallbacks.
  public mutating func around(_ key: String, handler: @escaping AroundHandler) {
    add(key, for: [.middleware]) { route, table in
      table.registerMiddleware(route.pattern, route.options) { context, next in
        try await handler(context, next)
        return .handled
      }
    }
  }

  /// Names middleware of requests, which sees their responses.
  public mutating func use(_ key: String, handler: @escaping RequestMiddleware) {
    use(key) { _ in handler }
  }

  /// Names what makes middleware of requests of the settings of its route.
  public mutating func use(
    _ key: String,
    making: @escaping @Sendable (HandlerSettings) throws -> RequestMiddleware
  ) {
    add(key, for: [.middleware]) { route, table in
      let handler = try making(HandlerSettings(route: route.route))
      return table.registerMiddleware(route.pattern, route.options, answering: handler)
    }
  }
}

extension ListedRoute {
  /// All that is declared of it, as it is registered.
  fileprivate var options: RouteOptions {
    var options = RouteOptions(route.tags, nil, nil, route.name, #fileID, #line)
      .declaring(route.access, route.about)
    options.isObserving = route.isObserving == true
    options.isForMisses = route.isForMisses == true
    options.exceptions = exceptions
    return options
  }
}
