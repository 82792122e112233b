internal import SwitchyardSystem

/// A folder whose files are sent.
///
///     router.files("/assets", from: try ServedFolder("/srv/assets", cacheControl: "max-age=3600"))
///
/// A folder is answered with its index behind a slash, from which relative links in it lead on: a
/// request without the slash is redirected to it.
///
/// Each answer has an `ETag`, of the file's number, its size and its times. It is another one
/// whenever the file may have changed, and on another machine. In the first seconds after a change
/// it is weak, and no `If-Range` holds. A date in `If-Range` never does, as times of files can be
/// set. If several ranges are asked for, the whole file is sent.
///
/// No file outside of it is ever sent: names are opened one below the other, no link is followed,
/// wherever it leads, and a segment that holds a slash, a backslash or a NUL, is empty or begins
/// with a dot, names no file. Anything other than a file or a folder counts as missing. The folder
/// is opened once; it may itself be a link.
///
/// Where its volume ignores the case or the Unicode form of names (APFS by default, casefold, vfat,
/// CIFS), a file is found by other spellings too, and a guard on one spelling does not stand before
/// these: put what is guarded into a folder of its own, or guard the whole folder.
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
  /// Whether `app.js.br` or `app.js.gz` is sent in place of `app.js` to clients that accept it.
  ///
  /// Such a file holds the same, compressed by a build; one that is older than the original, or is
  /// no regular file, is left aside.
  public var servesPrecompressed: Bool

  private let root: FileHandle

  /// Opens a folder.
  /// - Parameters:
  ///   - path: its path, from the root or from the working folder.
  ///   - index: the name of the file that is sent for a folder; `nil` to answer folders with 404.
  ///   - allowsHidden: whether names that begin with a dot are found.
  ///   - cacheControl: the time for which the files may be kept, as in the field `Cache-Control`.
  ///   - types: the media types of endings, in lower case and without their dots.
  ///   - servesPrecompressed: whether `app.js.br` or `app.js.gz` is sent in place of `app.js` to
  ///     clients that accept it.
  /// - Throws: `ServedFileError` if there is no folder that can be read.
  public init(
    _ path: String,
    index: String? = "index.html",
    allowsHidden: Bool = false,
    cacheControl: String? = nil,
    types: [String: String] = [:],
    servesPrecompressed: Bool = false
  ) throws(ServedFileError) {
    let root: FileHandle
    do {
      root = try FileHandle.open(path: path, O_RDONLY)
    } catch {
      throw ServedFileError(error, path: path)
    }
    guard root.status?.isFolder == true else { throw ServedFileError(.wrongKind, path: path) }
    self.path = path
    self.index = index
    self.allowsHidden = allowsHidden
    self.cacheControl = cacheControl
    self.types = types
    self.servesPrecompressed = servesPrecompressed
    self.root = root
  }

  /// Returns the file that segments of a path name, as an answer to a request.
  /// - Parameters:
  ///   - segments: the names below the folder, decoded.
  ///   - request: the request, whose conditions and range are respected.
  /// - Returns: the file or a part of it, 304, 308, 412 or 416.
  /// - Throws: `ResponseError` 404 if there is none, 503 if the system has no descriptors left.
  public func response(for segments: [String], to request: ServerRequest) throws -> ServerResponse {
    // Under strict slashes one at the end makes an empty segment.
    let isFolder = segments.last?.isEmpty == true
    let found = try open(isFolder ? segments.dropLast() : segments, isFolder: isFolder)
    if found.isIndex, let location = request.locationOfFolder {
      return ServerResponse(.permanentRedirect, fields: [.location: location])
    }
    let type = FileTypes.type(ofName: found.name, own: types)
    let coded = servesPrecompressed ? try precompressed(found, for: request) : nil
    var answer = FileAnswer(
      coded?.handle ?? found.handle,
      coded?.status ?? found.status,
      type: type
    )
    answer.cacheControl = cacheControl
    answer.coding = coded?.coding
    answer.variesByCoding = servesPrecompressed
    return answer.response(to: request)
  }

  /// A file that was found.
  struct Found {
    /// The folder that it is in.
    let folder: FileHandle
    let handle: FileHandle
    let status: FileStatus
    let name: String
    /// Whether its folder was asked for.
    var isIndex = false
  }

  private func open(_ segments: [String], isFolder: Bool) throws(ResponseError) -> Found {
    guard segments.allSatisfy(isName) else { throw ResponseError(.notFound) }
    var folder = root
    for segment in segments.dropLast() { folder = try child(segment, of: folder, O_DIRECTORY) }
    guard let last = segments.last else { return try openIndex(of: folder) }
    // A file whose opening could block, such as a pipe, is opened as well, and then found not to be
    // a regular file.
    let handle = try child(last, of: folder, O_NONBLOCK)
    guard let status = handle.status else { throw ResponseError(.notFound) }
    if status.isRegular, !isFolder {
      return Found(folder: folder, handle: handle, status: status, name: last)
    }
    guard status.isFolder else { throw ResponseError(.notFound) }
    return try openIndex(of: handle)
  }

  private func openIndex(of folder: FileHandle) throws(ResponseError) -> Found {
    guard let index else { throw ResponseError(.notFound) }
    let handle = try child(index, of: folder, O_NONBLOCK)
    guard let status = handle.status, status.isRegular else { throw ResponseError(.notFound) }
    return Found(folder: folder, handle: handle, status: status, name: index, isIndex: true)
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

extension ServerRequest {
  /// The location of the folder that is asked for without a slash at the end of its path; `nil` if
  /// there is one, or if a proxy has led elsewhere.
  ///
  /// Under lenient slashes only the bytes that came in tell one from the other.
  fileprivate var locationOfFolder: String? {
    let asked = exchange.target
    let sent = exchange.head.target.prefix { $0 != UInt8(ascii: "?") }
    guard target == asked, !asked.path.hasSuffix("/"), sent.last != UInt8(ascii: "/") else {
      return nil
    }
    // With two slashes at its beginning it would name a host.
    let path = "/" + asked.path.drop { $0 == "/" } + "/"
    return asked.query.map { "\(path)?\($0)" } ?? path
  }
}
