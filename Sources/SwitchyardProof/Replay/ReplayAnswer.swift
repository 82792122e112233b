/// The answer of a table to a request, as a number: the place of a route among the entries, or
/// below zero one of those that no route gives.
struct ReplayAnswer: Hashable, Sendable {
  let number: Int32

  static func route(_ place: Int) -> Self { Self(number: Int32(truncatingIfNeeded: place)) }

  static let notFound = Self(number: -1)
  static let methodNotAllowed = Self(number: -2)
  /// OPTIONS where there are maps for other methods, or of the server as a whole.
  static let options = Self(number: -3)
  static let badRequest = Self(number: -4)
  static let uriTooLong = Self(number: -5)
  /// A match has hit a limit.
  static let undecided = Self(number: -6)
  /// The number of those that no route gives.
  static let others = 6

  /// The place of the route, if one answers.
  var place: Int? { number >= 0 ? Int(number) : nil }

  /// The answer in words for reports; the name of the route is for whoever knows the table.
  var status: String? {
    switch self {
    case .notFound: "404"
    case .methodNotAllowed: "405"
    case .options: "204"
    case .badRequest: "400"
    case .uriTooLong: "414"
    case .undecided: "undecided"
    default: nil
    }
  }
}
