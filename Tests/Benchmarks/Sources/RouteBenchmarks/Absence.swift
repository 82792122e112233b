/// What does not take part, and why.
struct Absence: Error {
  var name: String
  var reason: String
  /// Whether it is of Switchyard's own: then the run shows less than it should.
  var isOurs: Bool
}
