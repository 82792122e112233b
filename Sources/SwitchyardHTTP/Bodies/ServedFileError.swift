/// An error thrown when a file or a folder cannot be sent, or nothing can be kept in one.
public struct ServedFileError: Error, Hashable, Sendable {
  /// The kinds of failure.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package enum Value: String, Hashable, Sendable {
      case missing, unreadable, unwritable, noRoom, wrongKind, changed
    }

    package let value: Value

    private init(_ value: Value) { self.value = value }

    /// Makes the code with a name, or `nil` when there is none.
    public init?(rawValue: String) {
      guard let value = Value(rawValue: rawValue) else { return nil }
      self.value = value
    }

    /// The name of the code.
    public var rawValue: String { value.rawValue }

    /// The name of the code.
    public var description: String { rawValue }

    /// There is no such file.
    public static var missing: Code { Code(.missing) }

    /// The file cannot be opened.
    public static var unreadable: Code { Code(.unreadable) }

    /// It cannot be made, or opened for writing.
    public static var unwritable: Code { Code(.unwritable) }

    /// There is no room for it: the disk or a quota is full, or no descriptor is left.
    public static var noRoom: Code { Code(.noRoom) }

    /// It is neither a file nor a folder, or not the one that is needed.
    public static var wrongKind: Code { Code(.wrongKind) }

    /// It has become shorter while it was read.
    public static var changed: Code { Code(.changed) }
  }

  /// The kind of failure.
  public let code: Code
  /// The path, as it was given.
  public let path: String

  init(_ code: Code, path: String) {
    self.code = code
    self.path = path
  }

  /// Says why what was named could not be opened for reading.
  init(_ fault: SystemFault, path: String) {
    let unopened = fault.isShortage ? Code.noRoom : .unreadable
    self.init(fault.isMissing ? .missing : unopened, path: path)
  }

  /// Says why what was named could not be made or written to.
  init(writing fault: SystemFault, path: String) {
    self.init(fault.isShortage || fault.isFull ? .noRoom : .unwritable, path: path)
  }
}

extension ServedFileError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    let name = path.isEmpty ? "A file" : "\"\(path.excerpt)\""
    if path.utf8.contains(0) { return "\(name) has a NUL, and names no file. Leave it out." }
    return switch code.value {
    case .missing: "\(name) is not there. Look at its name, or put it there."
    case .unreadable: "\(name) cannot be read. Look whether it may be read."
    case .unwritable:
      "\(name) cannot be written to. Look whether its folder exists and has room, both may be written to, and a "
        + "file that is to be new is not there yet."
    case .noRoom:
      "There is no room for \(path.isEmpty ? "a file" : name). Look at the disk, its quotas and the limits of the "
        + "process for files."
    case .wrongKind: "\(name) is of the wrong kind. Name a file for a file, a folder for a folder."
    case .changed:
      "\(name) has become shorter while it was sent. Put a new file in the place of one that is served."
    }
  }
}
