import Foundation

/// A router of another language, in a process of its own that does a number of lookups for each line it is sent.
final class Peer {
  /// Why it cannot go on.
  struct Failure: Error { var reason: String }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var rest = Data()

  /// Starts it, and waits until it has its routes and has answered every path as expected.
  init(_ command: [String], limit seconds: Double) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let stopping = DispatchWorkItem { [process] in process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: stopping)
    let answer = line()
    stopping.cancel()
    guard answer == "ready" else {
      process.terminate()
      let waited = "it was not ready after \(Int(seconds)) s"
      throw Failure(reason: answer.map { $0.isEmpty ? waited : $0 } ?? waited)
    }
  }

  deinit { process.terminate() }

  func run(_ times: Int) throws -> Spent {
    try input.fileHandleForWriting.write(contentsOf: Data("\(times)\n".utf8))
    guard let nanoseconds = line().flatMap(Double.init) else {
      throw Failure(reason: "it ended while it was measured")
    }
    return Spent(nanoseconds: nanoseconds)
  }

  private func line() -> String? {
    while true {
      if let end = rest.firstIndex(of: 10) {
        defer { rest = Data(rest[(end + 1)...]) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      rest += more
    }
  }
}
