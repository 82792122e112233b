import Foundation
import Trials

extension Fault {
  /// Clients that are slow or leave in the middle.
  static let clients = [slowHeads, slowBodies, slowReaders, silentReaders, resets]

  private static let slowHeads = Fault(name: "slow-heads") { stage in
    try stage.amidOthers {
      let short = get("/id/slow")
      // The one kind is done within the time for a head, the other one would take much longer.
      let long = get("/id/slow", "X: \(String(repeating: "x", count: 4000))\r\n")
      let quick = try (0..<30).map { _ in try stage.connect() }
      let slow = try (0..<60).map { _ in try stage.connect(patience: 10) }
      var (sent, isOpen) = (0, true)
      let start = Date.now
      while isOpen {
        for client in quick where sent < short.utf8.count {
          try client.send([Array(short.utf8)[sent]])
        }
        isOpen = false
        for client in slow {
          if try client.send([Array(long.utf8)[sent]]) { isOpen = true }
        }
        sent += 1
        guard -start.timeIntervalSinceNow < 12, sent < 4000 else {
          throw Disagreement("a head may come byte by byte for ever")
        }
        rest(0.01)
      }
      for client in quick {
        guard try client.response()?.text == "slow" else {
          throw Disagreement("a head that comes byte by byte has no answer")
        }
      }
      for client in slow { try client.waitForEnd() }
      stage.count("heads by bytes answered", quick.count)
      stage.count("heads that never end closed", slow.count)
    }
  }

  /// The time of a handler is shorter than that of a silent connection, so that it is what ends half a body.
  private static let slowBodies = Fault(
    name: "slow-bodies",
    options: ["--handler", "8", "--idle", "12"]
  ) { stage in
    try stage.amidOthers {
      let body = Array("a body that comes byte by byte".utf8)
      let clients = try (0..<30).map { number in
        let client = try stage.connect()
        let isChunked = number.isMultiple(of: 2)
        let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(body.count)"
        try client.send("POST /echo/slow HTTP/1.1\r\nHost: a\r\n\(framing)\r\n\r\n")
        return (client, isChunked)
      }
      let stuck = try (0..<30).map { number in
        let client = try stage.connect()
        try client.send(post("/echo/stuck", "half", length: number.isMultiple(of: 2) ? 8 : 8000))
        return client
      }
      for byte in body {
        for (client, isChunked) in clients {
          try client.send(isChunked ? Array("1\r\n".utf8) + [byte, 13, 10] : [byte])
        }
        rest()
      }
      for (client, isChunked) in clients {
        if isChunked { try client.send("0\r\n\r\n") }
        guard let response = try client.response(), response.body == body else {
          throw Disagreement("a body that comes byte by byte has no answer")
        }
      }
      for client in stuck {
        let response = try client.response()
        guard response.map({ [408, 504].contains($0.status) }) ?? true else {
          throw Disagreement("half a body is answered \(response?.status ?? 0)")
        }
        if response != nil { stage.count("half bodies answered") }
        try client.waitForEnd()
      }
      stage.count("bodies by bytes echoed", clients.count)
      stage.count("half bodies closed", stuck.count)
    }
  }

  private static let slowReaders = Fault(name: "slow-readers") { stage in
    try stage.amidOthers {
      let clients = try (0..<12).map { number in
        let client = try stage.connect(receiveBuffer: 2048)
        try client.send(get(number.isMultiple(of: 2) ? "/drip/slow" : "/large/slow"))
        return client
      }
      let count = clients.count
      let held = HeldClients(clients)
      try together(count) { number in
        let client = held.clients[number]
        let response: Client.Response?
        if number.isMultiple(of: 2) {
          // Byte by byte, of what has been waiting since.
          response = try client.response(reading: 1)
          guard response?.text == String(repeating: "slow,", count: 20) else {
            throw Disagreement("a stream read byte by byte is \(response?.text ?? "nothing")")
          }
        } else {
          response = try client.response(reading: 32768) { rest(0.001) }
          guard response?.body.count == 4 << 20 else {
            throw Disagreement("a large response read slowly is not whole")
          }
        }
      }
      stage.count("slow readers served", count)
    }
  }

  private static let silentReaders = Fault(
    name: "silent-readers",
    obstacle: withoutLinux("there is no /proc to count descriptors by")
  ) { stage in
    let before = stage.server.descriptors ?? 0
    let paths = ["/large/silent", "/stream", "/files/large"]
    // They are held, and read nothing, until the server has let go of them.
    var clients: [Client] = []
    // Looked at while they come and a while longer: on a busy machine the server takes some of them late, and has let
    // go of some early.
    var most = 0
    try stage.amidOthers {
      for number in 0..<45 {
        let client = try stage.connect(receiveBuffer: 4096)
        try client.send(get(paths[number % 3]))
        clients.append(client)
      }
      let end = Date.now.addingTimeInterval(5)
      while let now = stage.server.descriptors, most <= before + 20, Date.now < end {
        most = max(most, now)
        rest(0.01)
      }
    }
    guard most > before + 20 else {
      let there = max(0, most - before)
      throw Disagreement("of \(clients.count) who read nothing only \(there) were there")
    }
    try stage.expectDescriptors()
    stage.count("silent readers closed", clients.count)
    // A response of 4 MB for each third of them, and what the system and the library hold besides.
    try stage.expectMemory(below: 200)
  }

  private static let resets = Fault(name: "resets") { stage in
    try stage.amidOthers {
      for _ in 0..<400 {
        let client = try stage.connect()
        switch stage.generator.below(8) {
        case 0: break
        case 1: try client.send("GET /id/reset HT")
        case 2: try client.send("GET /id/reset HTTP/1.1\r\nHost: a\r\nX")
        case 3: try client.send(post("/echo/reset", "half", length: 4000))
        case 4: try client.send(get("/later/reset"))
        case 5: try client.send(get("/large/reset"))
        case 6:
          try client.send(get("/stream"))
          for _ in 0..<stage.generator.below(4) {
            _ = try client.take(upTo: 10_000, Date.now.addingTimeInterval(client.patience))
          }
        default:
          try client.send(get("/files/large") + get("/drip/reset"))
          _ = try client.take(upTo: 10_000, Date.now.addingTimeInterval(client.patience))
        }
        if stage.generator.below(2) == 0 { rest(0.003) }
        client.reset()
        stage.count("resets")
      }
    }
  }
}
