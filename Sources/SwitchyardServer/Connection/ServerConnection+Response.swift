import CMicroHTTPD
import SwitchyardLocks

extension ServerConnection {
  /// Passes a response to the library; returns whether the connection goes on.
  func answer(_ response: ServerResponse) -> Bool {
    // The library closes a connection whose body it was not to read.
    let isEarly = phase == .head
    phase = .reply
    if let made = unsafe make(response) {
      return unsafe queue(made, of: response, isLast: isEarly)
    }
    // No descriptor is left to send the file by: there may be one when the client asks again.
    let shortage = response.replaced(by: ResponseError(.serviceUnavailable))
    guard case .file = response.body, let made = unsafe make(shortage) else { return false }
    return unsafe queue(made, of: shortage, isLast: isEarly)
  }

  private func queue(_ made: OpaquePointer, of response: ServerResponse, isLast: Bool) -> Bool {
    // "Decrease the reference counter": the library holds it until it is sent.
    defer { unsafe MHD_destroy_response(made) }
    var isLast = isLast
    for field in response.fields {
      if let value = field.writtenValue { unsafe add(field.name.text, value, made) }
      if field.name == .connection, field.value.isCaselesslyEqual(to: "close") { isLast = true }
    }
    if cmicrohttpd_closes_without_length != 0, hasUnknownLength(response) { isLast = true }
    if core.isDraining || hasTrailers {
      unsafe add("Connection", "close", made)
      isLast = true
    }
    if isLast { shared.withLock { $0.isLast = true } }
    return unsafe MHD_queue_response(handle, UInt32(response.status.code), made) == .YES
  }

  /// Whether a response leaves out a body whose length is not known.
  private func hasUnknownLength(_ response: ServerResponse) -> Bool {
    if response.status == .notModified { return response.lengthOfContent == nil }
    return isHead && !response.status.forbidsBody && response.body.length == nil
  }

  /// Whether trailers stand behind the body.
  ///
  /// To the library they end before a line that begins with a colon or a zero, and what others read
  /// as further trailers would be the next request. Nothing shows which line it was: what stands
  /// behind any trailers is dropped.
  private var hasTrailers: Bool {
    guard let head, head.framing.length == nil else { return false }
    return unsafe cmicrohttpd_trailer_count(handle) > 0
  }

  private func add(_ name: String, _ value: String, _ response: OpaquePointer) {
    // Passed as it stands, a text would be copied into an array for the call.
    _ = unsafe name.withCString { name in
      unsafe value.withCString { value in unsafe MHD_add_response_header(response, name, value) }
    }
  }

  private func make(_ response: ServerResponse) -> OpaquePointer? {
    // It would tell 0, or that there are chunks.
    if hasUnknownLength(response) { return unsafe cmicrohttpd_create_without_length() }
    if response.status == .notModified, let length = response.lengthOfContent {
      return unsafe cmicrohttpd_create_bodyless(UInt64(length))
    }
    if response.status.forbidsBody { return unsafe make([]) }
    switch response.body {
    case .none: return unsafe make([])
    case .bytes(let bytes): return unsafe make(bytes)
    case .file(let file) where file.length == 0: return unsafe make([])
    case .file(let file):
      guard let descriptor = file.duplicateDescriptor() else { return nil }
      // "The fd will be closed by this function's callee": by the library, when the response goes.
      let response = unsafe MHD_create_response_from_fd_at_offset64(
        UInt64(file.length),
        descriptor,
        UInt64(file.offset)
      )
      if unsafe response == nil { closeDescriptor(descriptor) }
      return unsafe response
    case .stream(let stream): return unsafe make(stream)
    }
  }

  private func make(_ bytes: [UInt8]) -> OpaquePointer? {
    unsafe bytes.withUnsafeBytes { bytes in
      // The library does not write to it: it makes a copy.
      unsafe MHD_create_response_from_buffer(
        bytes.count,
        UnsafeMutableRawPointer(mutating: bytes.baseAddress),
        .RESPMEM_MUST_COPY
      )
    }
  }

  // MARK: - Streams

  private func make(_ stream: ServerResponseStream) -> OpaquePointer? {
    let request = request
    // The library asks for no content in answer to HEAD, but 0.9.75 would send the last chunk of
    // it.
    if !isHead { pipe = stream.start { [weak self] in self?.wantWriting(of: request) } }
    // The connection outlives its response: the library ends the request before it closes the
    // connection, and asks for no content after that. So nothing is retained here, and nothing
    // released.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    return unsafe MHD_create_response_from_callback(
      stream.length.map(UInt64.init) ?? cmicrohttpd_size_unknown(),
      32 * 1024,
      { context, _, buffer, count in
        guard let context = unsafe context, let buffer = unsafe buffer else {
          return cmicrohttpd_end_with_error()
        }
        let connection = unsafe Unmanaged<ServerConnection>.fromOpaque(context)
          .takeUnretainedValue()
        return unsafe connection.fill(UnsafeMutableRawBufferPointer(start: buffer, count: count))
      },
      context,
      nil
    )
  }

  /// Writes available bytes of the stream, or suspends the connection until there are some.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let (isTerminated, hasClientLeft) = shared.withLock { shared in
        shared.machine.looks()
        return (shared.machine.isTerminated, shared.hasClientLeft)
      }
      guard !isTerminated, let pipe else { return cmicrohttpd_end_with_error() }
      switch pipe.read(upTo: buffer.count) {
      case .bytes(let bytes):
        unsafe buffer.copyBytes(from: bytes)
        return bytes.count
      case .ended: return cmicrohttpd_end_of_stream()
      case .failed: return unsafe breakOff(buffer)
      case .nothing:
        if hasClientLeft { return unsafe breakOff(buffer) }
      }
      switch shared.withLock({ $0.machine.rests() }) {
      case .looksAgain: continue
      case .closes: return cmicrohttpd_end_with_error()
      case .suspends:
        suspend()
        // "returning zero should only be used in conjunction with MHD_suspend_connection() to avoid
        // busy waiting."
        return 0
      }
    }
  }

  /// Ends a stream that cannot go on.
  ///
  /// The library closes a connection whose stream is reported as failed, but in 0.9.75 keeps it
  /// until its time is over. It cleans up at once if writing fails, as the write of this byte does,
  /// which is never received.
  private func breakOff(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    shutDownWriting(socket)
    unsafe buffer.storeBytes(of: 0, as: UInt8.self)
    return 1
  }
}

extension HeaderField {
  /// The value as it is written in a response, by the library or past it; `nil` for a field that is
  /// not written.
  ///
  /// The library takes neither an empty value nor a tab within one.
  var writtenValue: String? {
    switch name {
    // The message is framed and dated by the code that writes it.
    case .contentLength, .transferEncoding, .date: return nil
    default: break
    }
    if value.isEmpty { return nil }
    return value.utf8.contains(0x09) ? String(value.map { $0 == "\t" ? " " : $0 }) : value
  }
}
