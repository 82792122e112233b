/// An error thrown when a file or a folder cannot be sent, or a log cannot be kept in one.
public struct ServedFileError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public enum Code: String, Hashable, Sendable {
    /// The file does not exist, or cannot be opened.
    case unreadable
    /// It cannot be made, or opened for writing.
    case unwritable
    /// It is neither a file nor a folder, or not the one that is needed.
    case wrongKind
    /// It has become shorter while it was read.
    case changed
  }

  /// The kind of failure.
  public let code: Code
  /// The path, as it was given.
  public let path: String

  init(_ code: Code, path: String) {
    self.code = code
    self.path = path
  }
}

extension ServedFileError: CustomStringConvertible {
  /// The fault and its remedy.
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
