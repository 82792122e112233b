#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The search of one store for the records of a folder that have expired, such as the answers of
/// servers that were killed.
///
/// It goes through the names of all files in parts, as whoever else writes waits for each. Once a
/// minute an add looks at the next 5,000, which are all that most folders have; those are then left
/// alone until a minute is over. In a folder of more, each add between looks at ten of the next
/// 160, and behind the last name comes the first again.
///
/// So however many files there are, an add costs ten heads and 160 names at most, but for one a
/// minute. And a folder of more than 5,000 grows only as long as nine tenths of it live: else more
/// than one of ten has expired, and an add takes away more than it brings. There are thus no more
/// that have expired than a ninth of the most that lived at once, on an average, and what a minute
/// brings. The adds of several stores count together: of the 160 the ten are drawn, as stores that
/// have begun together would else all look at the same ones.
struct FolderCleaning {
  /// The time of the last part of 5,000.
  private var last: Date?
  /// The names that come next, where they are not to wait for a minute to be over.
  private var names: FolderNames?

  /// The seconds from one part of 5,000 to the next, and the same where a write finds no room.
  private static let interval = 60.0
  private static let shortInterval = 1.0

  /// The number of heads that are read at once, which take a tenth of a second or so: 5,000, but
  /// for tests.
  private let mostHeads: Int
  /// The names of the part of an add, and how many of them one is drawn from.
  private static let mostNames = 160
  private static let share = 16

  init(mostHeads: Int = 5_000) { self.mostHeads = mostHeads }

  /// Looks at the next part, when a record was added.
  mutating func goOn(in files: FolderFiles, at time: Date) {
    if isDue(Self.interval, at: time) {
      last = time
      look(at: mostHeads, oneIn: 1, in: files, time)
    } else if names != nil {
      look(at: Self.mostNames, oneIn: Self.share, in: files, time)
    }
  }

  /// Looks at the next 5,000, when a write found no room, and at those behind them until something
  /// is deleted; begun once a second at most, as a folder may stay full.
  ///
  /// Where nothing has expired all heads are read, some of one part twice, while others wait for
  /// the lock: for a tenth of a second or so for each 5,000 files, and that once more.
  /// - Returns: whether something was deleted.
  mutating func makeRoom(in files: FolderFiles, at time: Date) -> Bool {
    guard isDue(Self.shortInterval, at: time) else { return false }
    last = time
    // First to the end of the list, and then, if that was begun before, in another up to there.
    let start = names?.count ?? 0
    for most in [Int.max, start] where most > 0 {
      guard let list = names ?? (try? files.names()) else { return false }
      names = list
      while names === list, list.count < most {
        if look(at: mostHeads, oneIn: 1, in: files, time) { return true }
      }
    }
    return false
  }

  private func isDue(_ interval: TimeInterval, at time: Date) -> Bool {
    // Where the clock was turned back, it is not waited for.
    last.map { !(0..<interval ~= time.timeIntervalSince($0)) } ?? true
  }

  /// Deletes what has expired among the next names, of which one in so many is looked at.
  /// - Returns: whether something was deleted.
  @discardableResult
  private mutating func look(
    at most: Int,
    oneIn share: Int,
    in files: FolderFiles,
    _ time: Date
  ) -> Bool {
    guard var names = names ?? (try? files.names()) else { return false }
    self.names = names
    let drawn = Int.random(in: 0..<share)
    var isDeleted = false
    for number in 0..<most {
      var next = names.next()
      if next == nil {
        self.names = names.count > mostHeads ? try? files.names() : nil
        guard let other = self.names else { break }
        names = other
        next = names.next()
      }
      guard let name = next else { break }
      if number % share == drawn, files.deleteExpired(name, at: time) { isDeleted = true }
    }
    return isDeleted
  }
}
