#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif
import TestSupport
import Foundation
import Trials

/// A steady load on a server: requests that come by chance at a rate, whatever becomes of those before them.
///
/// All is sent by one thread. How long an answer takes is counted from when its request was due, so that requests that
/// could not even be sent count as well.
final class Load {
  /// What a round has shown.
  struct Round {
    /// How long the ordinary requests took, in order.
    var times: [Duration] = []
    /// The statuses of the other requests, with how often each was given.
    var statuses: [Int: Int] = [:]
    /// How many of the other requests were left out, as all their connections waited for answers.
    var heldBack = 0

    /// The time within which a part of the ordinary requests was answered.
    func time(_ part: Double) -> Duration {
      times[min(times.count - 1, Int(Double(times.count) * part))]
    }
  }

  /// What is sent, and how often.
  struct Stream {
    var requests: [[UInt8]]
    var perSecond: Int
  }

  private let ordinary: [Connection]
  private let other: [Connection]
  private var generator = SeededGenerator(seed: 0)

  /// Connects to a server.
  /// - Parameters:
  ///   - port: where the server listens.
  ///   - ordinary: how many connections ordinary clients have.
  ///   - other: how many the others have, from which attacks come.
  /// - Throws: what keeps a connection from being made.
  init(port: UInt16, ordinary: Int, other: Int) throws {
    self.ordinary = try (0..<ordinary).map { _ in try Connection(port: port) }
    self.other = try (0..<other).map { _ in try Connection(port: port) }
  }

  /// Sends both streams for a time, and waits for all answers.
  ///
  /// With the same seed the same requests come at the same times.
  func round(
    _ ordinaryStream: Stream,
    _ otherStream: Stream,
    for length: Duration,
    seed: UInt64
  ) throws -> Round {
    generator = SeededGenerator(seed: seed)
    var round = Round()
    let start = ContinuousClock.now
    let end = start + length
    var waiting: [(request: [UInt8], due: ContinuousClock.Instant)] = []
    var nextOrdinary = start + gap(ordinaryStream.perSecond)
    var nextOther = start + gap(otherStream.perSecond)
    var sentOther = 0
    while true {
      let now = ContinuousClock.now
      while nextOrdinary <= min(now, end) {
        waiting.append((generator.pick(ordinaryStream.requests), nextOrdinary))
        nextOrdinary += gap(ordinaryStream.perSecond)
      }
      while nextOther <= min(now, end) {
        let places = other.indices.lazy.map { (sentOther + $0) % self.other.count }
        if let free = places.map({ self.other[$0] }).first(where: { $0.due == nil }) {
          try free.send(otherStream.requests[sentOther % otherStream.requests.count], due: now)
          sentOther += 1
        } else {
          round.heldBack += 1
        }
        nextOther += gap(otherStream.perSecond)
      }
      try sendAll(&waiting)
      let isBusy = ordinary.contains { $0.due != nil } || other.contains { $0.due != nil }
      if now >= end, waiting.isEmpty, !isBusy { break }
      if now >= end + .seconds(20) { throw Disagreement("the server does not answer for 20 s") }
      let next = now >= end ? .milliseconds(10) : min(nextOrdinary, nextOther) - now
      try receive(within: next, &round)
    }
    round.times.sort()
    return round
  }

  private func sendAll(_ waiting: inout [(request: [UInt8], due: ContinuousClock.Instant)]) throws {
    guard !waiting.isEmpty else { return }
    var sent = 0
    // Any that is free: a client does not choose one whose answer is late.
    let first = place % ordinary.count
    for step in ordinary.indices where sent < waiting.count {
      let connection = ordinary[(first + step) % ordinary.count]
      guard connection.due == nil else { continue }
      try connection.send(waiting[sent].request, due: waiting[sent].due)
      sent += 1
      place += 1
    }
    waiting.removeFirst(sent)
  }

  private var place = 0

  private func receive(within time: Duration, _ round: inout Round) throws {
    // pselect waits for less than a millisecond, and is there everywhere.
    var descriptors = DescriptorSet()
    for connection in ordinary + other where connection.due != nil {
      descriptors.insert(connection.descriptor)
    }
    guard descriptors.wait(for: time) else { return }
    let now = ContinuousClock.now
    for (index, connection) in (ordinary + other).enumerated() {
      guard descriptors.contains(connection.descriptor) else { continue }
      guard let due = connection.due, let status = try connection.status() else { continue }
      guard index < ordinary.count else {
        round.statuses[status, default: 0] += 1
        continue
      }
      guard status == 200 else { throw Disagreement("an ordinary request was answered \(status)") }
      round.times.append(now - due)
    }
  }

  /// The time to the next request, by chance.
  private func gap(_ perSecond: Int) -> Duration {
    let part = Double(generator.next() >> 11) / Double(1 << 53)
    return .seconds(-log(1 - part) / Double(perSecond))
  }
}
