import SwitchyardSystem

extension RouteFolder {
  /// The folder that has the name of this one.
  private var parent: String {
    var name = path.unicodeScalars[...]
    while name.count > 1, name.last == "/" { name.removeLast() }
    return name.lastIndex(of: "/").map { String(Substring(name[...$0])) } ?? "."
  }

  /// Whether the folder is there now.
  var isThere: Bool {
    guard unsafe access(path, F_OK) == 0 else { return false }
    wasThere = true
    return true
  }

  /// The fault of a path that names no folder, with the remedy; `nil` where it does.
  ///
  /// The system would use another one, whose name ends at the NUL, or the files of the root.
  var pathFault: String? {
    if path.isEmpty { return "its path is empty; name a folder" }
    return path.utf8.contains(0) ? "its path has a NUL; name a folder without one" : nil
  }

  /// Throws where the path names no folder: before each call of the system that has a part of it.
  func checkPath() throws(SessionStoreError) {
    guard let pathFault else { return }
    throw SessionStoreError(.unreachable, store: path, reason: pathFault)
  }

  /// Makes the folder, once; one that was there and is gone is to be put back.
  func makeFolder() throws(SessionStoreError) {
    if isThere { return }
    if wasThere { throw SessionStoreError(ofSystem: ENOENT, path) }
    let make = { [path] () -> Int32 in unsafe mkdir(path, 0o700) == 0 ? 0 : errno }
    let number = watcher?.watch(making: make) ?? make()
    guard number == 0 || number == EEXIST else { throw SessionStoreError(ofSystem: number, path) }
    wasThere = true
  }

  /// Opens the folder; `nil` if there is none yet.
  ///
  /// One that was there and is gone is an error, as is one whose parent is not there.
  func files() throws(SessionStoreError) -> FolderFiles? {
    try checkPath()
    if let files = try FolderFiles(opening: path) {
      wasThere = true
      watcher?.turn(to: files.identity)
      return files
    }
    if unsafe wasThere || access(parent, F_OK) != 0 {
      throw SessionStoreError(ofSystem: ENOENT, path)
    }
    return nil
  }

  /// Calls a closure while no other process writes; no thread waits for that.
  func locked<Result>(
    _ body: (FolderFiles) throws(SessionStoreError) -> Result
  ) async throws(SessionStoreError) -> Result {
    try checkPath()
    let end = ContinuousClock.now + Self.patience
    while true {
      try makeFolder()
      // One that goes in between was there.
      guard let files = try files() else { continue }
      try await files.lock(until: end)
      // The lock ends with the files.
      let result = try withExtendedLifetime(files) { () throws(SessionStoreError) in
        try files.isNamed ? body(files) : nil
      }
      if let result { return result }
      // Another folder has got the name meanwhile, such as a copy that is put back. It has a lock
      // of its own.
    }
  }

  /// The time that others may write for.
  private static let patience = Duration.seconds(10)

  /// Waits until the disk has the name of the folder, once, as far as this process may see to that:
  /// whoever has made the folder may have ended before.
  func syncName(of files: FolderFiles) throws(SessionStoreError) {
    let identity = files.identity
    guard identity == nil || lasting != identity else { return }
    if unsafe access(parent, R_OK) == 0 {
      let descriptor = unsafe open(parent, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
      guard descriptor >= 0 else { throw SessionStoreError(ofSystem: errno, path) }
      defer { _ = close(descriptor) }
      guard systemSync(descriptor) == 0 else { throw SessionStoreError(ofSystem: errno, path) }
    }
    lasting = identity
  }
}
