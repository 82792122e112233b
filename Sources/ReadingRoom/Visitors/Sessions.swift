import SwitchyardLocks

/// The visitors who are in this room, by the values of their cookies.
///
/// They are limited in number and in the time that they may be away. What is kept of those who go
/// stays for when they come back.
final class Sessions: Sendable {
  private let limit: Int
  private let idleTime: Duration
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Locked(SessionChains())

  /// - Parameters:
  ///   - limit: the most visitors. For one more, a visitor goes who has never come back, or else
  ///     has not signed in, or else any: of these the one who has been away for the longest time.
  ///     So clients that keep no cookie, and are another visitor with each request, displace only
  ///     one another.
  ///   - idleTime: the time that a visitor may be away.
  ///   - now: returns the time.
  init(
    limit: Int = 1000,
    idleTime: Duration = .seconds(1800),
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.limit = max(1, limit)
    self.idleTime = idleTime
    self.now = now
  }

  /// The number of visitors.
  var count: Int { state.withLock { $0.count } }

  /// Returns the visitor of a cookie, and records the visit.
  func visitor(_ id: String) -> Visitor? {
    let time = now()
    return state.withLock { state in
      guard let session = state.remove(id), session.lastUse.duration(to: time) <= idleTime else {
        return nil
      }
      let standing = max(session.standing, .returned)
      state.add(id, Session(visitor: session.visitor, standing: standing, lastUse: time))
      return session.visitor
    }
  }

  /// Lets a new visitor in.
  /// - Returns: the visitor, and the value of the cookie.
  func open(
    _ visitor: Visitor = Visitor(),
    as id: String = Secret.make()
  ) -> (id: String, visitor: Visitor) {
    (id, open(visitor, as: id, .new))
  }

  /// Lets a visitor in who is kept, and whom another server may have served, unless they are here.
  /// - Returns: the visitor who is here.
  func admit(_ visitor: Visitor, as id: String, isSignedIn: Bool) -> Visitor {
    open(visitor, as: id, isSignedIn ? .signedIn : .returned)
  }

  /// Lets a visitor in who has signed in, in place of the one they were; the old cookie is no
  /// longer valid.
  /// - Returns: the visitor, and the value of the cookie.
  func renew(
    of former: Visitor,
    by visitor: Visitor = Visitor(),
    as id: String = Secret.make()
  ) -> (id: String, visitor: Visitor) {
    close(of: former)
    return (id, open(visitor, as: id, .signedIn))
  }

  /// Ends the session of a visitor.
  func close(of visitor: Visitor) { _ = state.withLock { $0.remove(of: visitor) } }

  private func open(_ visitor: Visitor, as id: String, _ standing: Standing) -> Visitor {
    let time = now()
    // Sessions that are removed are released after the lock.
    let (here, gone) = state.withLock { state in
      // Of two requests with one cookie both may have found nobody.
      if let session = state.remove(id) {
        state.add(id, Session(visitor: session.visitor, standing: standing, lastUse: time))
        return (session.visitor, [Session]())
      }
      var gone: [Session] = []
      while let session = state.last(awayFor: idleTime, at: time) { gone.append(session) }
      if state.count >= limit, let session = state.removeLeast() { gone.append(session) }
      state.add(id, Session(visitor: visitor, standing: standing, lastUse: time))
      return (visitor, gone)
    }
    // Of the others what is kept stays, for when they come back.
    for session in gone where session.standing == .new { session.visitor.forget() }
    return here
  }
}

/// The standing of a visitor; those of lower standing make room first.
private enum Standing: Int, CaseIterable, Comparable {
  /// A visitor who was let in, and has not come back with the cookie.
  case new
  case returned
  case signedIn

  static func < (one: Standing, other: Standing) -> Bool { one.rawValue < other.rawValue }
}

private struct Session {
  let visitor: Visitor
  let standing: Standing
  let lastUse: ContinuousClock.Instant
  /// The cookies of the visitors before and after, by last use, among those with the same standing.
  var before: String?
  var after: String?
}

/// The sessions by their cookies, and chained in the order of their last use.
///
/// Each operation takes the same time, however many there are.
private struct SessionChains {
  private var sessions: [String: Session] = [:]
  /// The cookie of each visitor, of which one counts at a time.
  private var ids: [ObjectIdentifier: String] = [:]
  /// The ends of the chains.
  private var ends = [(first: String?, last: String?)](
    repeating: (nil, nil),
    count: Standing.allCases.count
  )

  var count: Int { sessions.count }

  /// Adds the session that was used last of all.
  mutating func add(_ id: String, _ session: Session) {
    let chain = session.standing.rawValue
    var session = session
    session.before = ends[chain].last
    session.after = nil
    if let last = ends[chain].last { sessions[last]?.after = id } else { ends[chain].first = id }
    ends[chain].last = id
    ids[ObjectIdentifier(session.visitor)] = id
    sessions[id] = session
  }

  mutating func remove(_ id: String) -> Session? {
    guard let session = sessions.removeValue(forKey: id) else { return nil }
    let chain = session.standing.rawValue
    if let before = session.before {
      sessions[before]?.after = session.after
    } else {
      ends[chain].first = session.after
    }
    if let after = session.after {
      sessions[after]?.before = session.before
    } else {
      ends[chain].last = session.before
    }
    ids[ObjectIdentifier(session.visitor)] = nil
    return session
  }

  mutating func remove(of visitor: Visitor) -> Session? {
    ids[ObjectIdentifier(visitor)].flatMap { remove($0) }
  }

  /// Removes a visitor who has been away for longer than a time.
  mutating func last(awayFor time: Duration, at now: ContinuousClock.Instant) -> Session? {
    for end in ends {
      guard let id = end.first, let session = sessions[id] else { continue }
      if session.lastUse.duration(to: now) > time { return remove(id) }
    }
    return nil
  }

  /// Removes the visitor who makes room for another.
  mutating func removeLeast() -> Session? {
    ends.lazy.compactMap(\.first).first.flatMap { remove($0) }
  }
}
