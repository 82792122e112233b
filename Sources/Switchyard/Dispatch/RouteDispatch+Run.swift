import Synchronization

extension RouteDispatch {
  /// The way in which a dispatch has begun.
  enum Beginning {
    case ended(RouteOutcome)
    case underWay
  }

  /// Calls the handlers that match, on the current thread, if it is the dispatch's turn.
  ///
  /// They are found first, unless they are known, which in a serial router is done at its turn.
  /// - Returns: `nil` when it has to wait for its turn, or the stack is too deep; nothing has
  ///   happened then.
  func run() -> Beginning? {
    guard case .inherited = core.place, let depth = LoopDepth.enter() else { return nil }
    defer { depth.leave() }
    guard let line = core.line else {
      if let outcome = callHandlers() { return .ended(outcome) }
      // Its own driver has been left to this thread, as the first.
      driver?.rejoin(self, 1)
      return .underWay
    }
    guard let loop = line.begin(self) else { return nil }
    if let outcome = callHandlers() {
      line.end(self, of: loop)
      return .ended(outcome)
    }
    line.rejoin(self, loop)
    return .underWay
  }

  private func callHandlers() -> RouteOutcome? {
    if !isPrepared { find() }
    watch = limits.watch(self)
    defer { if let watch = watch.take() { limits.end(watch) } }
    guard listener == .task else { return callInAncestry() }
    return CallerTask.call { caller in
      self.caller = caller
      defer { self.caller = nil }
      return callInAncestry()
    }
  }

  private func callInAncestry() -> RouteOutcome? {
    // What is told to handlers in their tasks costs more than to ask what they are told already.
    if Ancestry.current(in: core) === ancestry { return callAll() }
    return core.ancestry.withValue(ancestry) { callAll() }
  }
}

extension RouterCore {
  /// Makes a dispatch, of an object that has ended one where there is such a one.
  func dispatch(
    _ target: consuming RouteTarget,
    payload: consuming GivenPayload,
    tags: consuming [RouteTag]?,
    redirects: RedirectPolicy = .follow,
    attachment: (any DispatchAttachment)? = nil,
    listener: RouteDispatch.Listener,
    isTimed: Bool = false
  ) -> RouteDispatch {
    let thread = ThreadID.current
    guard let spare = spares.take(by: thread) as? RouteDispatch else {
      return RouteDispatch(
        self,
        target,
        payload: payload,
        tags: tags,
        redirects: redirects,
        attachment: attachment,
        listener: listener,
        isTimed: isTimed
      )
    }
    spare.begin(
      consume target,
      payload: consume payload,
      tags: consume tags,
      redirects: redirects,
      attachment: attachment,
      listener: listener,
      isTimed: isTimed,
      thread: thread
    )
    return spare
  }

  /// Keeps the object of a dispatch that has ended, to be used again if nobody else has it.
  func keep(_ dispatch: consuming RouteDispatch) {
    guard dispatch.isReusable, isKnownUniquelyReferenced(&dispatch) else { return }
    atomicMemoryFence(ordering: .acquiring)
    dispatch.rest()
    let thread = dispatch.thread
    spares.keep(consume dispatch, by: thread)
  }
}
