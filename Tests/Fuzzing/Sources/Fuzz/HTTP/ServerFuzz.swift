import Dispatch
import SwitchyardServer
import Synchronization

/// Bytes on a connection of a server, in the pieces that the input says.
///
/// A zero byte and a byte behind it end a piece, and say whether there is a pause; the input is what remains.
enum ServerFuzz {
  private static let log = Mutex<[(method: String, status: Int)]>([])

  private struct Record: RequestObserver {
    func add(_ entry: AccessLogEntry) {
      log.withLock { $0.append((entry.head.method, entry.status.code)) }
    }
  }

  private static let server: (server: EmbeddedServer, port: UInt16) = {
    var configuration = EmbeddedServer.Configuration()
    configuration.port = 0
    // With one thread, one that hangs is seen at once.
    configuration.threads = 1
    configuration.responder.targetLength = 512
    configuration.responder.fieldsLength = 1024
    configuration.responder.bodyLength = 4096
    configuration.responder.onFault = { _ in }
    configuration.responder.observers = [Record()]
    do {
      let server = try EmbeddedServer(router: .guardedSite(), configuration: configuration)
      try server.start()
      guard let port = server.port else { fail("no port") }
      return (server, port)
    } catch {
      fail("\(error)")
    }
  }()

  nonisolated(unsafe) private static var count = 0

  static func play(_ bytes: [UInt8]) {
    log.withLock { $0 = [] }
    let answer = LoopbackClient.exchange(pieces(bytes), port: server.port)
    let entries = log.withLock { $0 }
    count += 1
    if count % 64 == 1 { checkAlive() }
    // That the connection ends has been seen, which is all that holds then.
    if meetsLibrary(answer, entries, bytes) { return }
    // What the library refuses is not logged, and may ask for the head alone.
    let responses = AnswerReader(answer).responses { index in
      index < entries.count ? entries[index].method == "HEAD" : nil
    }
    check(responses, entries, bytes)
  }

  /// Whether the library has answered chunks with 400 or 413 by itself: its page may stand before or within the answer
  /// of the request that they belong to.
  private static func meetsLibrary(
    _ answer: [UInt8],
    _ entries: [(method: String, status: Int)],
    _ bytes: [UInt8]
  ) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    guard text.contains("transfer-encoding"), text.contains("chunked") else { return false }
    // What the responder says is logged; the library sends no page to who asks for the head alone.
    return [400, 413].contains { status in
      answer.ranges(of: Array("HTTP/1.1 \(status) ".utf8)).count
        > entries.count { $0.status == status }
    }
  }

  private static func pieces(_ bytes: [UInt8]) -> [LoopbackClient.Piece] {
    var pieces: [LoopbackClient.Piece] = []
    var piece: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == 0, let next = rest.first, next < 4, pieces.count < 8 {
        rest.removeFirst()
        pieces.append(LoopbackClient.Piece(bytes: piece, isPause: next == 1))
        piece = []
      } else {
        piece.append(byte)
      }
    }
    return pieces + [LoopbackClient.Piece(bytes: piece, isPause: false)]
  }

  private static func check(
    _ responses: Result<[AnswerReader.Response], AnswerReader.Fault>,
    _ entries: [(method: String, status: Int)],
    _ bytes: [UInt8]
  ) {
    let text = String(decoding: bytes, as: UTF8.self)
    switch responses {
    case .failure(let fault):
      // The library's own page on it has another length than it says.
      if "\(fault)".contains("wrong value for <b>Content-Length</b>") { return }
      fail("\(fault): \(entries)\n\(text)")
    case .success(let responses):
      // One more than is logged comes from the library, which refuses what is no message.
      require(
        responses.count <= entries.count + 1,
        "\(responses.map(\.status)) for \(entries)\n\(text)"
      )
      // One that says it has no more to send has left, for the server, and what its handler has said goes to nobody.
      for (response, entry) in zip(responses, entries) where entry.status != 499 {
        require(response.status == entry.status, "\(responses.map(\.status)), \(entries)\n\(text)")
      }
      for response in responses {
        // Those who have left are told nothing.
        require(
          100...599 ~= response.status && response.status != 499,
          "\(response.status)\n\(text)"
        )
      }
    }
  }

  /// The server goes on answering.
  private static func checkAlive() {
    let request = Array("GET /books/7 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8)
    let answer = LoopbackClient.exchange([.init(bytes: request, isPause: false)], port: server.port)
    guard case .success(let responses) = AnswerReader(answer).responses(isHead: { _ in false }),
      responses.count == 1, responses[0].status == 200, responses[0].body == Array("Book 7".utf8)
    else { fail("the server answers \(String(decoding: answer, as: UTF8.self))") }
  }
}
