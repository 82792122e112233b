import RoutePatterns

/// What an endpoint is opened by.
enum EndpointRule: Sendable {
  case pattern(RoutePattern)
  case closure(EndpointClosure)
  /// A text that is no pattern, which is found when the tree is checked.
  case invalid(PatternError)

  /// The slashes that the endpoint's targets are read with, if a pattern says so.
  var slashes: RouteTarget.SlashPolicy? {
    if case .pattern(let pattern) = self { pattern.options.slashes } else { nil }
  }

  init(_ route: some RouteType) {
    // A pattern that is one already keeps its options.
    if let pattern = route as? RoutePattern {
      self = .pattern(pattern)
      return
    }
    do {
      self = .pattern(try RoutePattern(route: route))
    } catch {
      self = .invalid(error)
    }
  }
}

/// An endpoint that closures decide on.
struct EndpointClosure: Sendable {
  let name: String?
  let isMatching: @Sendable (any RoutingRequestType) -> Bool
  let resolve: @Sendable (any RoutingRequestType) -> RouteParameters
  let url: (@Sendable (RouteParameters) -> String?)?
}

/// Where in a program something stands.
struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
  let file: String
  let line: UInt

  init(file: StaticString, line: UInt) {
    self.file = file.description
    self.line = line
  }

  var description: String { "\(file):\(line)" }
}
