import Foundation
import Trials

extension Fault {
  /// Bytes that are no requests.
  static let garbage = [httpGarbage, tlsGarbage]

  private static let requests = [
    get("/id/x"), get("/files/small"), post("/echo/x", "a body"), get("/later/x"),
    "POST /echo/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n",
  ]

  private static func bytes(_ stage: Stage, upTo count: Int) -> [UInt8] {
    (0..<(1 + stage.generator.below(count))).map { _ in UInt8(stage.generator.below(256)) }
  }

  private static let httpGarbage = Fault(name: "http-garbage") { stage in
    try stage.amidOthers {
      var clients: [Client] = []
      for _ in 0..<600 {
        let client = try stage.connect()
        var message = Array(stage.generator.pick(requests).utf8)
        switch stage.generator.below(4) {
        case 0: message = bytes(stage, upTo: 3000)
        case 1:
          for _ in 0...stage.generator.below(8) {
            message[stage.generator.below(message.count)] = UInt8(stage.generator.below(256))
          }
        case 2:
          let place = stage.generator.below(message.count)
          message.insert(contentsOf: bytes(stage, upTo: 40), at: place)
        default: message.removeSubrange(0..<stage.generator.below(message.count))
        }
        try client.send(message)
        clients.append(client)
      }
      stage.count("garbled messages", clients.count)
      // Whatever it takes them for, each ends within the limits.
      for client in clients {
        let answer = try client.readToEnd()
        if answer.isEmpty { continue }
        guard answer.starts(with: Array("HTTP/1.".utf8)) else {
          throw Disagreement("garbage is answered with \(String(decoding: answer, as: UTF8.self))")
        }
        stage.count("garbled messages answered")
      }
    }
  }

  private static let tlsGarbage = Fault(name: "tls-garbage", options: ["--tls"]) { stage in
    var clients: [Client] = []
    for number in 0..<200 {
      let client = try stage.connect()
      switch number % 5 {
      case 0: try client.send(bytes(stage, upTo: 3000))
      case 1: try client.send(get("/id/plain"))
      case 2: try client.send(hello(stage, whole: false))
      case 3: try client.send(hello(stage, whole: true) + bytes(stage, upTo: 500))
      // A whole one, behind which the client says nothing more; and nothing at all.
      default: if number.isMultiple(of: 2) { try client.send(hello(stage, whole: true)) }
      }
      if number % 40 == 0 { try stage.expectAnswer() }
      clients.append(client)
    }
    for client in clients {
      let answer = try client.readToEnd()
      guard !String(decoding: answer, as: UTF8.self).contains("HTTP/1.1 200") else {
        throw Disagreement("garbage is answered as if it were TLS")
      }
    }
    stage.count("broken handshakes closed", clients.count)
  }

  /// The first record of a handshake, or a part of it.
  private static func hello(_ stage: Stage, whole isWhole: Bool) -> [UInt8] {
    let random = (0..<32).map { _ in UInt8(stage.generator.below(256)) }
    let ciphers: [UInt8] = [0x13, 0x01, 0x13, 0x02, 0xC0, 0x2F, 0xC0, 0x30, 0x00, 0x9C]
    let body = [3, 3] + random + [0, 0, UInt8(ciphers.count)] + ciphers + [1, 0, 0, 0]
    let message = [1, 0, 0, UInt8(body.count)] + body
    let record: [UInt8] = [0x16, 3, 1, 0, UInt8(message.count)] + message
    return isWhole ? record : Array(record.prefix(1 + stage.generator.below(record.count - 1)))
  }
}
