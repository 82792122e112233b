import TestSupport
import Foundation
import SwitchyardSessions
import Trials

/// A process that makes steps until it is killed, or told to stop by a file.
struct Worker: Sendable {
  let folder: String
  let name: String
  let seed: UInt64
  /// The process of the trial: one whose trial was broken off ends as well.
  private let parent = getppid()

  init(folder: String, name: String, seed: UInt64) {
    (self.folder, self.name, self.seed) = (folder, name, seed)
  }

  func run() async {
    do {
      try await work()
    } catch {
      say("\(error)", to: 2)
      exit(1)
    }
  }

  private func work() async throws {
    let stand = Stand(folder)
    let identifiers = try stand.identifiers()
    var generator = SeededGenerator(seed: seed)
    try await withThrowingTaskGroup { group in
      // As many at once as a server has in a moment: PostgreSQL writes their commits together.
      for number in 0..<8 {
        let (seed, path) = (generator.next(), "\(folder)/\(name)-\(number).journal")
        group.addTask { try await makeSteps(stand, path, identifiers, seed) }
      }
      try await group.waitForAll()
    }
  }

  private func makeSteps(
    _ stand: Stand,
    _ path: String,
    _ identifiers: [SessionIdentifier],
    _ seed: UInt64
  ) async throws {
    let journal = try Journal(path)
    if let request = journal.waiting {
      try journal.end(request, try await stand.carryOut(request))
    }
    var generator = SeededGenerator(seed: seed)
    while !FileManager.default.fileExists(atPath: folder + "/stop"), getppid() == parent {
      for _ in 0..<20 {
        let request = Request(id: generator.pick(identifiers), key: .random())
        try journal.begin(request)
        try journal.end(request, try await stand.carryOut(request))
      }
    }
  }
}
