internal import SwitchyardSystem

/// A file of a form that was received in whole.
///
///     guard let cover = form.file(named: "cover"), cover.contentType == "image/png" else {
///       throw ResponseError(.unprocessableContent, message: "The cover is a PNG.")
///     }
///     try cover.save(to: "/srv/covers/\(book.id).png")
///
/// It is a sequence of its bytes. What its client says of it, name and type, need not be true.
public struct FormFile: Sendable {
  enum Content: Sendable {
    case bytes([UInt8])
    /// A part of the file on disk that is kept for the form.
    case disk(FileHandle, Range<Int>)

    var length: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .disk(_, let range): range.count
      }
    }
  }

  private let head: FormPartHead
  private let content: Content

  init(_ head: FormPartHead, _ content: Content) {
    self.head = head
    self.content = content
  }

  /// The name of the field.
  public var name: String { head.name }
  /// The name of the file as the client says it, which is never a path.
  public var givenFilename: String { head.givenFilename ?? "" }
  /// The last part of the name of the file, without what could lead elsewhere; `nil` where nothing
  /// is left, or more than the 255 bytes that the name of a file may have.
  ///
  /// Clients choose it, and two of them may choose the same: a file that is kept needs a name of
  /// the program's.
  public var filename: String? { head.filename }
  /// The media type, as the client says it.
  public var contentType: String? { head.fields[.contentType] }
  /// The header fields of the part.
  public var fields: HeaderFields { head.fields }
  /// The number of bytes.
  public var length: Int { content.length }

  /// Returns all bytes.
  /// - Returns: the bytes, all of which are in memory then.
  /// - Throws: `ServedFileError` when they cannot be read from the disk.
  public func bytes() throws(ServedFileError) -> [UInt8] {
    var whole: [UInt8] = []
    whole.reserveCapacity(length)
    var reader = makeReader()
    while let bytes = try reader.next() { whole += bytes }
    return whole
  }

  /// Writes the file to a path at which there is none yet, for its owner to read.
  /// - Parameter path: the path; made by the program, and of no name that a client gives.
  /// - Throws: `ServedFileError` when there is a file, or none can be made.
  public func save(to path: String) throws(ServedFileError) {
    let mode = S_IRUSR | S_IWUSR
    let file: FileHandle
    do throws(SystemFault) {
      file = try FileHandle.open(path: path, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    } catch {
      throw ServedFileError(writing: error, path: path)
    }
    var (reader, place) = (makeReader(), 0)
    do throws(ServedFileError) {
      while let bytes = try reader.next() {
        try file.write(bytes, at: place)
        place += bytes.count
      }
    } catch {
      FileHandle.unlink(path: path)
      throw ServedFileError(error.code, path: path)
    }
  }

  private func makeReader() -> Reader { Reader(rest: content) }

  /// The bytes that are still to be read.
  fileprivate struct Reader: Sendable {
    var rest: Content

    mutating func next() throws(ServedFileError) -> [UInt8]? {
      switch rest {
      case .bytes(let bytes):
        rest = .bytes([])
        return bytes.isEmpty ? nil : bytes
      case .disk(let handle, let range):
        var file = ServedFile(handle, length: range.count)
        file.offset = range.lowerBound
        guard let bytes = try file.readPart() else { return nil }
        rest = .disk(handle, file.offset..<range.upperBound)
        return bytes
      }
    }
  }
}

extension FormFile: AsyncSequence {
  /// Some bytes of the file.
  public typealias Element = [UInt8]

  /// An iterator over the bytes of a file.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var reader: Reader

    /// Returns the next bytes, or `nil` at the end; a disk is read on the thread that asks.
    public mutating func next() async throws -> [UInt8]? { try reader.next() }
  }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: makeReader()) }
}
