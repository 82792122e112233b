import RoutePatterns

/// The patterns of the yard: signals are guards, points are proxies, tracks are maps.
enum YardLine {
  static let signal: RoutePattern = "/*"
  static let closed: RoutePattern = "/closed/*"
  static let points: RoutePattern = "/:line/:wagon"
  static let oldLine: RoutePattern = "/old/:wagon"
  static let main: RoutePattern = "/main/:wagon"
  static let bay: RoutePattern = "/bay/:wagon"
}
