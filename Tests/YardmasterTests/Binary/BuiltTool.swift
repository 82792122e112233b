import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The tool as it was built beside the tests.
struct BuiltTool {
  struct Result {
    let code: Int32
    let text: String
    let errors: String
  }

  let url: URL

  /// Looks for it in the folder of the program that runs, and those above.
  init() throws {
    var folders = ["/proc/self/exe", CommandLine.arguments[0]]
      .map { URL(filePath: $0).resolvingSymlinksInPath().deletingLastPathComponent() }
    for bundle in CommandLine.arguments
    where bundle.hasSuffix(".xctest") || bundle.contains(".xctest/") {
      var folder = URL(filePath: bundle)
      for _ in 0..<4 {
        folder.deleteLastPathComponent()
        folders.append(folder)
      }
    }
    let candidates = folders.map { $0.appending(path: "yardmaster") }
    url = try #require(
      candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) },
      "the tool was not built beside the tests"
    )
  }

  /// The environment of the tests, for the tool: with the options of sanitizers, but that no leaks are looked for.
  ///
  /// The tool ends while its threads still let go of the server, and of what it held a part is found there alone.
  static var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment
    let options = environment["ASAN_OPTIONS"].map { "\($0):" } ?? ""
    environment["ASAN_OPTIONS"] = options + "detect_leaks=0"
    return environment
  }

  /// Runs it, with standard input from a text, and with its two streams on pipes or on a terminal of their own.
  func run(
    _ arguments: [String],
    input: String = "",
    environment: [String: String] = ["TERM": "xterm"],
    onTerminal: Bool = false
  ) async throws -> Result {
    try await run([url.path] + arguments, input, environment, onTerminal)
  }

  /// Has a shell run a command in a folder, in which the tool is found by its name.
  func runShell(_ command: String, in folder: URL) async throws -> Result {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/bin:/usr/bin"
    let environment = ["PATH": "\(url.deletingLastPathComponent().path):\(path)"]
    let words = ["/bin/sh", "-c", "cd \"$0\" || exit\n\(command)", folder.path]
    return try await run(words, "", environment, false)
  }

  private func run(
    _ words: [String],
    _ input: String,
    _ environment: [String: String],
    _ onTerminal: Bool
  ) async throws -> Result {
    let inputPipe = ChildProgram.pipe()
    let streams = try [Stream(isTerminal: onTerminal), Stream(isTerminal: onTerminal)]
    let program = try ChildProgram(
      words,
      environment: Self.environment
        .filter {
          !["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM", "COLUMNS"].contains($0.key)
        }
        .merging(environment) { $1 },
      input: inputPipe.fileHandleForReading,
      output: streams[0].writer,
      errors: streams[1].writer
    )
    try inputPipe.fileHandleForReading.close()
    for stream in streams { try stream.writer.close() }
    let readers = streams.map { stream in
      Task.detached { stream.readAll() }
    }
    try inputPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try inputPipe.fileHandleForWriting.close()
    let (text, errors) = (await readers[0].value, await readers[1].value)
    guard case .exited(let code) = program.wait() else {
      throw ChildProgram.Failure("\(words) is ended by a signal: \(errors)")
    }
    return Result(code: code, text: text, errors: errors)
  }
}

/// The two ends of a pipe, or of a terminal.
private struct Stream: Sendable {
  let reader: FileHandle
  let writer: FileHandle

  init(isTerminal: Bool) throws {
    guard isTerminal else {
      let pipe = ChildProgram.pipe()
      reader = pipe.fileHandleForReading
      writer = pipe.fileHandleForWriting
      return
    }
    let (main, name) = try Terminal.open()
    let other = open(name, O_RDWR | O_NOCTTY)
    try #require(other >= 0)
    reader = FileHandle(fileDescriptor: main, closeOnDealloc: true)
    writer = FileHandle(fileDescriptor: other, closeOnDealloc: true)
  }

  /// All that is written until the other end is closed, with line breaks as they were before a terminal saw them.
  func readAll() -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      var count = read(reader.fileDescriptor, &chunk, chunk.count)
      while count < 0, errno == EINTR { count = read(reader.fileDescriptor, &chunk, chunk.count) }
      // The end of a terminal is an error: nobody holds its other end any more.
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
  }
}

/// A shell that somebody types into, on a terminal of its own.
final class TypedShell {
  private let terminal: FileHandle
  private let program: ChildProgram

  /// Starts a shell in a folder, with none of the files that it would read.
  init(_ words: [String], in folder: URL) throws {
    let (main, name) = try Terminal.open()
    terminal = FileHandle(fileDescriptor: main, closeOnDealloc: true)
    let other = open(name, O_RDWR | O_NOCTTY)
    try #require(other >= 0)
    let end = FileHandle(fileDescriptor: other, closeOnDealloc: true)
    program = try ChildProgram(
      ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path] + words,
      environment: [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/bin:/usr/bin", "TERM": "dumb",
        "HOME": folder.path,
      ],
      input: end,
      output: end,
      errors: end
    )
  }

  /// Types a text, and returns what the shell has written when it has written a mark.
  func type(_ text: String, until mark: String) throws -> String {
    try terminal.write(contentsOf: Data(text.utf8))
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while !String(decoding: bytes, as: UTF8.self).contains(mark) {
      var request = pollfd(fd: terminal.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 20_000) > 0 else { break }
      let count = read(terminal.fileDescriptor, &chunk, chunk.count)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Ends it.
  func end() {
    program.signal(SIGKILL)
    _ = program.wait()
  }
}

/// Makes terminals by functions of the C library that not every module map shows.
private enum Terminal {
  /// A terminal: what reads from it, and the name of the end that a program writes to.
  static func open() throws -> (Int32, name: String) {
    let make = try function("posix_openpt", as: (@convention(c) (Int32) -> Int32).self)
    let grant = try function("grantpt", as: (@convention(c) (Int32) -> Int32).self)
    let unlock = try function("unlockpt", as: (@convention(c) (Int32) -> Int32).self)
    let name = try function(
      "ptsname",
      as: (@convention(c) (Int32) -> UnsafeMutablePointer<CChar>?).self
    )
    let terminal = make(O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    try #require(grant(terminal) == 0)
    try #require(unlock(terminal) == 0)
    return (terminal, String(cString: try #require(name(terminal))))
  }

  private static func function<Function>(_ name: String, as type: Function.Type) throws -> Function
  {
    let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), name))
    return unsafeBitCast(symbol, to: type)
  }
}
