import Foundation
import SwitchyardSessions

/// What a process has begun and what it was answered, a line each, which outlive it.
final class Journal {
  private let handle: FileHandle

  init(_ path: String) throws {
    if !FileManager.default.fileExists(atPath: path) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
    }
    handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.seekToEnd()
  }

  func begin(_ request: Request) throws { try write("begun", request, 0) }

  func end(_ request: Request, _ outcome: Int) throws { try write("answered", request, outcome) }

  // One write for a line: the end of the process is before it or behind it.
  private func write(_ word: String, _ request: Request, _ outcome: Int) throws {
    let line = "\(word) \(request.id.text) \(request.key) \(outcome)\n"
    try handle.write(contentsOf: Data(line.utf8))
  }

  /// Returns the answers in a file by their requests; `nil` where there is none yet.
  static func read(_ path: String) throws -> [Request: Int?] {
    var answers: [Request: Int?] = [:]
    guard FileManager.default.fileExists(atPath: path) else { return answers }
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 4, let id = SessionIdentifier(words[1]),
        let key = IdempotencyKey(words[2])
      else { continue }
      answers[Request(id: id, key: key)] = .some(words[0] == "answered" ? Int(words[3]) : nil)
    }
    return answers
  }
}
