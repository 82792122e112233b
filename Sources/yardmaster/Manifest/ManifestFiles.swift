import SwitchyardSystem

/// The reader of manifests; tests have files of their own.
struct ManifestFiles: Sendable {
  /// Returns the bytes of a file, of which only a few beyond the limit need to be given; `-` is
  /// standard input.
  let read: @Sendable (_ path: String) throws(ManifestError) -> [UInt8]

  /// The files that the process can open.
  static let ofProcess = ManifestFiles { path throws(ManifestError) in
    guard path != "-" else { return try contents(of: 0, path) }
    // A path with a NUL would name another file to C.
    guard !path.utf8.contains(0) else { throw ManifestError(.unreadable(EINVAL), in: path) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ManifestError(.unreadable(errno), in: path) }
    defer { close(descriptor) }
    return try contents(of: descriptor, path)
  }

  private static func contents(
    of descriptor: Int32,
    _ path: String
  ) throws(ManifestError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= RouteManifest.Limits.size {
      let count = chunk.withUnsafeMutableBytes { systemRead(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw ManifestError(.unreadable(errno), in: path) }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}
