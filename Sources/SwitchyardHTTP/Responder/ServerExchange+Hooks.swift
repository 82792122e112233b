// The closures that see the response are called from the last of them to the first.
extension ServerExchange {
  /// Registers a closure that sees the response, and may change it, before it is sent.
  ///
  /// It is called once, whether a map, a guard or the server itself makes the response; not when
  /// the client has left before. The closure that was added last is called first; one that is added
  /// after the response was made never is.
  public func onResponse(_ body: @escaping @Sendable (inout ServerResponse) -> Void) {
    changeHooks { $0.append(body) }
  }

  /// Registers a closure that sees the response after all of `onResponse`, whenever those are
  /// added; of several of its kind the one that was added last is called last.
  package func onFinalResponse(_ body: @escaping @Sendable (inout ServerResponse) -> Void) {
    changeHooks { $0.insert(body, at: 0) }
  }
}
