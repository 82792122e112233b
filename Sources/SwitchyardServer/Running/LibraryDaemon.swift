import CMicroHTTPD
import SwitchyardLocks
import SwitchyardSystem

/// The library's daemon, with its threads, from its start to its stop.
///
/// `handle` is set once, by the initialiser, and used until `stop`, which is called once.
@safe
final class LibraryDaemon: @unchecked Sendable {
  /// The context that the library's callbacks receive.
  private final class Context: Sendable {
    let connections: ConnectionRegistry
    /// The messages that the library has logged until it had started.
    let log = Locked<[String]?>([])

    init(connections: ConnectionRegistry) { self.connections = connections }
  }

  private let handle: OpaquePointer
  private let context: Unmanaged<Context>
  private let logger: UnsafeMutablePointer<cmicrohttpd_logger>

  /// Starts the threads.
  ///
  /// The socket is closed when the daemon stops, and when it does not start.
  init(
    connections: ConnectionRegistry,
    socket: Int32,
    place: String
  ) throws(EmbeddedServerError) {
    let core = connections.core
    let texts: TLSTexts?
    do {
      texts = try Self.texts(of: core.configuration.tls)
    } catch {
      closeDescriptor(socket)
      throw error
    }
    let identity = socketIdentity(socket)
    let context = Context(connections: connections)
    // Released in `stop`, when no thread of the library is left that could call back; or at once
    // below.
    unsafe self.context = Unmanaged.passRetained(context)
    // The library logs with it as long as it runs.
    unsafe logger = .allocate(capacity: 1)
    unsafe logger.initialize(
      to: cmicrohttpd_logger(take: Self.onLog, context: self.context.toOpaque())
    )
    let daemon = unsafe Self.start(core, socket, texts, logger)
    guard let daemon = unsafe daemon else {
      unsafe self.context.release()
      unsafe logger.deallocate()
      // The library has closed it, or not, depending on the failure; meanwhile it may be the number
      // of another one.
      if let identity, identity == socketIdentity(socket) { closeDescriptor(socket) }
      let said = context.log.withLock { $0 ?? [] }.joined(separator: " ")
      throw EmbeddedServerError(.libraryRefused, place, reason: said.isEmpty ? nil : said)
    }
    context.log.withLock { $0 = nil }
    unsafe handle = daemon
  }

  /// Ends the threads and closes all connections, none of which may be suspended.
  func stop() {
    unsafe MHD_stop_daemon(handle)
    unsafe context.release()
    unsafe logger.deallocate()
  }

  // MARK: - Options

  private typealias TLSTexts = (key: [CChar], certificate: [CChar], priorities: [CChar])

  /// Reads the key and the certificate to serve with.
  private static func texts(
    of tls: EmbeddedServer.TLS?
  ) throws(EmbeddedServerError) -> TLSTexts? {
    guard let tls else { return nil }
    guard MHD_is_feature_supported(.FEATURE_TLS) == .YES else {
      throw EmbeddedServerError(.noTLS, "EmbeddedServer.Configuration.tls")
    }
    let key = try readText(of: tls.keyPath)
    let certificate = try readText(of: tls.certificatePath)
    return (key, certificate, tls.priorities.utf8.map { CChar(bitPattern: $0) } + [0])
  }

  private static func start(
    _ core: ServerCore,
    _ socket: Int32,
    _ texts: TLSTexts?,
    _ logger: UnsafeMutablePointer<cmicrohttpd_logger>
  ) -> OpaquePointer? {
    let context = unsafe logger.pointee.context
    let configuration = core.configuration
    #if os(Linux)
      let polling = MHD_USE_EPOLL_INTERNAL_THREAD
    #else
      let polling = MHD_USE_AUTO_INTERNAL_THREAD
    #endif
    var flags = polling.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue | MHD_USE_ERROR_LOG.rawValue
    if texts != nil { flags |= MHD_USE_TLS.rawValue }
    var options = unsafe [
      number(.LISTEN_SOCKET, Int(socket)),
      number(.CONNECTION_LIMIT, configuration.connectionLimit),
      number(.CONNECTION_MEMORY_LIMIT, core.poolSize),
      number(.CONNECTION_TIMEOUT, Int(configuration.idleTimeLimit.components.seconds)),
      // The stricter library closes without a response if a target has a space, and answers twice
      // if there is no Host. So both reach the responder, which refuses them.
      number(.STRICT_FOR_CLIENT, 0),
      unsafe callback(.URI_LOG_CALLBACK, unsafeBitCast(onTarget, to: Int.self), context),
      unsafe callback(.UNESCAPE_CALLBACK, unsafeBitCast(unescape, to: Int.self), nil),
      unsafe callback(
        .NOTIFY_CONNECTION,
        unsafeBitCast(onConnection, to: Int.self),
        context
      ),
      unsafe callback(
        .NOTIFY_COMPLETED,
        unsafeBitCast(onCompleted, to: Int.self),
        context
      ),
    ]
    if let limit = configuration.connectionLimitPerAddress {
      unsafe options.append(number(.PER_IP_CONNECTION_LIMIT, limit))
    }
    // "Enable thread pooling by setting this value to to something greater than 1."
    if configuration.threads > 1 {
      unsafe options.append(number(.THREAD_POOL_SIZE, configuration.threads))
    }
    guard let texts else {
      unsafe options.append(number(.END, 0))
      return unsafe cmicrohttpd_start(flags, onAccept, onRequest, context, logger, options)
    }
    return unsafe texts.key.withUnsafeBufferPointer { key in
      unsafe texts.certificate.withUnsafeBufferPointer { certificate in
        unsafe texts.priorities.withUnsafeBufferPointer { priorities in
          unsafe options.append(text(.HTTPS_MEM_KEY, key.baseAddress))
          unsafe options.append(text(.HTTPS_MEM_CERT, certificate.baseAddress))
          unsafe options.append(text(.HTTPS_PRIORITIES, priorities.baseAddress))
          unsafe options.append(number(.END, 0))
          return unsafe cmicrohttpd_start(flags, onAccept, onRequest, context, logger, options)
        }
      }
    }
  }

  /// The library reads the text while it starts, and does not write to it.
  private static func text(_ option: MHD_OPTION, _ text: UnsafePointer<CChar>?) -> MHD_OptionItem {
    unsafe MHD_OptionItem(
      option: option,
      value: 0,
      ptr_value: UnsafeMutableRawPointer(mutating: text)
    )
  }

  private static func number(_ option: MHD_OPTION, _ value: Int) -> MHD_OptionItem {
    unsafe MHD_OptionItem(option: option, value: value, ptr_value: nil)
  }

  // "For options that expect two pointer arguments, the first argument must be cast to `intptr_t`."
  private static func callback(
    _ option: MHD_OPTION,
    _ function: Int,
    _ context: UnsafeMutableRawPointer?
  ) -> MHD_OptionItem {
    unsafe MHD_OptionItem(option: option, value: function, ptr_value: context)
  }

  // MARK: - Callbacks

  private typealias Pointer = UnsafeMutableRawPointer

  /// Returns the connection object of a connection, which `onConnection` has retained.
  private static func connection(_ handle: OpaquePointer?) -> ServerConnection? {
    guard let handle = unsafe handle, let context = unsafe cmicrohttpd_socket_context(handle) else {
      return nil
    }
    return unsafe Unmanaged<ServerConnection>.fromOpaque(context).takeUnretainedValue()
  }

  /// Refuses clients as soon as the server is stopping.
  ///
  /// `MHD_quiesce_daemon` would do so earlier, but in 0.9.75 it races with the threads of the pool
  /// over which of them removes the socket from an epoll, and the second one stops the program.
  private static let onAccept:
    @convention(c) (Pointer?, UnsafePointer<sockaddr>?, socklen_t) -> MHD_Result = {
      context,
      _,
      _ in
      guard let context = unsafe context else { return .NO }
      let core = unsafe Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().connections
        .core
      return core.isDraining ? .NO : .YES
    }

  /// "Register a function that should be called whenever a connection is started or closed":
  /// retained in the one case, released in the other.
  private static let onConnection:
    @convention(c) (
      Pointer?, OpaquePointer?, UnsafeMutablePointer<Pointer?>?, MHD_ConnectionNotificationCode
    ) -> Void = { context, handle, place, code in
      guard let context = unsafe context, let handle = unsafe handle, let place = unsafe place
      else {
        return
      }
      let connections = unsafe Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
        .connections
      if code == .CONNECTION_NOTIFY_STARTED {
        let connection = unsafe connections.makeConnection(handle)
        unsafe place.pointee = Unmanaged.passRetained(connection).toOpaque()
      } else if let held = unsafe place.pointee {
        let connection = unsafe Unmanaged<ServerConnection>.fromOpaque(held).takeRetainedValue()
        connection.close()
        connections.remove(connection)
      }
    }

  /// "The specified function is called only once per request"; the target is still as it came in.
  private static let onTarget:
    @convention(c) (Pointer?, UnsafePointer<CChar>?, OpaquePointer?) -> Pointer? = {
      _,
      target,
      handle in
      guard let target = unsafe target, let connection = unsafe connection(handle) else {
        return nil
      }
      unsafe connection.takeTarget(target)
      unsafe cmicrohttpd_drop_query(target)
      if let handle = unsafe handle { unsafe cmicrohttpd_hide_cookies(handle) }
      return nil
    }

  /// Leaves targets as they are: the router alone decides what escapes mean.
  private static let unescape:
    @convention(c) (Pointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int = { _, _, text in
      guard let text = unsafe text else { return 0 }
      return unsafe strlen(text)
    }

  private static let onRequest:
    @convention(c) (
      Pointer?, OpaquePointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafeMutablePointer<Int>?,
      UnsafeMutablePointer<Pointer?>?
    ) -> MHD_Result = { _, handle, _, method, version, bytes, count, _ in
      guard let connection = unsafe connection(handle), let method = unsafe method,
        let version = unsafe version, let count = unsafe count
      else { return .NO }
      if let bytes = unsafe bytes, unsafe count.pointee > 0 {
        return unsafe connection.takeBody(bytes, count) ? .YES : .NO
      }
      return unsafe connection.step(method: method, version: version) ? .YES : .NO
    }

  private static let onCompleted:
    @convention(c) (
      Pointer?, OpaquePointer?, UnsafeMutablePointer<Pointer?>?, MHD_RequestTerminationCode
    ) -> Void = { _, handle, _, _ in
      unsafe connection(handle)?.endRequest()
    }

  /// Keeps the library's messages while it starts.
  ///
  /// Later ones are about clients, of which the access log knows more.
  private static let onLog: @convention(c) (Pointer?, UnsafePointer<CChar>) -> Void = {
    context,
    text in
    guard let context = unsafe context else { return }
    let log = unsafe Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().log
    let text = unsafe String(cString: text).split(separator: "\n").joined(separator: " ")
    log.withLock { $0?.append(text) }
  }
}
