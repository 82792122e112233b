import SwitchyardLocks

/// A limit of how often each client may ask: a bucket of tokens for each, of which a request takes
/// one.
///
///     router.guard("/api/*", limit: RateLimit(600, per: .seconds(60), burst: 50))
///
/// A bucket is full at first, and tokens come back evenly. One that is full again is forgotten, as
/// nobody can tell it from a new one. Beyond `keyLimit` buckets that are not full further clients
/// share a single bucket: nobody loses a spent bucket because others have filled the table.
/// A limit takes up to 140 bytes for each of `keyLimit`, nearly all of that as soon as there are
/// some thousands. The time of the system's continuous clock counts, which nobody
/// sets.
///
/// Several guards that are given the same limit count in the same buckets.
public final class RateLimit: Sendable {
  /// The most clients or other keys that have buckets of their own.
  public let keyLimit: Int
  private let clock: RouterClock
  private let seed = RateKeySeed()
  private let buckets: Locked<RateBuckets>

  /// Makes a limit; numbers below one, or a time that is not above zero, stop the program.
  /// - Parameters:
  ///   - count: the tokens that come back in a time.
  ///   - time: the time.
  ///   - burst: the tokens that a full bucket has; without it as many as come back in the time.
  ///   - keyLimit: the most keys that have buckets of their own.
  ///   - clock: another clock, for tests.
  ///   - fileID: the file that makes it, for a number that is none.
  ///   - line: the line that makes it, for a number that is none.
  public init(
    _ count: Int,
    per time: Duration,
    burst: Int? = nil,
    keyLimit: Int = 100_000,
    clock: RouterClock = .continuous,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let burst = burst ?? count
    for (name, value, isAboveZero) in [
      ("count", "\(count)", count > 0), ("time", "\(time)", time > .zero),
      ("burst", "\(burst)", burst > 0), ("keyLimit", "\(keyLimit)", keyLimit > 0),
    ] {
      stopUnless(
        isAboveZero,
        "RateLimit has \(value) for \(name), and so lets nobody through. Give it more than zero.",
        fileID,
        line
      )
    }
    self.keyLimit = keyLimit
    self.clock = clock
    buckets = Locked(
      RateBuckets(
        interval: max(1, time.nanoseconds / Int64(count)),
        burst: burst,
        keyLimit: keyLimit
      )
    )
  }

  /// The number of keys that have buckets of their own, for metrics; at `keyLimit` further ones
  /// share one.
  public var keyCount: Int { buckets.withLock { $0.count } }

  /// Takes a token of a key, such as the name of an account, before its password is looked at.
  ///
  ///     try attempts.take(for: name)
  ///     guard await accounts.isPassword(password, of: name) else {
  ///       throw ResponseError(.forbidden)
  ///     }
  /// - Throws: `ResponseError` 429 with the time until there is one, in `Retry-After`.
  public func take(for key: String) throws(ResponseError) {
    try refuse(for: wait(seed.key(key)))
  }

  /// Takes a token for a request, which none of its guards takes again from the same bucket; a key
  /// of `nil` is that of the client's address.
  func take(for key: RateKey?, _ exchange: ServerExchange) throws(ResponseError) {
    let key = key ?? RateKey(client: exchange.head.remoteAddress)
    try refuse(for: exchange.firstWait(at: Place(limit: self, key: key)) { wait(key) })
  }

  /// Returns the key of a text.
  func key(_ text: String) -> RateKey { seed.key(text) }

  /// Takes a token, or returns the time until there is one.
  private func wait(_ key: RateKey) -> Duration {
    let now = clock.now().nanoseconds
    return .nanoseconds(buckets.withLock { $0.take(key, at: now) } ?? 0)
  }

  private func refuse(for wait: Duration) throws(ResponseError) {
    guard wait > .zero else { return }
    // Whoever waits so long has waited long enough.
    let fields: HeaderFields = [.retryAfter: "\(wait.secondsRoundedUp)"]
    throw ResponseError(.tooManyRequests, fields: fields)
  }

  /// A bucket of all that there are.
  private struct Place: Hashable {
    let limit: RateLimit
    let key: RateKey

    static func == (one: Place, other: Place) -> Bool {
      one.limit === other.limit && one.key == other.key
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(limit))
      hasher.combine(key)
    }
  }
}

extension Duration {
  /// The nanoseconds, as many as there can be.
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let limit = RateBuckets.longest / 1_000_000_000
    return min(max(seconds, -limit), limit) * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
