/// What a visitor has told, and what pages need to know.
struct Facts: Sendable {
  var isSignedIn = false
  var name: String?
  var orders: [Order] = []
  var address = ""
  /// What forms carry, so that no other site can send them.
  var token = Secret.make()
}
