extension RouteDispatch {
  /// Returns what an answer means for the dispatch, and reports what is wrong with it.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - entry: the route whose handler has given it.
  ///   - context: the context of the handler.
  /// - Returns: the answer as the machine is told of it.
  func meaning(
    of answer: HandlerAnswer,
    to entry: RouteEntry,
    _ context: RouteContext
  ) -> DispatchMachine.Answer {
    if answer.proceeds { return .proceeds }
    if let recorder { record(answer, of: entry, by: recorder) }
    switch answer {
    case .answered(let route): return .ends(.answered(by: route))
    case .missed: return .ends(.notFound)
    case .threw(let error, let thrower?):
      let (target, route) = (context.route, thrower.route)
      return .ends(
        .failed(DispatchError(.handlerThrew, target: target, route: route, cause: error))
      )
    case .threw(let error, nil): return failed(.handlerThrew, entry, context, cause: error)
    case .dropped:
      return entry.kind.mustAnswer ? failed(.droppedNext, entry, context) : .proceeds
    case .verdict(.redirect(let route, let query)):
      return redirect(route, query, entry, context)
    case .decision(.commit(let route, let parameters, let payload)):
      return commit(route, parameters, payload, entry, context)
    // Of what has vanished the machine is told before.
    case .verdict, .decision, .completed, .vanished: return .ends(.denied)
    }
  }

  /// A guard that fails denies; with any other the dispatch fails.
  private func failed(
    _ code: DispatchError.Code,
    _ entry: RouteEntry,
    _ context: RouteContext,
    cause: (any Error)? = nil
  ) -> DispatchMachine.Answer {
    guard entry.kind == .guard else {
      return .ends(
        .failed(DispatchError(code, target: context.route, entry: entry, cause: cause))
      )
    }
    if let cause, context.attachment?.takeDenial(cause, by: entry.id) != true {
      report(RouterFault(.guardFailed(cause), entry: entry, target: context.route))
    }
    return .ends(.denied)
  }

  private func redirect(
    _ route: String,
    _ query: QueryParameters,
    _ entry: RouteEntry,
    _ context: RouteContext
  ) -> DispatchMachine.Answer {
    let options = core.targetOptions
    do throws(RouteTargetError) {
      // Where it is only reported, a host that a request has named must not come back as the
      // program's own.
      let target =
        redirects == .follow
        ? try context.target.resolving(route, options: options)
        : try RouteTarget(route, options: options)
      return .redirects(
        Hop(kind: .redirect, target: try target.adding(query: query.decoded, options: options))
      )
    } catch {
      return failed(.badCommit, entry, context, cause: error)
    }
  }

  private func commit(
    _ route: String?,
    _ parameters: Parameters?,
    _ payload: (any Sendable)?,
    _ entry: RouteEntry,
    _ context: RouteContext
  ) -> DispatchMachine.Answer {
    do throws(RouteTargetError) {
      let options = core.targetOptions
      let target = try route.map { route throws(RouteTargetError) in
        try context.target.resolving(route, options: options)
      }
      let changes = ParameterChanges(
        given: context.parameters,
        returned: parameters,
        keepsQuery: target?.query == nil
      )
      let given = payload.map { $0 is NoPayload ? .nothing : GivenPayload($0) }
      return .commits(
        Hop(kind: .commit, target: target ?? context.target, changes: changes, payload: given)
      )
    } catch {
      return failed(.badCommit, entry, context, cause: error)
    }
  }
}

extension RouteKind {
  /// Whether a dropped answer is more than a completion that was forgotten.
  fileprivate var mustAnswer: Bool { self == .guard || self == .proxy }
}
