import Foundation
import Trials

/// Ordinary clients that go on asking while a fault lasts, and know what became of each of their requests.
final class Crowd: @unchecked Sendable {
  /// What they put up with.
  enum Expectation {
    /// Each request has its answer.
    case all
    /// The server may let nobody in, end a connection without a word, or say 503.
    case answerOrEnd
    /// The server may be gone, in the middle of whatever it is at.
    case loss
  }

  /// What became of the requests.
  struct Account {
    /// Those that were answered with 200.
    var answered: Set<String> = []
    /// Those that got another answer: that there is no room.
    var refused: Set<String> = []
    /// Those on whose connection nothing came but its end.
    var ended: Set<String> = []
    /// How often nobody was let in.
    var closedDoors = 0
    /// The longest that an answer took, in seconds.
    var longest = 0.0
  }

  private let port: UInt16
  private let expectation: Expectation
  private let name: String
  private let patience: Double
  private let lock = NSLock()
  private var account = Account()
  private var failure: (any Error)?
  private var isOver = false
  private var threads: [Thread] = []
  private let ended = DispatchSemaphore(value: 0)
  private let size: Int

  init(
    of size: Int = 2,
    port: UInt16,
    name: String,
    expecting expectation: Expectation,
    patience: Double
  ) {
    (self.port, self.expectation, self.name, self.patience) = (port, expectation, name, patience)
    self.size = size
    for number in 0..<size {
      Thread { [self] in
        do {
          try ask("\(name)-\(number)")
        } catch {
          lock.withLock { failure = failure ?? error }
        }
        ended.signal()
      }.start()
    }
  }

  /// How many requests have been answered so far.
  var count: Int { lock.withLock { account.answered.count } }

  /// Has all of them end with the request they are at.
  func end() throws -> Account {
    lock.withLock { isOver = true }
    for _ in 0..<size { ended.wait() }
    if let failure { throw failure }
    return account
  }

  private func ask(_ name: String) throws {
    var number = 0
    while !lock.withLock({ isOver }) {
      guard let client = Client(port: port, patience: patience) else {
        guard expectation != .all else { throw Disagreement("a server lets nobody in") }
        lock.withLock { account.closedDoors += 1 }
        rest()
        continue
      }
      // Several on a connection, and then another one.
      for _ in 0..<8 where !lock.withLock({ isOver }) {
        number += 1
        guard try ask("\(name)-\(number)", number, client) else {
          rest(0.01)
          break
        }
        rest(0.002)
      }
    }
  }

  /// Sends a request and reads its answer; says whether the connection goes on.
  private func ask(_ id: String, _ number: Int, _ client: Client) throws -> Bool {
    let (request, expected) =
      switch number % 4 {
      case 0: (post("/echo/\(id)", "body of \(id)"), "body of \(id)")
      case 1: (get("/later/\(id)"), id)
      case 2: (get("/files/small?\(id)"), "small")
      default: (get("/id/\(id)"), id)
      }
    let start = Date.now
    let response: Client.Response?
    do {
      response = try client.send(request) ? try client.response() : nil
    } catch is HalfResponse where expectation == .loss {
      response = nil
    } catch {
      throw Disagreement("the ordinary request \(id): \(error)")
    }
    let time = -start.timeIntervalSinceNow
    return try lock.withLock {
      account.longest = max(account.longest, time)
      guard let response else {
        guard expectation != .all else {
          throw Disagreement("the ordinary request \(id) has no answer, its connection ends")
        }
        account.ended.insert(id)
        return false
      }
      if response.status == 503, expectation != .all {
        account.refused.insert(id)
        return !response.isLast
      }
      guard response.status == 200, response.text == expected else {
        throw Disagreement("the ordinary request \(id) is answered \(response.status)")
      }
      account.answered.insert(id)
      return !response.isLast
    }
  }
}

/// Does something on several threads at once, and waits for them.
/// - Throws: what one of them has thrown.
func together(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
  let done = DispatchSemaphore(value: 0)
  let failures = Failures()
  for number in 0..<count {
    Thread {
      do { try body(number) } catch { failures.add(error) }
      done.signal()
    }.start()
  }
  for _ in 0..<count { done.wait() }
  if let failure = failures.first { throw failure }
}

private final class Failures: @unchecked Sendable {
  private let lock = NSLock()
  private var failures: [any Error] = []

  var first: (any Error)? { lock.withLock { failures.first } }
  func add(_ failure: any Error) { lock.withLock { failures.append(failure) } }
}
