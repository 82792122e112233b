/// The room that a form takes while it is received: some of it in memory, the rest on disk.
struct FormMemory {
  private let limits: FormLimits
  private let folder: String?
  private var text = 0
  /// The number of bytes of files in memory.
  private var kept = 0
  /// The file on disk, if there is one, and its end.
  private var disk: (handle: FileHandle, end: Int)?
  /// The file that is being received: its bytes, or the place on disk at which it begins.
  private var bytes: [UInt8] = []
  private var start: Int?

  init(_ limits: FormLimits, folder: String?) {
    self.limits = limits
    self.folder = folder
  }

  /// The number of bytes that may be added to texts.
  var textLeft: Int { limits.textLength - text }

  /// Counts bytes of texts.
  /// - Throws: `ResponseError` 413 when there are too many.
  mutating func takeText(_ count: Int) throws(ResponseError) {
    guard count <= textLeft else {
      throw tooMuchText
    }
    text += count
  }

  /// The error for more bytes of texts than there may be.
  var tooMuchText: ResponseError { .tooLong("The text of the form has", limit: limits.textLength) }

  /// Adds bytes to the file that is being received.
  /// - Throws: `ServedFileError` when there is no room on disk.
  mutating func add(_ more: [UInt8]) throws(ServedFileError) {
    if start == nil, more.count <= limits.memoryLength - kept {
      kept += more.count
      bytes += more
      return
    }
    var (handle, end) = try room()
    if start == nil {
      start = end
      try handle.write(bytes, at: end)
      end += bytes.count
      kept -= bytes.count
      bytes = []
    }
    try handle.write(more, at: end)
    disk = (handle, end + more.count)
  }

  private func room() throws(ServedFileError) -> (handle: FileHandle, end: Int) {
    if let disk { return disk }
    return (try FileHandle.temporary(in: folder), 0)
  }

  /// Ends the file that is being received.
  mutating func endFile() -> FormFile.Content {
    defer { (bytes, start) = ([], nil) }
    guard let start, let disk else { return .bytes(bytes) }
    return .disk(disk.handle, start..<disk.end)
  }
}
