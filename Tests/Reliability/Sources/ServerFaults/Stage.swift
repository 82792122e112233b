import TestSupport
import Foundation
import Trials

/// A server, its folder, and what is found out about it while a fault is played.
final class Stage {
  let folder: String
  private(set) var server: ServerProcess
  private(set) var tally = Tally()
  var generator: SeededGenerator
  private let options: [String]
  private let output: String
  private var baseline: Int?
  private var hasBeenKilled = false
  private var crowds = 0
  /// The requests of all crowds that were answered with 200, and those that need not be when they have begun.
  private var answered: Set<String> = []
  private var excused: Set<String> = []
  /// The log in which all requests are, for the end.
  var log: String?
  /// Whether all that have begun are found in their file.
  var keepsAccount = true

  /// How long an ordinary request may take, on a machine on which others work as well.
  static let patience = 20.0

  init(_ options: [String], output: String = "/dev/null", seed: UInt64) throws {
    let folder = NSTemporaryDirectory() + "server-faults-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: folder + "/files",
      withIntermediateDirectories: true
    )
    self.folder = folder
    self.options = options
    self.output = output
    log = "\(folder)/access.log"
    generator = SeededGenerator(seed: seed)
    do {
      try Data("small".utf8).write(to: URL(fileURLWithPath: folder + "/files/small"))
      try Data(count: 8 << 20).write(to: URL(fileURLWithPath: folder + "/files/large"))
      if options.contains("--tls") { try Self.makeCertificate(folder) }
      server = try ServerProcess(folder: folder, options, output: output)
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var port: UInt16 { server.port }

  func count(_ name: String, _ times: Int = 1) { tally.count(name, times) }

  /// A client; a server that lets nobody in is a disagreement.
  func connect(receiveBuffer: Int32? = nil, patience: Double = patience) throws -> Client {
    let client = Client(port: port, receiveBuffer: receiveBuffer, patience: patience)
    guard let client else { throw Disagreement("a server lets nobody in: \(state)") }
    return client
  }

  // MARK: - While a fault lasts

  /// Does something while ordinary clients ask.
  @discardableResult
  func amidOthers(
    expecting expectation: Crowd.Expectation = .all,
    crowd size: Int = 2,
    patience: Double = patience,
    _ body: () throws -> Void
  ) throws -> Crowd.Account {
    crowds += 1
    let crowd = Crowd(
      of: size,
      port: port,
      name: "crowd\(crowds)",
      expecting: expectation,
      patience: patience
    )
    let result = Result { try body() }
    let account: Crowd.Account
    do {
      account = try crowd.end()
    } catch {
      throw Disagreement("\(error); \(state)")
    }
    try result.get()
    answered.formUnion(account.answered)
    if expectation == .loss { excused.formUnion(account.ended) }
    count("answered", account.answered.count)
    if !account.refused.isEmpty { count("refused", account.refused.count) }
    if account.closedDoors > 0 { count("closed doors", account.closedDoors) }
    if !account.ended.isEmpty { count("ended without a word", account.ended.count) }
    return account
  }

  /// Looks whether an ordinary request on a connection of its own is answered.
  func expectAnswer(within seconds: Double = patience) throws {
    if options.contains("--tls") { return try expectAnswerOverTLS() }
    let client = try connect(patience: seconds)
    try client.send(get("/id/ordinary"))
    guard let response = try client.response(), response.text == "ordinary" else {
      throw Disagreement("the server does not answer when the fault has ended; \(state)")
    }
    count("recoveries")
  }

  /// What is known of the server, for the words of a disagreement.
  var state: String {
    let errors = (try? String(contentsOfFile: "\(folder)/errors", encoding: .utf8)) ?? ""
    return "\(server.check().map { "\($0)" } ?? "it runs"); \(errors.suffix(2000))"
  }

  // MARK: - Descriptors and memory

  /// Remembers how many descriptors a server has with which nothing is going on.
  func noteDescriptors() throws {
    try expectAnswer()
    // What is made once, by the first of each kind, is no matter of clients.
    if !options.contains("--tls") { try amidOthers { rest(0.1) } }
    rest(0.3)
    baseline = server.descriptors
  }

  /// Looks whether the descriptors of clients that are gone, or ought to be, are closed.
  func expectDescriptors(within seconds: Double = 15) throws {
    guard let baseline else { return }
    let end = Date.now.addingTimeInterval(seconds)
    while let now = server.descriptors, now > baseline {
      guard Date.now < end else {
        throw Disagreement("\(now) descriptors where there were \(baseline); \(state)")
      }
      rest()
    }
    count("closings")
  }

  /// Looks whether the server has never had more memory.
  func expectMemory(below megabytes: Int) throws {
    guard let peak = server.peak else { return }
    guard peak < megabytes << 20 else {
      throw Disagreement("\(peak >> 20) MB of memory where there ought to be \(megabytes) at most")
    }
    count("MB at most", peak >> 20)
  }

  // MARK: - The end

  /// Starts the server again at the same port, when it is gone.
  func restart(_ options: [String]? = nil) throws {
    guard let ending = server.check() else { throw Disagreement("a server that runs is restarted") }
    if case .signalled = ending { hasBeenKilled = true }
    server = try ServerProcess(
      folder: folder,
      (options ?? self.options) + ["--port", "\(port)"],
      output: output
    )
    count("restarts")
  }

  /// Ends the server as it wants to be ended, and looks at what it leaves behind.
  func end() throws {
    server.signal(SIGTERM)
    try expectEnd()
  }

  /// Looks how a server has ended that was told to, and what it leaves behind.
  func expectEnd() throws {
    let ending = try server.wait()
    guard ending == .exited(0) else { throw Disagreement("a server ends with \(state)") }
    try expectAccount()
  }

  /// Waits until handlers have begun with an id, however busy the machine is.
  func waitUntilBegun(_ id: String, times: Int) throws {
    for _ in 0..<3_000 {
      let text = (try? String(contentsOfFile: "\(folder)/begun", encoding: .utf8)) ?? ""
      if text.split(separator: "\n").count(where: { $0 == id }) >= times { return }
      rest(0.01)
    }
    throw Disagreement("what was asked as \(id) does not begin")
  }

  /// Looks whether each request that was begun was answered, and none begun twice, and all are in the log.
  func expectAccount() throws {
    if let log {
      let targets = try expectWholeLines(of: log, isCut: hasBeenKilled).map { line in
        // The id is the last part of the target, between the method and the version.
        let request = line.split(separator: "\"")[1].split(separator: " ")
        return request.dropFirst().first?.split { "/?".contains($0) }.last ?? ""
      }
      let unknown = answered.subtracting(targets.map(String.init))
      guard unknown.isEmpty else { throw Disagreement("answered and not in the log: \(unknown)") }
    }
    guard keepsAccount else { return }
    let text = try String(contentsOfFile: "\(folder)/begun", encoding: .utf8)
    let begun = text.split(separator: "\n").map(String.init).filter { $0.hasPrefix("crowd") }
    let known = Set(begun)
    guard known.count == begun.count else { throw Disagreement("a request was begun twice") }
    let lost = known.subtracting(answered).subtracting(excused)
    guard lost.isEmpty else {
      let some = lost.sorted().prefix(10)
      throw Disagreement("begun and not answered: \(lost.count), such as \(some)")
    }
    tally.counts["begun"] = begun.count
  }

  /// Looks whether a log has whole lines only, or half a one at the end where that may be.
  @discardableResult
  func expectWholeLines(of path: String, isCut: Bool = false) throws -> [Substring] {
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let last = lines.removeLast()
    guard last.isEmpty || isCut else { throw Disagreement("a log ends with half a line: \(last)") }
    for line in lines where !Self.isWhole(line) { throw Disagreement("a line of the log: \(line)") }
    count("lines of the log", lines.count)
    return lines
  }

  static func isWhole(_ line: Substring) -> Bool {
    line.hasPrefix("127.0.0.1 - - [") && line.hasSuffix("us")
      && line.components(separatedBy: "127.0.0.1 - - [").count == 2
      && line.count(where: { $0 == "\"" }) == 6
  }

  private func expectAnswerOverTLS() throws {
    let place = "\(folder)/answer"
    unlink(place)
    let curl = ["curl", "-sS", "-k", "--max-time", "20"]
    guard ServerProcess.run(curl + ["https://127.0.0.1:\(port)/id/tls"], output: place),
      try String(contentsOfFile: place, encoding: .utf8) == "tls"
    else { throw Disagreement("no answer over TLS; \(state)") }
    count("recoveries")
  }

  private static func makeCertificate(_ folder: String) throws {
    let isMade = ServerProcess.run([
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj",
      "/CN=localhost", "-keyout", "\(folder)/key.pem", "-out", "\(folder)/cert.pem",
    ])
    guard isMade else { throw Skipped("there is no openssl to make a certificate with") }
  }
}

/// Why a fault is not played here.
struct Skipped: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}
