import Testing

@testable import yardmaster

/// A call of the tool with the files that it can read.
struct Call: Sendable, CustomTestStringConvertible {
  /// The name of the snapshot.
  let name: String
  let arguments: [String]
  /// The contents of files by their names; `-` is standard input.
  var files: [String: String] = [:]

  init(_ name: String, _ arguments: String..., files: [String: String] = [:]) {
    self.name = name
    self.arguments = arguments
    self.files = files
  }

  var testDescription: String { name }

  /// What came of a call.
  struct Result {
    let code: Int32
    let text: String
    let errors: String

    /// All of it, as a snapshot has it.
    func snapshot(of call: Call) -> String {
      """
      \((["yardmaster"] + call.arguments.map(\.quoted)).joined(separator: " "))
      --- ends with \(code)
      --- output
      \(text)--- errors
      \(errors)
      """
    }
  }

  func run(styling: Styling = .none, width: Int? = nil) -> Result {
    var output = Output(styling: styling, width: width)
    let files = files.mapValues { Array($0.utf8) }
    let code = Yardmaster.run(arguments, &output, files: .init(files), logs: .init(files))
    return Result(code: code.rawValue, text: output.text, errors: output.errors)
  }
}

extension ManifestFiles {
  /// Files that are given; all others are missing.
  init(_ files: [String: [UInt8]]) {
    self.init { path throws(ManifestError) in
      guard let bytes = files[path] else { throw ManifestError(.unreadable(2), in: path) }
      return bytes
    }
  }
}

extension LogFiles {
  /// Logs that are given, each in two parts; all others are missing.
  init(_ files: [String: [UInt8]]) {
    self.init { path throws(LogError) in
      guard let bytes = files[path] else { throw LogError(.unreadable(2), in: path) }
      let middle = bytes.count / 2
      var parts = [Array(bytes[..<middle]), Array(bytes[middle...])].filter { !$0.isEmpty }
      return { () throws(LogError) in parts.isEmpty ? [] : parts.removeFirst() }
    }
  }
}
