import Foundation
import SwitchyardFleet
import Synchronization
import Trials

/// One of the processes, which follows the source and answers requests.
struct Worker {
  let folder: String
  let store: String
  let number: Int

  init(folder: String, store: String, number: Int) {
    (self.folder, self.store, self.number) = (folder, store, number)
  }

  /// The process of the trial: one whose trial was broken off ends as well.
  private let parent = getppid()

  /// What it has seen, for the file that it leaves.
  private final class Notes: Sendable {
    let faults = Mutex<[String]>([])
    let count = Atomic(0)
  }

  func run(requests: Int) async {
    let notes = Notes()
    var configuration = Router.Configuration.server
    configuration.onFault = { _ in }
    let router = Router(configuration)
    let handlers = Table.handlers { fault in notes.faults.withLock { $0.append(fault) } }
    let shared = SharedRoutes(of: router, handlers: handlers)
    let name = "worker-\(number)"
    let following = Task { [store, folder] in
      try await shared.follow(try Table.source(store, folder), as: name)
    }
    let asking = Task { await ask(router, shared, notes, requests) }
    var times: [String] = []
    var last = 0
    while !isOver {
      let generation = shared.generation
      if generation != last {
        times.append("\(generation) \(milliseconds())")
        last = generation
      }
      try? await Task.sleep(for: .milliseconds(1))
    }
    following.cancel()
    await asking.value
    let faults = notes.faults.withLock { Array(Set($0)).prefix(5) }
    let lines =
      times + faults.map { "fault \($0)" }
      + ["requests \(notes.count.load(ordering: .relaxed))"]
    let path = "\(folder)/worker-\(number).notes"
    try? lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }

  private var isOver: Bool {
    getppid() != parent || FileManager.default.fileExists(atPath: folder + "/stop")
  }

  /// Asks for both maps of a pair, and for what is listed, at the pace of the changes.
  private func ask(_ router: Router, _ shared: SharedRoutes, _ notes: Notes, _ most: Int) async {
    while shared.generation == 0 { try? await Task.sleep(for: .milliseconds(1)) }
    for number in 0..<most {
      let outcome = await router.dispatch(number % 2 == 0 ? "/pair/a" : "/pair/b")
      notes.count.add(1, ordering: .relaxed)
      if case .handled = outcome {
      } else {
        notes.faults.withLock { $0.append("a request ended with \(outcome)") }
      }
      if number % 100 == 99 {
        // So that all of them are spread over the changes.
        try? await Task.sleep(for: .milliseconds(3))
        if isOver { return }
      }
    }
  }
}
