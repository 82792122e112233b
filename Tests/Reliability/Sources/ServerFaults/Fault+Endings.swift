import Foundation
import Trials

extension Fault {
  /// Ends of the server under load.
  static let endings = [terminated, killed]

  /// Bodies that are waited for until all have begun, and sent one after the other, are no silence to end them for.
  private static let terminated = Fault(
    name: "terminated",
    options: ["--idle", "20"],
    endsServer: true
  ) { stage in
    for round in 0..<5 {
      if round > 0 { try stage.restart() }
      var slow: [Client] = []
      try stage.amidOthers(expecting: .answerOrEnd, crowd: 12) {
        // Responses and requests that are under way when the signal comes.
        for number in 0..<12 {
          let client = try stage.connect()
          let echo = post("/echo/slow", "", length: 4)
          try client.send(number.isMultiple(of: 2) ? get("/drip/slow") : echo)
          slow.append(client)
        }
        try stage.waitUntilBegun("slow", times: 12 * (round + 1))
        rest(Double(stage.generator.below(100)) / 1000)
        stage.server.signal(SIGTERM)
        for (number, client) in slow.enumerated() {
          let isDrip = number.isMultiple(of: 2)
          if !isDrip { try client.send("body") }
          let expected = isDrip ? String(repeating: "slow,", count: 20) : "body"
          guard try client.response()?.text == expected else {
            throw Disagreement("a request that had begun is lost when the server is told to end")
          }
          stage.count("slow ones answered")
        }
        let ending = try stage.server.wait()
        guard ending == .exited(0) else { throw Disagreement("it ends with \(ending)") }
      }
      try stage.expectAccount()
    }
  }

  private static let killed = Fault(name: "killed") { stage in
    let before = try names(stage)
    for _ in 0..<5 {
      try stage.amidOthers(expecting: .loss, crowd: 8) {
        let others = try (0..<20).map { number in
          let client = try stage.connect()
          try client.send([get("/stream"), get("/files/large"), "GET /id/half"][number % 3])
          return client
        }
        rest(0.2 + Double(stage.generator.below(100)) / 1000)
        stage.server.signal(SIGKILL)
        guard try stage.server.wait() == .signalled(SIGKILL) else {
          throw Disagreement("a server is not killed")
        }
        // At once, at the same port, with connections of the one before still about.
        try stage.restart()
        try stage.expectAnswer()
        withExtendedLifetime(others) {}
      }
    }
    guard try names(stage) == before else {
      throw Disagreement("a server that was killed leaves \(try names(stage)), not \(before)")
    }
    try stage.noteDescriptors()
  }

  /// What lies in the folder.
  private static func names(_ stage: Stage) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: stage.folder).sorted()
  }
}
