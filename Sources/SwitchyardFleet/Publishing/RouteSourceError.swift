/// An error of a source of shared routes, or of what was asked of it; nothing is changed.
public struct RouteSourceError: Error, Hashable, Sendable {
  enum Code: Hashable, Sendable {
    /// The store cannot do it now.
    case store(SessionStoreError)
    /// A record is damaged, or of a newer version.
    case record(String, reason: String)
    /// A generation is not there any more.
    case missing(Int)
    /// Nothing is published yet that could be gone back to.
    case empty(String)
    /// There is none, though there was one.
    case lost(String, Int)
    /// Others have changed the same record again and again.
    case contended
    /// As many servers follow it as can.
    case crowded
    /// The name of a server is empty or too long.
    case name(String)
    /// Another server follows under the same name, and came later.
    case taken(String)
  }

  let code: Code

  init(_ code: Code) { self.code = code }

  /// Whether the store is away or busy, which may pass.
  var isPassing: Bool {
    guard case .store(let error) = code else { return false }
    return error.code == .unreachable || error.code == .busy
  }

  /// Whether a record is damaged, and a new one may take its place.
  var isDamage: Bool {
    switch code {
    case .record: true
    case .store(let error): error.code == .damaged
    case .missing, .empty, .lost, .contended, .crowded, .name, .taken: false
    }
  }
}

extension RouteSourceError: CustomStringConvertible {
  /// The fault, with a remedy.
  public var description: String {
    switch code {
    case .store(let error):
      "The shared routes in \(error.store) cannot be read or written (\(error.reason)). "
        + (error.code == .otherSchema
          ? "It is of another program or version; name another file or database."
          : "Look whether it is there and has room, and whether this program may open it.")
    case .record(let name, let reason):
      "The record \"\(name.excerpt)\" of the shared routes cannot be read: \(reason) Run the version "
        + "that has written it, or publish the routes into a source of their own."
    case .missing(let number):
      "Generation \(number) of the shared routes is not there. It was removed as one of the oldest, "
        + "or never published; ask for the status to see which there are."
    case .empty(let source):
      "No generation of the shared routes \"\(source.excerpt)\" is published yet, and there is "
        + "none to go back to. Look whether this is the source that is meant, and publish routes "
        + "first."
    case .lost(let source, let number):
      "The shared routes \"\(source.excerpt)\" are not there any more, and generation \(number) was. "
        + "All stay as they are. Look whether the folder or file was moved, and put it back."
    case .contended:
      "Others change the shared routes again and again. Try once more."
    case .crowded:
      "\(SourceState.servers) servers follow the shared routes, and more cannot be asked about them. "
        + "Have each server use one name, or share among fewer."
    case .taken(let name):
      "Another server is called \"\(name.excerpt)\" as well, and came later: it alone is asked about "
        + "new routes. Give each a name of its own."
    case .name(let name):
      "A server cannot be called \"\(name.excerpt)\". Give it a name of 1 to "
        + "\(SourceState.nameLength) bytes."
    }
  }
}
