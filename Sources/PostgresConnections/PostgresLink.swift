#if PostgreSQL
  internal import CPostgres

  /// A connection of libpq in nonblocking mode: none of its calls waits, but for the one that makes
  /// it.
  ///
  /// It may go from one thread to another, and is used by one at a time, hence `@unchecked`.
  @safe
  final class PostgresLink: @unchecked Sendable {
    private let handle: OpaquePointer

    /// The next thing to wait for while the connection is made.
    enum Progress {
      case reads, writes, isReady
    }

    /// A thing that the server has said.
    enum Event {
      case rows([PostgresRow])
      case failure(PostgresFailure)
      /// The end of a statement and of its transaction.
      case end
    }

    /// The values that libpq is given unless the address has others.
    ///
    /// A peer that has gone without a word is noticed within half a minute, even if nothing is
    /// asked of it, and within 5 seconds if something has been sent.
    private static let defaults = [
      "keepalives_idle": "15", "keepalives_interval": "5", "keepalives_count": "3",
      "tcp_user_timeout": "5000", "fallback_application_name": "switchyard",
    ]

    /// Begins to connect, and waits for the name of the host to be looked up.
    init(_ host: PostgresHost) throws(PostgresFailure) {
      let all = Self.defaults.merging(host.values) { $1 }
      let handle = unsafe withCStrings(Array(all.keys)) { words in
        unsafe withCStrings(Array(all.values)) { values in
          unsafe PQconnectStartParams(words, values, 0)
        }
      }
      guard let handle = unsafe handle else { throw PostgresFailure("out of memory") }
      unsafe self.handle = handle
      // What the server notes goes nowhere, and not to standard error.
      unsafe _ = PQsetNoticeReceiver(handle, { _, _ in }, nil)
      guard unsafe PQstatus(handle) != CONNECTION_BAD else {
        // A value that is none of its keyword may be a part of a password that was not quoted.
        guard failure.reason.hasPrefix("invalid ") else { throw failure }
        throw PostgresFailure(
          state: PostgresFailure.unreadableAddress,
          reason: "its address has an " + failure.reason.prefix { $0 != "\"" && $0 != ":" }
        )
      }
    }

    deinit { unsafe PQfinish(handle) }

    /// The descriptor, which may be another one after each `poll`.
    var socket: Int32 { unsafe PQsocket(handle) }

    /// The words that the library has for the last failure.
    var failure: PostgresFailure { unsafe PostgresFailure(String(cString: PQerrorMessage(handle))) }

    /// Returns a request to end what the server does, or `nil` where it is not connected.
    func cancellation() -> PostgresCancellation? {
      guard let request = unsafe PQgetCancel(handle) else { return nil }
      return unsafe PostgresCancellation(request)
    }

    /// Goes on with connecting.
    func poll() throws(PostgresFailure) -> Progress {
      switch unsafe PQconnectPoll(handle) {
      case PGRES_POLLING_READING: return .reads
      case PGRES_POLLING_WRITING: return .writes
      case PGRES_POLLING_OK:
        guard unsafe PQsetnonblocking(handle, 1) == 0, unsafe PQenterPipelineMode(handle) == 1
        else {
          throw failure
        }
        return .isReady
      default: throw failure
      }
    }

    // MARK: - Statements, each of which ends with a transaction of its own

    func send(_ text: String) throws(PostgresFailure) {
      try check(unsafe PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 1))
    }

    func prepare(_ statement: PostgresStatement) throws(PostgresFailure) {
      let types = statement.types
      try check(
        unsafe PQsendPrepare(
          handle,
          statement.name,
          statement.text,
          Int32(types.count),
          types
        )
      )
    }

    func send(_ statement: PostgresStatement, _ values: [PostgresValue]) throws(PostgresFailure) {
      var all: [UInt8] = []
      var (starts, lengths) = ([Int](), [Int32]())
      for value in values {
        starts.append(all.count)
        value.append(to: &all)
        lengths.append(Int32(all.count - (starts.last ?? 0)))
      }
      // Not empty, as a value without bytes is no NULL.
      all.append(0)
      let formats = [Int32](repeating: 1, count: values.count)
      let code = unsafe all.withUnsafeBytes { all in
        let places = unsafe starts.map { start in
          unsafe all.baseAddress?.advanced(by: start).assumingMemoryBound(to: CChar.self)
        }
        return unsafe PQsendQueryPrepared(
          handle,
          statement.name,
          Int32(values.count),
          places,
          lengths,
          formats,
          1
        )
      }
      try check(code)
    }

    private func check(_ code: Int32) throws(PostgresFailure) {
      guard code == 1, unsafe PQpipelineSync(handle) == 1 else { throw failure }
    }

    /// Writes what waits to be sent.
    /// - Returns: whether all of it is sent.
    func flush() throws(PostgresFailure) -> Bool {
      switch unsafe PQflush(handle) {
      case 0: return true
      case 1: return false
      default: throw failure
      }
    }

    // MARK: - What the server says

    /// Reads what has come.
    func consume() throws(PostgresFailure) {
      guard unsafe PQconsumeInput(handle) == 1 else { throw failure }
    }

    /// Returns the next thing that has come whole; statements without rows give none of them.
    func next() -> Event? {
      // Between the results of two statements stands one that is none.
      for _ in 0..<2 {
        guard unsafe PQisBusy(handle) == 0 else { return nil }
        guard let result = unsafe PQgetResult(handle) else { continue }
        defer { unsafe PQclear(result) }
        switch unsafe PQresultStatus(result) {
        case PGRES_PIPELINE_SYNC: return .end
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK: return unsafe .rows(Self.rows(of: result))
        default:
          let state = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "C")))
          let text = unsafe state.map { unsafe String(cString: $0) }
          let reason = unsafe String(cString: PQresultErrorMessage(result))
          return .failure(PostgresFailure(state: text ?? "XX000", reason: reason))
        }
      }
      return nil
    }

    private static func rows(of result: OpaquePointer) -> [PostgresRow] {
      let (rows, columns) = unsafe (PQntuples(result), PQnfields(result))
      return (0..<rows).map { row in
        PostgresRow(
          columns: (0..<columns).map { column in
            guard let value = unsafe PQgetvalue(result, row, column) else { return [] }
            let count = Int(unsafe PQgetlength(result, row, column))
            return unsafe Array(UnsafeRawBufferPointer(start: value, count: count))
          }
        )
      }
    }

    /// Returns the text of the next notification that has come.
    func nextNotification() -> String? {
      guard let notification = unsafe PQnotifies(handle) else { return nil }
      defer { unsafe PQfreemem(notification) }
      return unsafe String(cString: notification.pointee.extra)
    }
  }

  /// Calls a closure with texts as C has them, and a null pointer behind.
  private func withCStrings<Result>(
    _ texts: [String],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let bytes = texts.map { Array($0.utf8CString) }
    let all = Array(bytes.joined())
    return unsafe all.withUnsafeBufferPointer { all in
      var start = 0
      var pointers = unsafe [UnsafePointer<CChar>?]()
      for bytes in bytes {
        unsafe pointers.append(all.baseAddress?.advanced(by: start))
        start += bytes.count
      }
      unsafe pointers.append(nil)
      return unsafe body(pointers)
    }
  }
#endif
