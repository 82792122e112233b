import SwitchyardSystem

/// The reason that a file is not written.
struct OutputFileError: Error {
  enum Code {
    /// The system's reason, as a number of the C library if there is one.
    case system(Int32?)
    /// There is something else than a file under its name, or a link that leads to none.
    case noFile
    /// It is no name of a file.
    case noName
  }

  let path: String
  let code: Code
  /// The option that has named it.
  let option: CommandOption
}

extension OutputFileError: CustomStringConvertible {
  /// The file, the reason and what to do.
  var description: String {
    switch code {
    case .noFile:
      "\(path.quotedFile) is no file, or a link that leads nowhere. Give \(option.name) the name "
        + "of a file."
    case .noName: "\(path.quotedFile) is no name of a file. Give \(option.name) one."
    case .system(let number):
      "The file \(path.quotedFile) is not written\(reason(number)). What was there before is"
        + " as it was; give \(option.name) a file in a folder that exists and has room."
    }
  }

  private func reason(_ number: Int32?) -> String {
    number.map { ": \(String(cString: strerror($0)))" } ?? ""
  }
}
