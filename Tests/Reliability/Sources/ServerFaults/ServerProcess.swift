import Foundation
import Trials

/// A server as a process of its own.
final class ServerProcess {
  let port: UInt16
  let process: pid_t
  /// How it has ended, once that is known.
  private(set) var ending: Ending?

  enum Ending: Equatable {
    case exited(Int32)
    case signalled(Int32)
  }

  /// Starts this program as a server, and waits until it listens.
  init(folder: String, _ options: [String], output: String = "/dev/null") throws {
    let place = "\(folder)/port"
    unlink(place)
    process = try Self.spawn(
      [Self.program, "serve", "--folder", folder] + options,
      output: output,
      errors: "\(folder)/errors"
    )
    let end = Date.now.addingTimeInterval(30)
    while true {
      if let text = try? String(contentsOfFile: place, encoding: .utf8), let port = UInt16(text) {
        self.port = port
        return
      }
      var status: Int32 = 0
      guard waitpid(process, &status, WNOHANG) == 0, Date.now < end else {
        kill(process, SIGKILL)
        let errors = (try? String(contentsOfFile: "\(folder)/errors", encoding: .utf8)) ?? ""
        throw Disagreement("a server that does not start with \(options): \(errors.suffix(2000))")
      }
      rest()
    }
  }

  deinit {
    guard check() == nil else { return }
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  /// Sends a signal.
  func signal(_ number: Int32) { kill(process, number) }

  /// How it has ended; nothing while it runs.
  @discardableResult
  func check() -> Ending? {
    if ending != nil { return ending }
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return nil }
    ending = status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .signalled(status & 0x7F)
    return ending
  }

  /// Waits for its end.
  func wait(_ seconds: Double = 30) throws -> Ending {
    let end = Date.now.addingTimeInterval(seconds)
    while Date.now < end {
      if let ending = check() { return ending }
      rest()
    }
    throw Disagreement("a server that does not end within \(seconds) s")
  }

  // MARK: - What the system says of it, where it says so

  /// How many descriptors it has, without those of timers: one for each clock, made when the first is set.
  var descriptors: Int? {
    let (files, folder) = (FileManager.default, "/proc/\(process)/fd")
    return (try? files.contentsOfDirectory(atPath: folder))?.count { name in
      let place = try? files.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      return place != "anon_inode:[timerfd]"
    }
  }

  /// The most memory that it has had, in bytes.
  var peak: Int? {
    let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
  }

  // MARK: - Programs

  private static let program = Bundle.main.executablePath ?? CommandLine.arguments[0]

  /// Starts a program.
  static func spawn(
    _ words: [String],
    output: String = "/dev/null",
    errors: String = "/dev/null"
  ) throws -> pid_t {
    #if canImport(Glibc)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_APPEND
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, flags, 0o600)
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let failure = posix_spawnp(&process, words[0], &actions, nil, arguments, environ)
    guard failure == 0 else {
      throw Disagreement("\(words[0]): \(String(cString: strerror(failure)))")
    }
    return process
  }

  /// Runs a program to its end; says whether it has done what it was to do.
  static func run(_ words: [String], output: String = "/dev/null") -> Bool {
    guard let process = try? spawn(words, output: output) else { return false }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return false } }
    return status == 0
  }
}
