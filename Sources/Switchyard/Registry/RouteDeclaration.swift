/// The things that are declared of a map or fallback: who may come to it, and notes on it.
///
/// Few routes are asked for it, so that an entry has one reference to it.
final class RouteDeclaration: Sendable {
  let access: RouteAccess?
  let notes: RouteNotes?

  /// Makes a declaration; `nil` where nothing is declared.
  init?(_ access: RouteAccess?, _ notes: RouteNotes?) {
    guard access != nil || notes != nil else { return nil }
    self.access = access
    self.notes = notes
  }
}
