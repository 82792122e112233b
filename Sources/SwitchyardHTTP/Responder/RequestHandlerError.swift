/// An error thrown when a handler could not answer.
public enum RequestHandlerError: Error, Hashable, Sendable {
  /// It answers requests, and was not opened by a responder.
  case noExchange
  /// It has ended, and set no response.
  case noResponse
  /// Its response has a status below 200, after which a client waits for another.
  case informationalStatus(ResponseStatus)
}

extension RequestHandlerError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch self {
    case .noExchange:
      "The route answers HTTP requests, and was not opened by one. Open it through RouteResponder, or register "
        + "it with `map`."
    case .noResponse:
      "The handler has ended without a response. Return one from `get` and its siblings, or call "
        + "`exchange.respond(with:)` before `completed`."
    case .informationalStatus(let status):
      "The response has the status \(status), after which a client waits for another. Give it one from 200 on."
    }
  }
}
