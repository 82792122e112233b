public import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that runs beside the tests, and has none of their descriptors but those of its three streams.
///
/// Foundation's `Process` is nothing for tests in which leaks are looked for: it holds itself until threads of its own
/// have noticed the end, and it reads past the end of a list where a thousand sockets are open.
public final class ChildProgram {
  /// How it has ended.
  public enum Ending: Equatable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    /// Somebody else has waited for it.
    case unknown
  }

  /// A program that does not start, or does not end as it should.
  public struct Failure: Error, CustomStringConvertible {
    /// What has failed, in words.
    public let description: String

    /// Makes one.
    public init(_ description: String) { self.description = description }
  }

  #if !canImport(Darwin)
    private typealias CloseFrom =
      @convention(c) (
        UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32
      ) -> Int32

    /// Closes all further descriptors; not every module map shows it, and not every C library has it.
    private static let closeFrom =
      dlsym(dlopen(nil, RTLD_NOW), "posix_spawn_file_actions_addclosefrom_np")
      .map { unsafeBitCast($0, to: CloseFrom.self) }
  #endif

  private let process: pid_t
  private var ending: Ending?

  /// Starts a program, which is looked up as a shell does; a stream that none is given for leads nowhere.
  public init(
    _ words: [String],
    environment: [String: String] = ProcessInfo.processInfo.environment,
    input: FileHandle? = nil,
    output: FileHandle? = nil,
    errors: FileHandle? = nil
  ) throws {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in [input, output, errors].enumerated() {
      let number = Int32(number)
      if let stream {
        posix_spawn_file_actions_adddup2(&actions, stream.fileDescriptor, number)
      } else {
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      }
    }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads of a queue take no signals, which the program would inherit.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // What who runs the tests ignores, the program would ignore as well.
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let common = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    #if canImport(Darwin)
      let flags = common | Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #else
      let flags = common
      _ = Self.closeFrom?(&actions, 3)
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    let failure = posix_spawnp(&process, words[0], &actions, &attributes, arguments, variables)
    guard failure == 0 else {
      throw Failure("\(words[0]): \(String(cString: strerror(failure)))")
    }
    self.process = process
  }

  deinit {
    guard ending == nil else { return }
    kill(process, SIGKILL)
    wait()
  }

  /// Sends a signal, unless its end is known.
  public func signal(_ number: Int32) {
    if ending == nil { kill(process, number) }
  }

  /// Waits for its end.
  @discardableResult
  public func wait() -> Ending {
    if let ending { return ending }
    var status: Int32 = 0
    var found = waitpid(process, &status, 0)
    while found < 0, errno == EINTR { found = waitpid(process, &status, 0) }
    let ending: Ending =
      if found < 0 {
        .unknown
      } else if status & 0x7F == 0 {
        .exited(status >> 8 & 0xFF)
      } else {
        .signalled(status & 0x7F)
      }
    self.ending = ending
    return ending
  }

  /// A pipe that programs have nothing of but the ends which they are given.
  public static func pipe() -> Pipe {
    let pipe = Pipe()
    for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    return pipe
  }

  /// Runs a program to its end, and gives back what it writes; nothing where it fails.
  public static func output(of words: [String]) throws -> String? {
    let output = pipe()
    let program = try ChildProgram(words, output: output.fileHandleForWriting)
    try output.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    return program.wait() == .exited(0) ? String(decoding: data, as: UTF8.self) : nil
  }
}
