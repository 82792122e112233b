extension HandlerRun {
  /// What an answer means for the dispatch; what is wrong with it is reported.
  func meaning(of answer: HandlerAnswer) -> DispatchMachine.Answer {
    switch answer {
    case .threw(let error): failed(.handlerThrew, cause: error)
    case .dropped: entry.kind.mustAnswer ? failed(.droppedNext, cause: nil) : .proceeds
    case .verdict(.deny): .ends(.denied)
    case .verdict(.redirect(let route, let query)): redirect(route, query)
    case .decision(.commit(let route, let parameters, let payload)):
      commit(route, parameters, payload)
    case .completed, .verdict(.allow), .decision(.pass): .proceeds
    }
  }

  /// A guard that fails denies; with any other the dispatch fails.
  private func failed(
    _ code: DispatchError.Code,
    cause: (any Error)?
  ) -> DispatchMachine.Answer {
    guard entry.kind == .guard else {
      return .ends(
        .failed(DispatchError(code, target: context.route, entry: entry, cause: cause))
      )
    }
    if let cause { report(.guardFailed(cause)) }
    return .ends(.denied)
  }

  private func redirect(
    _ route: String,
    _ query: QueryParameters
  ) -> DispatchMachine.Answer {
    let options = core.configuration.targetOptions
    do throws(RouteTargetError) {
      // Where it is only reported, a host that a request has named must not come back as the program's own.
      let target =
        dispatch.redirects == .follow
        ? try context.target.resolving(route, options: options)
        : try RouteTarget(route, options: options)
      return .redirects(
        Hop(kind: .redirect, target: try target.adding(query: query.decoded, options: options))
      )
    } catch {
      return failed(.badCommit, cause: error)
    }
  }

  private func commit(
    _ route: String?,
    _ parameters: Parameters?,
    _ payload: (any Sendable)?
  ) -> DispatchMachine.Answer {
    do throws(RouteTargetError) {
      let options = core.configuration.targetOptions
      let target = try route.map { route throws(RouteTargetError) in
        try context.target.resolving(route, options: options)
      }
      let changes = ParameterChanges(
        given: context.parameters,
        returned: parameters,
        keepsQuery: target?.query == nil
      )
      return .commits(
        Hop(kind: .commit, target: target ?? context.target, changes: changes, payload: payload)
      )
    } catch {
      return failed(.badCommit, cause: error)
    }
  }
}

extension RouteKind {
  /// Whether a dropped answer is more than a completion that was forgotten.
  fileprivate var mustAnswer: Bool { self == .guard || self == .proxy }
}
