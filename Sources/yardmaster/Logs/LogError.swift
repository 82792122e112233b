import SwitchyardCompression
import SwitchyardProof
import SwitchyardSystem

/// An error thrown when a log cannot be read.
struct LogError: Error {
  enum Code {
    /// It cannot be opened or read; the number is that of the C library.
    case unreadable(Int32)
    /// It is gzip that has a fault or breaks off.
    case compressed(CompressedDataError)
    /// None of its lines is of a request; these are the first.
    case nothing([ReplayReport.BadLine])
  }

  let code: Code
  /// The name of the log, as it was given.
  let file: String

  init(_ code: Code, in file: String) {
    self.code = code
    self.file = file
  }
}

extension LogError: CustomStringConvertible {
  /// The log, the fault and its remedy.
  var description: String {
    let name =
      file.isAddress ? file.quotedFile : file == "-" ? "standard input" : file.excerpt
    return "\(name): error: \(reason)"
  }

  private var reason: String {
    switch code {
    case .unreadable where file.isAddress:
      "This is an address, and the name of a file is expected here; give the file of the log."
    case .unreadable(let number): "\(String(cString: strerror(number)))."
    case .compressed(let error): "\(error)"
    case .nothing(let lines) where lines.isEmpty:
      "There is no line here. Give a log with the request of each line between quotes, or as JSON."
    case .nothing(let lines):
      lines.map { "\n\($0.log):\($0.line): \($0.reason)" }
        .reduce(
          "No line here is of a request. Give a log in the combined format or in JSON, or "
            + "another --log-format.",
          +
        )
    }
  }
}
