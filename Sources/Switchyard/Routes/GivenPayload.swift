/// The payload that a target is opened with.
///
/// In a box where it is a value of some type: it is handed on often, and to copy what may be
/// anything takes calls into the runtime.
enum GivenPayload: Sendable {
  case nothing
  /// The attachment that the module that began the dispatch has given it.
  case attachment
  indirect case value(any Sendable)

  init(_ payload: borrowing (any Sendable)?) {
    // To copy what may be anything takes calls into the runtime, also where it is nothing.
    guard payload != nil, let payload = copy payload else {
      self = .nothing
      return
    }
    self = .value(payload)
  }
}
