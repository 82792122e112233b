#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The one record of a source that says which generation all are to have; whoever writes it names
/// the version that was read.
struct SourceState: Codable, Sendable {
  /// A generation that servers are asked about.
  struct Staged: Hashable, Codable, Sendable {
    let number: Int
    /// The checksum of the table that it makes.
    let checksum: String
    /// The seconds after which whoever has staged it gives it up.
    let patience: Double

    /// The time after which others give it up, as whoever has staged it must have ended.
    var hold: Duration { .seconds(1.5 * patience + 1) }

    /// Whether others wait until they may give it up, whatever their own patience.
    var isOutlasted: Bool { patience <= SourceState.outlasted }
  }

  /// A name, and the one server that has it: it is so while the state says so.
  struct Server: Hashable, Codable, Sendable {
    let name: String
    /// The number of whoever follows under the name, drawn when that begins: two may have one name.
    let follower: Int
  }

  /// The part that states of all forms have.
  struct Form: Codable, Sendable { let format: Int }

  /// The form of the code, which a version that changes it raises.
  static let format = 2
  /// The most bytes of a server's name.
  static let nameLength = 200
  /// The most seconds that a publisher waits for answers.
  static let patience = 1_000_000.0
  /// The most seconds that somebody else may wait for answers and is outlasted by all.
  static let outlasted = 3_600.0
  /// The most servers.
  static let servers = 1_000

  var format = SourceState.format
  /// The generation that all are to have; 0 for none.
  var active = 0
  /// The checksum of its table: an earlier copy of a source may give the same number again.
  var checksum = SharedTable().checksum
  /// The greatest number that was given.
  var last = 0
  var staged: Staged?
  /// The last that was refused, with the reasons of few servers.
  var refused: RefusedGeneration?
  /// The servers that have answered, some of which may be gone; a name is there once.
  var servers: [Server] = []
  /// The generations that are kept whole as well, in order.
  var whole: [Int] = []
  /// The smallest number of a generation that is kept.
  var oldest = 1
  /// The smallest number of one that may be there: those up to the oldest are to be removed.
  var swept = 1
  /// The number of routes that the generations since the last whole one have changed.
  var weight = 0

  /// The checksum of a generation, if the state tells it.
  func checksum(of number: Int) -> String? {
    if number == active { return checksum }
    return staged?.number == number ? staged?.checksum : nil
  }

  /// Returns the server that has a name.
  func holder(of name: String) -> Server? { servers.first { $0.name == name } }

  /// Whether its numbers and names can be those of a source; one that has given its last number is
  /// followed as before.
  var isPossible: Bool {
    let all = 0...RouteGeneration.Limits.numbers.upperBound
    return all ~= last && 0...last ~= active && all ~= weight && 1...(last + 1) ~= oldest
      && 1...oldest ~= swept
      && 0...last ~= staged?.number ?? 0 && 0...Self.patience ~= staged?.patience ?? 0
      && whole.allSatisfy { oldest...max(oldest, last) ~= $0 }
      && whole == whole.sorted() && Set(servers.map(\.name)).count == servers.count
  }
}

extension SharedTable {
  /// Whether it is the table that all are to have.
  func has(_ state: SourceState) -> Bool { number == state.active && checksum == state.checksum }
}

extension SharedRoutes {
  /// Whether the routes are those that all are to have.
  func has(_ state: SourceState) -> Bool { table.has(state) }
}

/// A generation that was refused, and by whom.
public struct RefusedGeneration: Hashable, Sendable, Codable {
  /// The number of the generation.
  public let generation: Int
  /// The reasons by the names of the servers; in a status, those of the first three by name, and
  /// an empty list for each of the others.
  public let reasons: [String: [RefusalReason]]

  /// The number of servers whose reasons the state keeps: all servers read it again and again.
  private static let most = 3

  /// The same with the reasons of the first servers alone, and the names of all.
  var excerpt: RefusedGeneration {
    var excerpt = reasons
    for name in reasons.keys.sorted().dropFirst(Self.most) { excerpt[name] = [] }
    return RefusedGeneration(generation: generation, reasons: excerpt)
  }
}

/// The answer of a server, which nobody else writes, and which is gone when the server is.
struct ServerAnswer: Codable, Sendable {
  /// The time for which an answer counts that is not renewed.
  static let lifetime = 15.0

  /// The last generation that it was asked about, and the checksum of the table that this makes.
  var checked = 0
  var checksum = ""
  /// The reasons that it does not take that one; none where it does.
  var reasons: [RefusalReason] = []
  /// The things that it says of itself.
  var status = SharedRoutesStatus()

  /// Whether an answer with an expiry is that of a server that may be there.
  ///
  /// One that would count for a minute longer than any is given for has the time of a clock that
  /// was wrong then, or was set back since: a server that is there gives it anew, and one that is
  /// not must hold nobody up.
  static func counts(until expiry: Date, at now: Date) -> Bool {
    expiry.timeIntervalSince(now) <= lifetime + 60
  }

  /// Whether it is about a generation that is staged.
  func isAbout(_ staged: SourceState.Staged) -> Bool {
    checked == staged.number && checksum == staged.checksum
  }
}
