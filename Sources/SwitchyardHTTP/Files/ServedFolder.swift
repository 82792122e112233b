#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A folder whose files are sent.
///
///     router.files("/assets", from: try ServedFolder("/srv/assets", cacheControl: "max-age=3600"))
///
/// No file outside of it is ever sent: names are opened one below the other, no link is followed,
/// wherever it leads, and a segment that holds a slash, a backslash or a NUL, is empty or begins
/// with a dot, names no file. Anything other than a file or a folder counts as missing. The folder
/// is opened once; it may itself be a link.
public struct ServedFolder: Sendable {
  /// The path, as it was given.
  public let path: String
  /// The name of the file that is sent for a folder; `nil` to answer folders with 404.
  public var index: String?
  /// Whether names that begin with a dot are found; `.` and `..` never are.
  public var allowsHidden: Bool
  /// The time for which the files may be kept, as in the field `Cache-Control`.
  public var cacheControl: String?
  /// The media types of endings, without their dots, that the table of known ones lacks or has
  /// otherwise.
  public var types: [String: String]

  private let root: FileHandle

  /// Opens a folder.
  /// - Parameters:
  ///   - path: its path, from the root or from the working folder.
  ///   - index: the name of the file that is sent for a folder; `nil` to answer folders with 404.
  ///   - allowsHidden: whether names that begin with a dot are found.
  ///   - cacheControl: the time for which the files may be kept, as in the field `Cache-Control`.
  ///   - types: the media types of endings, in lower case and without their dots.
  /// - Throws: `ServedFileError` if there is no folder that can be read.
  public init(
    _ path: String,
    index: String? = "index.html",
    allowsHidden: Bool = false,
    cacheControl: String? = nil,
    types: [String: String] = [:]
  ) throws(ServedFileError) {
    let root: FileHandle
    do {
      root = try FileHandle.open(path: path, O_RDONLY)
    } catch {
      throw ServedFileError(.unreadable, path: path)
    }
    guard root.status?.isFolder == true else { throw ServedFileError(.wrongKind, path: path) }
    self.path = path
    self.index = index
    self.allowsHidden = allowsHidden
    self.cacheControl = cacheControl
    self.types = types
    self.root = root
  }

  /// Returns the file that segments of a path name, as an answer to a request.
  /// - Parameters:
  ///   - segments: the names below the folder, decoded.
  ///   - request: the request, whose conditions and range are respected.
  /// - Returns: the file or a part of it, 304, 412 or 416.
  /// - Throws: `ResponseError` 404 if there is none, 503 if the system has no descriptors left.
  public func response(for segments: [String], to request: ServerRequest) throws -> ServerResponse {
    let (handle, status, name) = try open(segments)
    let type = FileTypes.type(ofName: name, own: types)
    var answer = FileAnswer(handle, status, type: type)
    answer.cacheControl = cacheControl
    return answer.response(to: request)
  }

  private func open(_ segments: [String]) throws(ResponseError) -> (FileHandle, FileStatus, String)
  {
    guard segments.allSatisfy(isName) else { throw ResponseError(.notFound) }
    var folder = root
    for segment in segments.dropLast() { folder = try child(segment, of: folder, O_DIRECTORY) }
    guard let last = segments.last else { return try openIndex(of: folder) }
    // A file whose opening could block, such as a pipe, is opened as well, and then found not to be
    // a regular file.
    let handle = try child(last, of: folder, O_NONBLOCK)
    guard let status = handle.status else { throw ResponseError(.notFound) }
    if status.isRegular { return (handle, status, last) }
    guard status.isFolder else { throw ResponseError(.notFound) }
    return try openIndex(of: handle)
  }

  private func openIndex(
    of folder: FileHandle
  ) throws(ResponseError) -> (FileHandle, FileStatus, String) {
    guard let index else { throw ResponseError(.notFound) }
    let handle = try child(index, of: folder, O_NONBLOCK)
    guard let status = handle.status, status.isRegular else { throw ResponseError(.notFound) }
    return (handle, status, index)
  }

  private func child(
    _ name: String,
    of folder: FileHandle,
    _ flags: CInt
  ) throws(ResponseError) -> FileHandle {
    do {
      return try folder.open(name, O_RDONLY | flags)
    } catch {
      // Another reason that it cannot be opened is not disclosed.
      throw ResponseError(error.isShortage ? .serviceUnavailable : .notFound)
    }
  }

  /// Whether a segment names an entry within its folder.
  private func isName(_ segment: String) -> Bool {
    guard let first = segment.utf8.first, segment != ".", segment != ".." else { return false }
    if first == UInt8(ascii: "."), !allowsHidden { return false }
    return segment.utf8.allSatisfy { byte in
      byte != UInt8(ascii: "/") && byte != UInt8(ascii: "\\") && byte != 0
    }
  }
}
