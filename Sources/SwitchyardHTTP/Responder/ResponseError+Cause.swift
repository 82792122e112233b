extension ResponseError {
  /// Makes the answer to an error of a handler that says how it is answered, or that a client can
  /// cause by what it sends; `nil` for a failure of the program.
  ///
  /// Otherwise anybody could fill the log of failures. Middleware that throws an error on finds by
  /// this how it is answered: `nil` stands for 500.
  public init?(answering error: any Error) {
    switch error {
    case let error as ResponseError: self = error
    case let error as any ResponseConvertible: self = error.responseError
    case is ResponseLocationError:
      self.init(.badRequest, message: "The place to go to is none of this site.")
    case let error as RouteTargetError: self.init(.badRequest, message: error.publicMessage)
    case let error as ParameterError where [.missing, .unreadable].contains(error.code):
      self = .unreadable("\(error)", InvalidField(error))
    case let error as RouteNameError:
      // A name that no route has, or a value that is missing, is a fault of the program.
      guard case .notReversible? = error.cause?.code.value else { return nil }
      self.init(.badRequest, message: "No URL can hold the values.")
    case let error as ResponseCookieError where error.part == .value:
      self.init(.badRequest, message: "No cookie can hold the value.")
    case let error as ServedFileError where [.missing, .wrongKind].contains(error.code):
      self.init(.notFound)
    case let error as ServedFileError where error.code == .noRoom:
      self.init(.serviceUnavailable)
    case let error as ServerRequestBodyError where error == .incomplete:
      self.init(.badRequest, message: "The body has broken off.")
    default: return nil
    }
  }

  /// Whether an error that is answered by this is a failure of the program all the same.
  func isFailure(_ error: any Error) -> Bool { status.code >= 500 && !(error is ResponseError) }
}

extension ResponseError.InvalidField {
  /// Makes the field of a parameter, if the error is in one alone.
  fileprivate init?(_ error: ParameterError) {
    guard let name = error.name else { return nil }
    self.init(name, error.fault, source: error.source, expected: error.expected)
  }
}

extension RouteTargetError {
  /// The message for the client: the fault, without any text that it has sent.
  var publicMessage: String? {
    String("\(self)".prefix { $0 != "\n" })
  }
}
