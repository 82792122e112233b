import NavigationTree

/// The endpoints of the tree; each is a page with a URL.
enum Place: CaseIterable, Sendable {
  case login, welcome
  case today, story, news, newsStory
  case books, book
  case profile, orders, order, delivery

  /// The pattern of the place, in the tree and in the router alike.
  var pattern: RoutePattern { Self.patterns[self] ?? source }

  // A pattern is compiled when it is made: once for each place, and not whenever a link is drawn.
  private static let patterns = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.source) })

  private var source: RoutePattern {
    switch self {
    case .login: "/login"
    case .welcome: "/welcome"
    case .today: "/today"
    case .story: "/today/story/:kind(news|essay)/:id(\\d+)"
    case .news: "/today/news"
    case .newsStory: "/today/news/:id(\\d+)"
    case .books: "/books"
    case .book: "/books/:id(\\d+)"
    case .profile: "/profile"
    case .orders: "/profile/orders"
    case .order: "/profile/orders/:id(\\d+)"
    case .delivery: "/profile/delivery"
    }
  }

  /// The title of the place in the bar of tabs, in links back to it, and in the table of routes.
  var title: String {
    switch self {
    case .login: "Sign in"
    case .welcome: "Welcome"
    case .today: "Today"
    case .story, .newsStory: "Story"
    case .news: "All news"
    case .books: "Books"
    case .book: "Book"
    case .profile: "Profile"
    case .orders: "Orders"
    case .order: "Order"
    case .delivery: "Delivery"
    }
  }

  /// Whether only visitors who have signed in see it.
  var isPrivate: Bool {
    switch self {
    case .profile, .orders, .order, .delivery: true
    default: false
    }
  }

  /// Whether one passes through it on the way in: its query names the place to go on to.
  var isPassed: Bool { self == .login || self == .welcome }

  /// The place that the tree knows by a route.
  init?(route: String) {
    guard let place = Self.byRoute[route] else { return nil }
    self = place
  }

  private static let byRoute = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.pattern.text, $0) }
  )

  /// The URL of the place with some parameters; that of the first page where they do not fit.
  func url(_ parameters: Parameters = Parameters()) -> String {
    var values: [String: String] = [:]
    for name in pattern.parameterNames { values[name] = parameters.path[name] }
    return (try? pattern.url(values)) ?? "/today"
  }

  /// Returns the request for the place that a router has found, with the parameters of its own and
  /// without a query.
  func request(_ parameters: Parameters, _ target: RouteTarget) -> EndpointRequest {
    var own = PathParameters()
    for name in pattern.parameterNames {
      if let value = parameters.path.value(of: name) { own.setValue(value, of: name) }
    }
    return EndpointRequest(pattern.text, RouteParameters(path: own), target)
  }

  /// The tags of its route.
  var tags: [RouteTag] { isPrivate ? ["Pages", "Private"] : ["Pages"] }
}
