import Foundation
import SwitchyardSessions
import Trials

/// A process that makes steps until it is killed, or told to stop by a file.
struct Worker {
  let folder: String
  let name: String
  let seed: UInt64

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
    let path = "\(folder)/\(name).journal"
    let journal = try Journal(path)
    for (request, answer) in try Journal.read(path) where answer == nil {
      try journal.end(request, try await stand.step(request))
    }
    var generator = SeededGenerator(seed: seed)
    let identifiers = try stand.identifiers()
    while !FileManager.default.fileExists(atPath: folder + "/stop") {
      for _ in 0..<20 {
        let request = Request(id: generator.pick(identifiers), key: .random())
        try journal.begin(request)
        try journal.end(request, try await stand.step(request))
      }
    }
  }
}
