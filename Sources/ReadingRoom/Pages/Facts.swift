/// The data that a visitor has given, and values that pages need.
struct Facts: Sendable {
  var isSignedIn = false
  var name: String?
  var orders: [Order] = []
  var address = ""
  /// The token in forms, so that no other site can send them.
  var token = Secret.make()
}
