import Foundation
import Trials

extension Fault {
  /// Handlers that do not end.
  static let handlers = [endlessHandlers, fullHouse, blockedThreads]

  /// Ends all handlers that would go on for ever.
  private static func release(_ stage: Stage) throws {
    try Data().write(to: URL(fileURLWithPath: stage.folder + "/release"))
  }

  private static let endlessHandlers = Fault(
    name: "endless-handlers",
    options: ["--handler", "8"]
  ) { stage in
    try stage.amidOthers {
      // Many for each thread, and a queue that is occupied by the first of its own.
      let clients = try (0..<60).map { number in
        let client = try stage.connect()
        try client.send(get(number < 30 ? "/never/\(number)" : "/queued/\(number)"))
        if number == 30 { try stage.waitUntilBegun("30", times: 1) }
        return client
      }
      for client in clients.prefix(31) {
        guard let response = try client.response(), response.status == 504 else {
          throw Disagreement("a handler that never ends is not answered 504")
        }
        stage.count("504")
      }
      // The time of those behind it counts from when their queue comes to them.
      try release(stage)
      for (number, client) in clients.enumerated().dropFirst(31) {
        guard try client.response()?.text == "\(number)" else {
          throw Disagreement("a request that waits for its queue is lost")
        }
        stage.count("answered behind a queue")
      }
    }
  }

  private static let fullHouse = Fault(
    name: "full-house",
    options: ["--handler", "8", "--exchanges", "20"]
  ) { stage in
    // Before others come, who could have a place at that moment.
    let clients = try (0..<40).map { number in
      let client = try stage.connect()
      try client.send(get("/never/\(number)"))
      return client
    }
    let statuses = try clients.map { try $0.response()?.status ?? 0 }
    guard statuses.count(where: { $0 == 503 }) == 20, statuses.count(where: { $0 == 504 }) == 20
    else { throw Disagreement("a house that is full answers \(statuses)") }
    stage.count("503", 20)
    stage.count("504", 20)
    // Those who have got 504 are under way nevertheless.
    let account = try stage.amidOthers(expecting: .answerOrEnd) {
      rest(0.2)
      let client = try stage.connect()
      try client.send(get("/id/full"))
      guard try client.response()?.status == 503 else {
        throw Disagreement("a handler that has not ended is forgotten")
      }
    }
    guard account.ended.isEmpty, account.closedDoors == 0 else {
      throw Disagreement("a house that is full ends connections without a word")
    }
    try release(stage)
    try waitForRoom(stage)
  }

  /// Waits until the handlers that were told to end have, however busy the machine is, and others are let in again.
  private static func waitForRoom(_ stage: Stage) throws {
    let end = Date.now.addingTimeInterval(15)
    while true {
      let client = try stage.connect()
      try client.send(get("/id/room"))
      guard let response = try client.response() else {
        throw Disagreement("a house that was full ends a connection without a word")
      }
      if response.status != 503 { return }
      guard Date.now < end else {
        throw Disagreement("handlers that have ended take their places still")
      }
      rest(0.1)
    }
  }

  /// A program that does not heed that what blocks takes a queue: nobody is answered, and nobody lost.
  private static let blockedThreads = Fault(name: "blocked-threads") { stage in
    var clients: [Client] = []
    for number in 0..<30 {
      let client = try stage.connect()
      try client.send(get(number < 20 ? "/blocks/\(number)" : "/id/\(number)"))
      clients.append(client)
    }
    try stage.amidOthers(patience: 30) {
      rest(1)
      try release(stage)
      for (number, client) in clients.enumerated() {
        guard let response = try client.response(), response.text == "\(number)" else {
          throw Disagreement("a request behind a thread that was blocked is lost")
        }
        stage.count("blocked requests answered")
      }
    }
  }
}
