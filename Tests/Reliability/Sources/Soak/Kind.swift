import Switchyard

/// What can be opened; the name is the path.
enum Kind: String, CaseIterable, Sendable {
  // Maps in all forms, and when they answer.
  case sync, parameter, queue, async, asyncQueue, main, elsewhere, later, own, nested
  // Maps that do not answer as they should.
  case dropped, doubled, doubledLater, throwing, late
  // Guards.
  case denied, redirected, circle
  case guardedAsync, guardedQueue, guardedLater, guardedThrowing, guardedDropped, guardedDoubled
  // Proxies.
  case passed, proxied, proxiedAsync, proxyDropped, proxyThrowing, proxyDoubled, proxyLater
  case badCommit
  // Nothing of the kind.
  case unknown, unseen, rejected

  /// How a dispatch has to end.
  enum End: Equatable, Sendable {
    case handled, notFound, denied, rejected, handledOrLate
    case failed(DispatchError.Code)
  }

  /// How often each is opened, beside the others.
  var weight: Int {
    switch self {
    case .sync: 56
    case .parameter, .own: 48
    case .unknown, .proxied: 12
    case .passed: 8
    case .queue, .async, .redirected, .denied: 6
    case .elsewhere, .nested: 4
    case .later, .dropped, .doubled: 3
    case .asyncQueue, .doubledLater, .throwing, .rejected, .unseen: 2
    case .guardedAsync, .guardedQueue, .proxiedAsync: 2
    case .main, .circle, .guardedLater, .guardedThrowing, .guardedDropped, .guardedDoubled: 1
    case .proxyDropped, .proxyThrowing, .proxyDoubled, .proxyLater, .badCommit: 1
    case .late: 0
    }
  }

  /// What is opened.
  var path: String {
    switch self {
    case .parameter: "/parameter/42?page=2"
    case .unseen: "/sync"
    case .rejected: "/%zz"
    default: "/\(rawValue)"
    }
  }

  /// The map that it comes to, if to any.
  var map: Kind? {
    switch self {
    case .redirected, .proxied, .passed, .proxyLater, .proxyDoubled: .sync
    case .guardedAsync, .guardedQueue, .guardedLater, .guardedDoubled: .sync
    case .proxiedAsync: .queue
    default: end == .handled || end == .handledOrLate || self == .throwing ? self : nil
    }
  }

  var end: End {
    switch self {
    case .throwing, .proxyThrowing: .failed(.handlerThrew)
    case .circle: .failed(.loop)
    case .proxyDropped: .failed(.droppedNext)
    case .badCommit: .failed(.badCommit)
    case .denied, .guardedThrowing, .guardedDropped: .denied
    case .unseen: .notFound
    case .rejected: .rejected
    case .late: .handledOrLate
    default: .handled
    }
  }

  /// What is reported of each that nobody waits for, beside what handlers bring about.
  var fault: Faults.Kind? {
    switch self {
    case .throwing, .proxyThrowing: .threw
    case .rejected: .rejected
    case .circle: .loop
    default: nil
    }
  }

  /// Whether a task that waits for it may be cancelled, and only that can come of it.
  var canBeCancelled: Bool {
    switch self {
    case .sync, .queue, .async, .asyncQueue, .elsewhere, .later, .passed, .main: true
    default: false
    }
  }
}

extension RouteOutcome {
  /// Whether it is what has to become of a kind.
  func isEnd(of kind: Kind) -> Bool {
    switch (self, kind.end) {
    case (.handled, .handled), (.handled, .handledOrLate), (.timedOut, .handledOrLate): true
    case (.notFound, .notFound), (.denied, .denied), (.rejected, .rejected): true
    case (.failed(let error), .failed(let code)): error.code == code
    default: false
    }
  }
}
