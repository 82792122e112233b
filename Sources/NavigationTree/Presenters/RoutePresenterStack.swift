/// Shows presentables one above the other, as a navigation controller does.
///
///     RoutePresenterStack<Page>.lazyPresenter(
///       { StackPage() },
///       setStack: { pages, container in (container as? StackPage)?.pages = pages }
///     )
public struct RoutePresenterStack<View>: Sendable {
  /// Makes the container.
  public let getPresentable: @Sendable () -> View
  /// Shows the presentables in the container, the last on top; does nothing where they are there.
  public let setStack: @Sendable (_ stack: [View], _ container: View) -> Void
  /// Puts the lowest presentable into the container, before the stack is set with another one than
  /// before.
  public let prepareRootPresentable: @Sendable (_ rootPresentable: View, _ container: View) -> Void
  /// Clears up when the container has left.
  public let unwind: @Sendable (_ container: View) -> Void
  /// Whether the closures belong to the main actor.
  private(set) var needsMainActor = false

  /// Makes a presenter of a container that exists already, or is made by the closure.
  ///
  /// - Parameters:
  ///   - getPresentable: returns the container.
  ///   - setStack: shows the whole stack; called once for all that changes in it, and at each
  ///     request with what it shows already.
  ///   - prepareRootPresentable: called before it, when the lowest presentable is another one than
  ///     before.
  ///   - unwind: clears up when the container has left.
  public init(
    getPresentable: @escaping @Sendable () -> View,
    setStack: @escaping @Sendable (_ stack: [View], _ container: View) -> Void,
    prepareRootPresentable:
      @escaping @Sendable (_ rootPresentable: View, _ container: View) -> Void = { _, _ in },
    unwind: @escaping @Sendable (_ container: View) -> Void = { _ in }
  ) {
    self.getPresentable = getPresentable
    self.setStack = setStack
    self.prepareRootPresentable = prepareRootPresentable
    self.unwind = unwind
  }

  /// Makes a presenter of the main actor, whose container is not made before it is shown.
  public init(
    main getPresentable: @escaping @MainActor @Sendable () -> View,
    setStack: @escaping @MainActor @Sendable (_ stack: [View], _ container: View) -> Void,
    prepareRootPresentable:
      @escaping @MainActor @Sendable (_ rootPresentable: View, _ container: View) -> Void = {
        _,
        _ in
      },
    unwind: @escaping @MainActor @Sendable (_ container: View) -> Void = { _ in }
  ) {
    self.init(
      getPresentable: MainActorCall.wrap(getPresentable),
      setStack: MainActorCall.wrap(setStack),
      prepareRootPresentable: MainActorCall.wrap(prepareRootPresentable),
      unwind: MainActorCall.wrap(unwind)
    )
    needsMainActor = true
  }
}
