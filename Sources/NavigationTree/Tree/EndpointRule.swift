/// The rule by which an endpoint is opened.
enum EndpointRule: Sendable {
  case pattern(RoutePattern)
  case closure(EndpointClosure)
  /// A text that is not a valid pattern, which is found when the tree is checked.
  case invalid(PatternError)

  /// The slash policy of the endpoint's targets, if its rule is a pattern.
  var slashes: RouteTarget.SlashPolicy? {
    if case .pattern(let pattern) = self { pattern.options.slashes } else { nil }
  }

  init(_ route: some RouteType) {
    // A pattern that is one already keeps its options.
    if let pattern = route as? RoutePattern {
      self = .pattern(pattern)
      return
    }
    self.init { () throws(PatternError) in try RoutePattern(route: route) }
  }

  init(_ makePattern: () throws(PatternError) -> RoutePattern) {
    do throws(PatternError) {
      self = .pattern(try makePattern())
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

/// A place in the source of a program.
struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
  let file: String
  let line: UInt

  init(file: StaticString, line: UInt) {
    self.file = file.description
    self.line = line
  }

  var description: String { "\(file):\(line)" }
}
