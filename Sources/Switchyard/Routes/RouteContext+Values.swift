import SwitchyardLocks

extension RouteContext {
  /// A value by its type, as set by a handler before.
  public subscript<Value: Sendable>(type: Value.Type) -> Value? {
    get { kept(ObjectIdentifier(type))?.value as? Value }
    nonmutating set { set(newValue, for: ObjectIdentifier(type)) }
  }

  /// A value by a key of its own, for where there are several of a type.
  public subscript<Key: RouteContextKey>(key: Key.Type) -> Key.Value? {
    get { kept(ObjectIdentifier(key))?.value as? Key.Value }
    nonmutating set { set(newValue, for: ObjectIdentifier(key)) }
  }

  /// Returns a value by its type, which a guard, a proxy or middleware of the same target has set.
  ///
  ///     router.guard("/desk/*") { context in
  ///       guard let user = await session.user(of: context) else { return .deny }
  ///       context[User.self] = user
  ///       return .allow
  ///     }
  ///     router.map("/desk/orders") { (context: RouteContext) async throws in
  ///       show(try await orders(of: context.require(User.self)))
  ///     }
  ///
  /// What was set on the way to another target does not count: after a commit or a redirect the
  /// guards of the new target set it again, or it is not there. That a route asks for a value which
  /// none of its guards sets is a mistake of the program, found at its first call.
  /// - Throws: `ContextValueError` where there is none.
  public func require<Value: Sendable>(_ type: Value.Type) throws(ContextValueError) -> Value {
    try required(ObjectIdentifier(type), "\(type)")
  }

  /// Returns a value by a key of its own, which a guard, a proxy or middleware of the same target
  /// has set.
  /// - Throws: `ContextValueError` where there is none.
  public func require<Key: RouteContextKey>(
    _ key: Key.Type
  ) throws(ContextValueError) -> Key.Value {
    try required(ObjectIdentifier(key), "\(key)")
  }

  private func required<Value>(
    _ key: ObjectIdentifier,
    _ name: String
  ) throws(ContextValueError) -> Value {
    let kept = kept(key)
    guard let kept, kept.leg == leg.number, let value = kept.value as? Value else {
      throw ContextValueError(name, matched, isOfOtherTarget: kept != nil)
    }
    return value
  }

  private func kept(_ key: ObjectIdentifier) -> DispatchLeg.KeptValue? {
    leg.values.withLock { $0.values[key] }
  }

  private func set(_ value: (any Sendable)?, for key: ObjectIdentifier) {
    let kept = value.map { DispatchLeg.KeptValue(value: $0, leg: leg.number) }
    let old = leg.values.withLock { content in
      content.changes += 1
      defer { content.values[key] = kept }
      return content.values[key]
    }
    // The end of the old value may run code that comes back here: after the lock.
    withExtendedLifetime(old) {}
  }
}
