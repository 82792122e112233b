/// Calls code of the main actor from a presenter that runs there.
///
/// A store with such a presenter presents on the main queue or is not made, so that the calls never
/// stop a program.
enum MainActorCall {
  /// Carries a value to the main actor, where its store is already.
  private struct Carried<Value>: @unchecked Sendable {
    let value: Value
  }

  private static func call<Result>(_ body: @MainActor @Sendable () -> Carried<Result>) -> Result {
    MainActor.assumeIsolated { body() }.value
  }

  /// Calls a closure with a value of the main actor: at once when already there, else as soon as
  /// possible.
  static func perform<Value>(
    _ value: Value,
    _ body: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    let value = Carried(value: value)
    if PresentationPlace.main.isHere {
      call { Carried(value: body(value.value)) }
    } else {
      Task { @MainActor in body(value.value) }
    }
  }

  /// Returns a closure of the main actor as a plain one, which must be called there.
  static func wrap<Result>(
    _ body: @escaping @MainActor @Sendable () -> Result
  ) -> @Sendable () -> Result {
    { call { Carried(value: body()) } }
  }

  /// Returns a closure of the main actor as a plain one, which must be called there.
  static func wrap<Argument>(
    _ body: @escaping @MainActor @Sendable (Argument) -> Void
  ) -> @Sendable (Argument) -> Void {
    { argument in
      let argument = Carried(value: argument)
      call { Carried(value: body(argument.value)) }
    }
  }

  /// Returns a closure of the main actor as a plain one, which must be called there.
  static func wrap<First, Second>(
    _ body: @escaping @MainActor @Sendable (First, Second) -> Void
  ) -> @Sendable (First, Second) -> Void {
    { first, second in
      let arguments = Carried(value: (first, second))
      call { Carried(value: body(arguments.value.0, arguments.value.1)) }
    }
  }
}
