import Foundation
import SwitchyardSessions

/// What a task of a process has begun and what it was answered, a line each, which outlive it.
///
/// A line is one write: the end of the process is before it or behind it. A task begins nothing while it waits for an
/// answer, so that the last line tells whether one is missing, however long the journal is: what is sent again late may
/// have been forgotten by its session.
final class Journal {
  /// The request that has no answer, if the process has ended before that.
  let waiting: Request?
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
    handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    let end = try handle.seekToEnd()
    try handle.seek(toOffset: end - min(end, UInt64(Self.length)))
    let last = String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    waiting = last.split(separator: "\n").last.flatMap { line in
      Self.entry(line).flatMap { $0.answer == nil ? $0.request : nil }
    }
  }

  /// The paths of the journals in a folder.
  static func paths(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".journal") }.map { "\(folder)/\($0)" }
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
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      guard let (request, answer) = entry(line) else { continue }
      answers[request] = .some(answer)
    }
    return answers
  }

  private static func entry(_ line: Substring) -> (request: Request, answer: Answer?)? {
    let words = line.split(separator: " ")
    guard words.count == 5, let id = SessionIdentifier(words[1]),
      let key = IdempotencyKey(words[2]), let outcome = Int(words[3]), let time = Int(words[4])
    else { return nil }
    let answer = words[0] == "answered" ? Answer(outcome: outcome, time: time) : nil
    return (Request(id: id, key: key), answer)
  }
}

/// The milliseconds of a clock that all processes of the machine have.
func milliseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
}
