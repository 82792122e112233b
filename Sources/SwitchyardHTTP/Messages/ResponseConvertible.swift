/// An error of the program's own that says how it is answered.
///
///     enum StockError: ResponseConvertible {
///       case soldOut(title: String)
///
///       var responseError: ResponseError {
///         switch self {
///         case .soldOut(let title):
///           ResponseError(.conflict, message: "\(title) is sold out.")
///         }
///       }
///     }
///
/// It may be thrown by handlers, middleware, proxies and guards; a guard that throws it denies.
/// Clients see what the response error says, and nothing else of it. One that is answered with a
/// status from 500 on is a failure of the program, and is reported as well.
public protocol ResponseConvertible: Error {
  /// The error as clients are answered.
  var responseError: ResponseError { get }
}

extension ResponseError: ResponseConvertible {
  /// The error itself.
  public var responseError: ResponseError { self }
}
