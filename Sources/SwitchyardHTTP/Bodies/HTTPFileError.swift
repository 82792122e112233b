/// Why a file or a folder cannot be sent, or a log be kept in one.
public struct HTTPFileError: Error, Hashable, Sendable {
  /// What can be wrong.
  public enum Code: String, Hashable, Sendable {
    /// There is none, or it cannot be opened.
    case unreadable
    /// It cannot be made, or opened for writing.
    case unwritable
    /// It is something else than a file, or a folder where one is needed.
    case wrongKind
    /// It has become shorter while it was read.
    case changed
  }

  /// What is wrong.
  public let code: Code
  /// The path, as it was given.
  public let path: String

  init(_ code: Code, path: String) {
    self.code = code
    self.path = path
  }
}

extension HTTPFileError: CustomStringConvertible {
  /// What is wrong, and what helps.
  public var description: String {
    let name = path.isEmpty ? "A file" : "\"\(path.excerpt)\""
    return switch code {
    case .unreadable: "\(name) cannot be read. Look whether it exists and may be read."
    case .unwritable:
      "\(name) cannot be written to. Look whether its folder exists, and both may be written to."
    case .wrongKind: "\(name) is of the wrong kind. Name a file for a file, a folder for a folder."
    case .changed:
      "\(name) has become shorter while it was sent. Put a new file in the place of one that is served."
    }
  }
}
