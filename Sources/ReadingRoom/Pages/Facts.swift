/// The data that a visitor has given, and values that pages need.
struct Facts: Sendable {
  var isSignedIn = false
  var name: String?
  var orders: [Order] = []
  var address = ""
  /// The book whose order was begun before signing in, and is made after it.
  var wanted: Int?
  /// The step of the tour that the visitor has come to.
  var tour = Tour.openBook
  /// The token in forms, so that no other site can send them.
  var token = Secret.make()

  /// Whether the visitor can order: has signed in, and told a name.
  var isKnown: Bool { isSignedIn && name != nil }
}
