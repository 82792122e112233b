extension DispatchError {
  init(
    _ code: Code,
    target: String,
    entry: RouteEntry?,
    path: [String] = [],
    cause: (any Error)? = nil
  ) {
    self.init(code, target: target, route: entry?.matched.route, path: path, cause: cause)
  }
}

extension RouterFault {
  init(_ event: Event, entry: RouteEntry?, target: String? = nil) {
    self.init(event, route: entry?.matched.route, target: target)
  }
}
