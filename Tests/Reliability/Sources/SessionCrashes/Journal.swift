import Foundation
import SwitchyardSessions

/// What a process has begun and what it was answered, a line each, which outlive it.
///
/// Several tasks write it: a line is one write, hence `@unchecked`. The end of the process is before it or behind it.
final class Journal: @unchecked Sendable {
  private let handle: FileHandle

  /// What a request was answered, and when, in milliseconds.
  struct Answer {
    let outcome: Int
    let time: Int
  }

  init(_ path: String) throws {
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.seekToEnd()
  }

  func begin(_ request: Request) throws { try write("begun", request, 0) }

  func end(_ request: Request, _ outcome: Int) throws { try write("answered", request, outcome) }

  private func write(_ word: String, _ request: Request, _ outcome: Int) throws {
    let line = "\(word) \(request.id.text) \(request.key) \(outcome) \(milliseconds())\n"
    try handle.write(contentsOf: Data(line.utf8))
  }

  /// The bytes of a request that is begun and answered, at least.
  static let length = 160

  /// Returns the answers in a file by their requests; `nil` where there is none yet.
  static func read(_ path: String) throws -> [Request: Answer?] {
    var answers: [Request: Answer?] = [:]
    guard FileManager.default.fileExists(atPath: path) else { return answers }
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 5, let id = SessionIdentifier(words[1]),
        let key = IdempotencyKey(words[2]), let outcome = Int(words[3]), let time = Int(words[4])
      else { continue }
      let answer = words[0] == "answered" ? Answer(outcome: outcome, time: time) : nil
      answers[Request(id: id, key: key)] = .some(answer)
    }
    return answers
  }
}

/// The milliseconds of a clock that all processes of the machine have.
func milliseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
