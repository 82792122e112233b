import CMicroHTTPD
import SwitchyardLocks

/// Final responses, which are sent while the body of their request is still coming in.
///
/// The library accepts no response then, and closes a connection whose body it is not to read, upon
/// which the system discards the response before a client that goes on sending can read it. Over
/// plain HTTP the library only reads meanwhile, so the message is written past it and the sending
/// half closed; further bytes are read and dropped, for a while. All of it happens under the lock,
/// by which the socket stays open.
extension ServerConnection {
  /// A body that the library is reading.
  struct Reading {
    /// Whether the response leaves out its body.
    let isHead: Bool
    /// Whether the end of the body is not known.
    let isEndless: Bool
    /// Whether the library may yet write that the client is to go on.
    let isInvited: Bool
  }

  /// A response that goes out past the library, as the last of its connection.
  struct Farewell {
    /// The bytes that the socket has not accepted yet.
    var unsent: ArraySlice<UInt8>
  }

  /// Writes the response that is there past the library; returns whether it can be written that
  /// way.
  @discardableResult
  func bidFarewell(_ shared: inout Shared) -> Bool {
    guard core.scheme == .http, let reading = shared.reading, let response = shared.response,
      !(shared.hasClientLeft && response.status == .clientClosedRequest),
      let message = response.lastMessage(isHead: reading.isHead)
    else { return false }
    shared.response = nil
    shared.farewell = Farewell(unsent: message[...])
    shared.isLast = true
    sendRest(&shared)
    watchRoom(shared)
    return true
  }

  /// Writes a problem instead of the response that could not be sent.
  func bidFarewell(_ shared: inout Shared, with error: ResponseError) {
    // Objects that a stream holds may run code of others when they are released: after the lock.
    shared.replaced = shared.response
    shared.response = shared.response?.replaced(by: error) ?? .problem(error)
    bidFarewell(&shared)
  }

  /// Writes the rest of a farewell as soon as the socket accepts more, if it is watched already.
  func watchRoom(_ shared: Shared) {
    guard shared.farewell?.unsent.isEmpty == false else { return }
    core.watch.addRoom(number, socket: socket) { [self] in
      self.shared.withLock { shared in
        guard !shared.isClosed else { return }
        sendRest(&shared)
        resumeAfterFarewell(&shared)
      }
    }
  }

  /// Wakes the library if all of a farewell is sent: it may have all of the body, and wait for it.
  func resumeAfterFarewell(_ shared: inout Shared) {
    if shared.farewell?.unsent.isEmpty == true, shared.machine.signals() { resume() }
  }

  /// Writes as much of a farewell as the socket accepts.
  func sendRest(_ shared: inout Shared) {
    guard var unsent = shared.farewell?.unsent, !unsent.isEmpty else { return }
    if let count = sendWithoutWaiting(unsent, socket) {
      // A client that accepts bytes is not waited for.
      if count > 0 { shared.sighting = nil }
      unsent = unsent.dropFirst(count)
    } else {
      // The client has left.
      unsent = []
    }
    shared.farewell?.unsent = unsent
    if unsent.isEmpty { shutDownWriting(socket) }
  }
}

extension ServerResponse {
  /// Returns the message of a response after which the connection is closed, or `nil` if its body
  /// is not in memory.
  fileprivate func lastMessage(isHead: Bool) -> [UInt8]? {
    let bytes: [UInt8]
    switch body {
    case .none: bytes = []
    case .bytes(let body): bytes = body
    case .file, .stream: return nil
    }
    // The same reason that the library would write.
    let reason = unsafe String(cString: MHD_get_reason_phrase_for(UInt32(status.code)))
    var head = "HTTP/1.1 \(status.code) \(reason)\r\nConnection: close\r\n"
    head += "Date: \(HTTPDate.now)\r\n"
    if !status.forbidsBody { head += "Content-Length: \(bytes.count)\r\n" }
    for field in fields where field.name != .connection {
      if let value = field.writtenValue { head += "\(field.name): \(value)\r\n" }
    }
    let end = Array((head + "\r\n").utf8)
    return isHead || status.forbidsBody ? end : end + bytes
  }
}
