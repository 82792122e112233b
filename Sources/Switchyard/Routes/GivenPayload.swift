/// The payload that a target is opened with.
///
/// In a box where it is a value of some type: it is handed on often, and to copy what may be
/// anything takes calls into the runtime.
enum GivenPayload: Sendable {
  case nothing
  /// The attachment that the module that began the dispatch has given it.
  case attachment
  indirect case value(any Sendable)

  init(_ payload: (any Sendable)?) {
    self = payload.map { .value($0) } ?? .nothing
  }
}
