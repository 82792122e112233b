/// An observer of all requests that a responder answers, such as a log or metrics.
///
///     configuration.observers = [try AccessLog(path: "access.log"), metrics]
///
/// Several observe side by side. Each request that has begun ends once, on any thread, whether a
/// handler, a guard or the server itself answers it, or it is left to another server.
public protocol RequestObserver: Sendable {
  /// Called when a request has come in, before anything of it is checked; its entry has the same
  /// identifier.
  func requestBegan(_ head: RequestHead, requestID: String)

  /// Called when the response of a request is made, or its client has left before; for a response
  /// that is a stream, when that has ended.
  func add(_ entry: AccessLogEntry)

  /// Called when no route is for a request, so that it is left to those of another server.
  func requestWasLeft(_ head: RequestHead, requestID: String)
}

extension RequestObserver {
  /// Does nothing, for observers that go by the end of a request.
  public func requestBegan(_ head: RequestHead, requestID: String) {}
  /// Does nothing, for observers of what is answered here.
  public func requestWasLeft(_ head: RequestHead, requestID: String) {}
}
