import Dispatch
import Foundation
import SwitchyardServer
import Trials

/// The server that the faults are played against, in a process of its own.
///
///     ServerFaults serve --folder PATH [--port N] [--log PATH] [--handler S] …
///
/// In its folder it finds `files`, and writes `port` when it listens, a line to `begun` for each handler that
/// begins, and `access.log`. It ends with SIGTERM as a server should: when it has answered what has begun.
struct Site {
  private let folder: String
  private let begun: Int32
  private let large = [UInt8](repeating: UInt8(ascii: "x"), count: 4 << 20)

  /// Serves until a signal comes.
  static func serve() -> Never {
    var options = TrialOptions("ServerFaults serve", usage: "--folder PATH [--port N] …")
    _ = options.flag("serve")
    guard let folder = options.text("--folder") else { options.fail("--folder is missing") }
    // What the parent minds or not is nothing to a server.
    signal(SIGPIPE, SIG_DFL)
    for (name, resource) in limits {
      if let number = options.number(name) { limit(resource, rlim_t(number)) }
    }
    // As the system tells a program that a file cannot grow: who serves under such a limit ignores it.
    signal(SIGXFSZ, SIG_IGN)
    do {
      try Site(folder).serve(&options)
    } catch {
      say("\(error)", to: 2)
      exit(1)
    }
  }

  #if canImport(Glibc)
    private static let limits = [
      ("--descriptors", Int32(RLIMIT_NOFILE.rawValue)), ("--data", Int32(RLIMIT_DATA.rawValue)),
      ("--file-size", Int32(RLIMIT_FSIZE.rawValue)),
    ]
    private static func limit(_ resource: Int32, _ number: rlim_t) {
      let resource = __rlimit_resource_t(UInt32(resource))
      var limit = rlimit()
      getrlimit(resource, &limit)
      limit.rlim_cur = number
      setrlimit(resource, &limit)
    }
  #else
    private static let limits = [
      ("--descriptors", RLIMIT_NOFILE), ("--data", RLIMIT_DATA), ("--file-size", RLIMIT_FSIZE),
    ]
    private static func limit(_ resource: Int32, _ number: rlim_t) {
      var limit = rlimit()
      getrlimit(resource, &limit)
      limit.rlim_cur = number
      setrlimit(resource, &limit)
    }
  #endif

  private init(_ folder: String) {
    self.folder = folder
    begun = open("\(folder)/begun", O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
  }

  private func serve(_ options: inout TrialOptions) throws -> Never {
    var yard = Router.Configuration.server
    yard.handlerTimeLimit = .seconds(options.number("--handler") ?? 20)
    yard.onFault = { _ in }
    let router = Router(yard)
    var configuration = EmbeddedServer.Configuration()
    configuration.port = UInt16(options.number("--port") ?? 0)
    configuration.threads = 2
    configuration.idleTimeLimit = .seconds(options.number("--idle") ?? 4)
    configuration.headTimeLimit = .seconds(5)
    configuration.lingerTimeLimit = .seconds(2)
    configuration.connectionLimit = options.number("--connections") ?? 1000
    configuration.responder.exchangeLimit = options.number("--exchanges") ?? 1000
    configuration.responder.onFault = { _ in }
    let log: AccessLog
    switch options.text("--log") {
    case "-": log = .standardOutput
    case let path: log = try AccessLog(path: path ?? "\(folder)/access.log")
    }
    configuration.responder.observers = [log]
    if options.flag("--tls") {
      configuration.tls = .init(
        certificatePath: "\(folder)/cert.pem",
        keyPath: "\(folder)/key.pem"
      )
    }
    let files = options.text("--files") ?? "\(folder)/files"
    options.finish()
    addRoutes(router)
    router.files("/files", from: try ServedFolder(files))
    let server = try EmbeddedServer(router: router, configuration: configuration)
    // Before the port is told: who knows it may send the signal at once.
    signal(SIGTERM, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
    source.setEventHandler {
      Task {
        await server.stop(gracePeriod: .seconds(10))
        exit(0)
      }
    }
    source.resume()
    try server.start()
    let place = "\(folder)/port"
    try Data("\(server.port ?? 0)".utf8).write(to: URL(fileURLWithPath: place + ".new"))
    rename(place + ".new", place)
    // One that is left behind, by a trial that has failed, is of no use to anybody.
    let parent = getppid()
    while getppid() == parent { sleep(1) }
    exit(1)
  }

  private func addRoutes(_ router: Router) {
    router.get("/id/:id", calledOn: .serverThread) { request in .text(begin(request)) }
    router.get("/later/:id") { request in
      let id = begin(request)
      try await Task.sleep(for: .milliseconds(5))
      return .text(id)
    }
    router.post("/echo/:id") { request in
      begin(request)
      return .bytes(try await request.body.collect())
    }
    router.get("/drip/:id", calledOn: .serverThread) { request in
      let id = begin(request)
      return .stream { writer in
        for _ in 0..<20 {
          try await writer.write("\(id),")
          try await Task.sleep(for: .milliseconds(5))
        }
      }
    }
    router.get("/large/:id", calledOn: .serverThread) { request in
      begin(request)
      return .bytes(large)
    }
    router.get("/stream", calledOn: .serverThread) { _ in
      .stream { writer in while true { try await writer.write([UInt8](large.prefix(16384))) } }
    }
    router.get("/never/:id") { request in
      let id = begin(request)
      await release()
      return .text(id)
    }
    // One after the other, as on a queue that others have to wait for.
    router.get("/queued/:id", calledOn: .queue(DispatchQueue(label: "queued"))) { request in
      let id = begin(request)
      while !isReleased { usleep(10_000) }
      return .text(id)
    }
    router.get("/blocks/:id", calledOn: .serverThread) { request in
      let id = begin(request)
      while !isReleased { usleep(10_000) }
      return .text(id)
    }
    router.get("/hoard/:size", calledOn: .serverThread) { request in
      let size = Int(request.parameters["size"] ?? "") ?? 0
      hoard.withLock { $0.append([UInt8](repeating: 1, count: size)) }
      return .text("\(size)")
    }
  }

  private let hoard = Hoard()

  /// Notes that a handler has begun, where it outlives the process.
  @discardableResult
  private func begin(_ request: ServerRequest) -> String {
    let id = request.parameters["id"] ?? ""
    let line = Array("\(id)\n".utf8)
    _ = line.withUnsafeBytes { write(begun, $0.baseAddress, $0.count) }
    return id
  }

  /// Whether handlers that would never end may end: the file tells even a server that answers nobody.
  private var isReleased: Bool { access("\(folder)/release", F_OK) == 0 }

  /// Waits for the file without a thread, and without minding that it is cancelled.
  private func release() async {
    while !isReleased {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) {
          continuation.resume()
        }
      }
    }
  }
}

/// Memory that is never given back.
private final class Hoard: @unchecked Sendable {
  private let lock = NSLock()
  private var parts: [[UInt8]] = []

  func withLock(_ body: (inout [[UInt8]]) -> Void) { lock.withLock { body(&parts) } }
}
