import Foundation
import Trials

extension Fault {
  /// Descriptors and memory that come to their end.
  static let resources = [descriptors, connections, heavyLoad, memory]

  private static let descriptors = Fault(
    name: "descriptors",
    options: ["--descriptors", "40"],
    obstacle: withoutLinux("there is no /proc to count descriptors by")
  ) { stage in
    var clients: [Client] = []
    let account = try stage.amidOthers(expecting: .answerOrEnd) {
      let start = Date.now
      // The most of all looks: those who have half a head are closed, and others come for them.
      var most = 0
      func isEnough(_ seconds: Double) -> Bool {
        seconds > 3 && most >= 38 || seconds > Stage.patience
      }
      while !isEnough(-start.timeIntervalSinceNow) {
        // The system lets them in, whether or not the server does.
        let client = try stage.connect()
        try client.send(clients.count.isMultiple(of: 2) ? get("/files/large") : "GET /id/half HT")
        clients.append(client)
        if clients.count > 200 { clients.removeFirst().close() }
        rest(0.005)
        most = max(most, stage.server.descriptors ?? 0)
      }
      guard most >= 38 else { throw Disagreement("the descriptors were not exhausted: \(most)") }
      stage.count("descriptors of 40", most)
      for client in clients { client.close() }
    }
    stage.count("longest ms", Int(account.longest * 1000))
    try stage.expectDescriptors()
    // What had no descriptors is told 503, or waits until there are some.
    try stage.amidOthers { rest(0.5) }
  }

  private static let connections = Fault(
    name: "connections",
    options: ["--connections", "50"],
    obstacle: withoutLinux("there is no /proc to count descriptors by")
  ) { stage in
    // Two lots have to be closed before the last is let in, each when the time for its heads is over.
    let clients = try (0..<150).map { _ in try stage.connect(patience: 2 * Stage.patience) }
    rest(0.5)
    guard let now = stage.server.descriptors, now < 80 else {
      throw Disagreement("a server of 50 connections has \(stage.server.descriptors ?? 0)")
    }
    // Those who say nothing are closed, one lot after the other, and the rest let in.
    try clients.last?.send(get("/id/last"))
    guard try clients.last?.response()?.text == "last" else {
      throw Disagreement("who comes after many silent ones is not let in")
    }
    for client in clients.dropLast() { try client.waitForEnd() }
    stage.count("silent clients closed", clients.count - 1)
  }

  /// What the limits of a server are good for: its memory stays within bounds whatever clients do.
  private static let heavyLoad = Fault(
    name: "heavy-load",
    options: ["--exchanges", "100", "--connections", "200"]
  ) { stage in
    try stage.amidOthers(expecting: .answerOrEnd) { try attack(stage) }
    // 100 bodies of 1 MB, each of them twice while it is echoed, and what else there is.
    try stage.expectMemory(below: 500)
  }

  /// Bodies, heads and responses as large as they may be, from many clients.
  private static func attack(_ stage: Stage) throws {
    let port = stage.port
    let head = "X: \(String(repeating: "x", count: 16_000))\r\n"
    let body = [UInt8](repeating: UInt8(ascii: "b"), count: 1 << 20)
    try together(40) { number in
      for round in 0..<6 {
        guard let client = Client(port: port, patience: 30) else { continue }
        do {
          switch (number + round) % 3 {
          case 0:
            try client.send(post("/echo/heavy", "", length: body.count))
            try client.send(body)
          case 1: try client.send(get("/id/heavy", head))
          default: try client.send(get("/drip/heavy"))
          }
          _ = try client.response()
        } catch is HalfResponse {
          // It has been cut off, which is an end as well.
        }
      }
    }
    stage.count("heavy requests", 240)
  }

  /// A limit of the system's, by which a program is ended.
  ///
  /// Swift has no way on where there is no memory. What can be had is that the server is started again and works.
  private static let memory = Fault(
    name: "memory",
    options: ["--data", "400000000"],
    obstacle: withoutLinux("the system does not hold a program to its limit of data")
  ) { stage in
    try stage.amidOthers(expecting: .loss) {
      for _ in 0..<40 where stage.server.check() == nil {
        guard let client = Client(port: stage.port) else { break }
        try client.send(get("/hoard/20000000"))
        do { _ = try client.response() } catch is HalfResponse { break }
      }
      let ending = try stage.server.wait()
      guard case .signalled = ending else {
        throw Disagreement("a server without memory ends with \(ending)")
      }
      stage.count("ended for want of memory")
      try stage.restart()
    }
    try stage.noteDescriptors()
    // The same limit, and a server whose limits keep it within.
    try stage.amidOthers(expecting: .answerOrEnd) { try attack(stage) }
  }
}
