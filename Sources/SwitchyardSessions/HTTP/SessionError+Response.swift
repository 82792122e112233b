extension SessionError: ResponseConvertible {
  /// The error as clients are answered: 409 for a session that others keep changing, 503 for one
  /// that cannot be read now.
  public var responseError: ResponseError {
    switch code.value {
    case .ended: ResponseError(.forbidden, message: "The session has ended.")
    case .conflict:
      ResponseError(
        .conflict,
        message: "Other requests have changed the session. Try again.",
        fields: [.retryAfter: "1"]
      )
    case .unreadable: ResponseError(.serviceUnavailable, fields: [.retryAfter: "60"])
    case .tooLarge: ResponseError(.contentTooLarge, message: "The session is full.")
    case .otherRequest:
      ResponseError(
        .unprocessableContent,
        message: "The key of the request was one of another request."
      )
    }
  }
}

extension SessionStoreError: ResponseConvertible {
  /// The error as clients are answered: 503, as the store may be there again in a moment.
  public var responseError: ResponseError {
    ResponseError(.serviceUnavailable, fields: [.retryAfter: "1"])
  }
}
