import CMicroHTTPD
import SwitchyardLocks

extension ServerConnection {
  /// Appends the bytes of the request's target as they came in, up to a zero among them.
  @unsafe
  func takeTarget(_ text: UnsafePointer<CChar>) {
    var end = unsafe text
    while unsafe end.pointee != 0 { unsafe end += 1 }
    let count = unsafe end - text
    unsafe target.append(contentsOf: UnsafeRawBufferPointer(start: text, count: count))
    targetPlace = Int(bitPattern: text)
    (request, isLate) = shared.withLock { shared in
      shared.isBusy = true
      return (shared.request, shared.isLetGo)
    }
  }

  /// Handles a step of the request without bytes of its body; returns whether the connection goes
  /// on.
  @unsafe
  func step(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>) -> Bool {
    switch phase {
    case .idle:
      if isLate { return false }
      phase = .head
      unsafe begin(method: method, version: version)
      // The library treats an answer to the first call as one that refuses a body, after which it
      // closes the connection. If there is no body it calls again at once.
      if let head, !head.framing.hasBody {
        phase = .body
        return true
      }
    case .body, .drain:
      // "when request is fully received" the library calls once more.
      phase = .whole
      if head?.framing.hasBody == true { shared.withLock { $0.reading = nil } }
      channel?.finish()
    case .head, .whole, .reply: break
    }
    return proceed()
  }

  /// Receives bytes of the body; returns whether the connection goes on.
  ///
  /// Bytes that are left in `count` come again.
  @unsafe
  func takeBody(_ bytes: UnsafePointer<CChar>, _ count: UnsafeMutablePointer<Int>) -> Bool {
    // With chunks the library passes on the next one even when the last has suspended the
    // connection.
    guard unsafe !cmicrohttpd_is_suspended(handle) else { return true }
    let size = unsafe count.pointee
    // A client that never stops sending is stopped here, whether or not its handler has answered.
    received += size
    let receiveLimit = core.receiveLimit(channel?.limit ?? 0)
    let (isAnswered, isOver) = shared.withLock { shared in
      shared.machine.looks()
      shared.isBodyWanted = false
      if received > receiveLimit, shared.farewell == nil {
        bidFarewell(
          &shared,
          with: channel.map { .bodyTooLong(limit: $0.limit) } ?? ResponseError(.contentTooLarge)
        )
      } else if shared.reading?.isEndless == true {
        bidFarewell(&shared)
      }
      // The library treats a read that does not fill its buffer as the last one and waits for
      // another edge of its epoll, though the end may have come together with the bytes: this makes
      // one.
      if shared.hasClientLeft { shutDownReading(socket) }
      let limit = shared.farewell == nil ? receiveLimit : core.lingerLimit(receiveLimit)
      let isOver = shared.machine.isTerminated || received > limit
      return (shared.response != nil || shared.farewell != nil, isOver)
    }
    if isOver { return false }
    let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size)
    unsafe count.pointee = 0
    if isAnswered || phase == .drain { return true }
    if unsafe channel?.push(piece) ?? true { return true }
    switch shared.withLock({ $0.machine.rests() }) {
    case .looksAgain: return true
    case .closes: return false
    case .suspends:
      suspend()
      return true
    }
  }

  // MARK: - The head

  private func begin(method: UnsafePointer<CChar>, version: UnsafePointer<CChar>) {
    let line = unsafe RequestLine(
      method: method,
      target: targetPlace..<(targetPlace + target.count),
      version: version
    )
    let reader = unsafe RequestHeadReader(handle, line, method) { localHost(of: socket) }
    self.head = reader
    received = 0
    // From here the client is not waited for any more, however long the response takes.
    shared.withLock { $0.hasHead = true }
    var head = unsafe RequestHead(
      method: String(cString: method),
      target: target,
      fields: reader.fields,
      scheme: core.scheme,
      remoteAddress: remoteAddress
    )
    if line.isOld { head.version = .http1_0 }
    isHead = head.method == "HEAD"
    let request = request
    let isLegal = target.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    if let fault = isLegal ? reader.fault : .badTarget {
      take(core.responder.refuse(head, message: fault.message), for: request)
      return
    }
    channel = reader.framing.hasBody ? makeChannel(for: request) : nil
    let exchange: ServerExchange
    switch core.responder.begin(
      head,
      framing: reader.framing,
      body: channel,
      for: self,
      request: request
    ) {
    case .answered(let response):
      if reader.framing.hasBody { take(response, for: request) } else { ready = response }
      return
    case .underWay(let begun): exchange = begun
    }
    let hasLeft = shared.withLock { shared in
      guard shared.request == request, shared.response == nil else { return false }
      shared.exchange = exchange
      return shared.hasClientLeft
    }
    if hasLeft { exchange.cancel() }
  }

  private func makeChannel(for request: Int) -> ByteChannel {
    ByteChannel(
      limit: core.responder.configuration.bodyLength,
      length: head?.framing.length
    ) { [weak self] in
      self?.wantBody(of: request)
    }
  }

  // MARK: - The next step

  private enum Step {
    case answers(ServerResponse)
    case reads
    case drains
    case suspends
    case closes
  }

  /// Decides the next step: send a response, read the body, or wait.
  private func proceed() -> Bool {
    if let response = ready.take() { return answer(response) }
    let phase = phase
    let isHead = isHead
    let body = phase == .head ? head?.framing : nil
    let step = shared.withLock { shared -> Step in
      shared.machine.looks()
      if shared.machine.isTerminated { return .closes }
      if let farewell = shared.farewell {
        // All of the body is read; bytes that the client does not accept now are written by a
        // sweep.
        if farewell.unsent.isEmpty || shared.hasClientLeft { return .closes }
        return shared.machine.rests() == .suspends ? .suspends : .closes
      }
      if let response = shared.response {
        // A client that sends no more may still read, and yet gets no response: its request was
        // cancelled.
        if shared.hasClientLeft, response.status == .clientClosedRequest { return .closes }
        if let body, body.hasBody, !body.expectsContinue {
          shared.reading = Reading(body, isHead: isHead)
          // What ends the connection need not come behind the body.
          let isLast = response.fields[.connection] == "close"
          if isLast && bidFarewell(&shared) || mayDrain || bidFarewell(&shared) { return .drains }
          shared.reading = nil
        }
        shared.response = nil
        return .answers(response)
      }
      if let body, shared.isBodyWanted {
        shared.reading = Reading(body, isHead: isHead)
        return .reads
      }
      // No event comes between looking and resting: the lock is held.
      return shared.machine.rests() == .suspends ? .suspends : .closes
    }
    switch step {
    case .answers(let response): return answer(response)
    case .reads:
      self.phase = .body
      watchClient()
    case .drains:
      self.phase = .drain
      watchClient()
    case .suspends: suspend()
    case .closes: return false
    }
    return true
  }

  /// Whether a body that has no reader is read nevertheless.
  ///
  /// So the connection can be used again, and a client that reads only after it has written
  /// everything sees the response.
  private var mayDrain: Bool {
    guard let head, head.fault == nil, let length = head.framing.length else { return false }
    return length <= core.drainLimit
  }
}

extension ServerConnection.Reading {
  fileprivate init(_ body: HeadFraming, isHead: Bool) {
    self.init(isHead: isHead, isEndless: body.length == nil, isInvited: body.expectsContinue)
  }
}
