/// An error thrown when a value cannot stand in an event.
public struct ServerSentEventError: Error, Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case event, id, retry
  }

  let part: Part

  init(_ part: Part) { self.part = part }
}

extension ServerSentEventError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch part {
    case .event:
      "The type of the event has a line break, which would end it. Put what has lines into the data."
    case .id:
      "The identifier of the event has a line break or NUL, with which no client keeps it. Leave them out."
    case .retry:
      "The time after which a client asks anew is negative or too long. Give it one of milliseconds to years."
    }
  }
}
