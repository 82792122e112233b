/// An error thrown when a handler could not answer.
public struct RequestHandlerError: Error, Hashable, Sendable {
  private enum Code: Hashable, Sendable {
    case noExchange
    case noResponse
    case informationalStatus(ResponseStatus)
    case negativeBody(String, Int)
  }

  private let code: Code

  private init(_ code: Code) { self.code = code }

  /// It answers requests, and was not opened by a responder.
  public static var noExchange: Self { Self(.noExchange) }

  /// It has ended, and set no response.
  public static var noResponse: Self { Self(.noResponse) }

  /// Its response has a status below 200, after which a client waits for another.
  public static func informationalStatus(_ status: ResponseStatus) -> Self {
    Self(.informationalStatus(status))
  }

  /// The body of its response has a number below zero for its length, or its offset in a file.
  static func negativeBody(_ name: String, _ value: Int) -> Self {
    Self(.negativeBody(name, value))
  }
}

extension RequestHandlerError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch code {
    case .noExchange:
      "The route answers HTTP requests, and was not opened by one. Open it through RouteResponder, or register "
        + "it with `map`."
    case .noResponse:
      "The handler has ended without a response. Return one from `get` and its siblings, or call "
        + "`exchange.respond(with:)` before `completed`."
    case .informationalStatus(let status):
      "The response has the status \(status), after which a client waits for another. Give it one from 200 on."
    case .negativeBody(let name, let value):
      "The body of the response has \(value) for its \(name), which none has. Give it 0 or more."
    }
  }
}
