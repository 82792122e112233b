/// A file as the answer to a request: whole, in part, or not at all if the client has it.
struct FileAnswer {
  private let handle: FileHandle
  private let status: FileStatus
  private let type: String
  var cacheControl: String?
  /// The coding of its content, which is no part of its type.
  var coding: ContentCoding?
  /// Whether there may be others of the same in other codings.
  var variesByCoding = false

  init(_ handle: FileHandle, _ status: FileStatus, type: String) {
    self.handle = handle
    self.status = status
    self.type = type
  }

  /// The tag of the file as it is.
  ///
  /// The time of its content can be set, and is the same for all files of some deployments; that of
  /// the change itself, and the number of the file, cannot. A change that may share its moment with
  /// another, as clocks of file systems are coarse, makes a weak tag for the time.
  private func tag(_ now: HTTPDate) -> String {
    let parts = [
      status.seconds, status.nanoseconds, status.size, Int(truncatingIfNeeded: status.inode),
      status.changeSeconds, status.changeNanoseconds,
    ]
    let isStrong = status.changeSeconds < now.seconds - 2
    return (isStrong ? "\"" : "W/\"")
      + parts.map { String($0, radix: 16) }.joined(separator: "-")
      // One file may be sent as itself and as the content that it holds.
      + (coding.map { "-\($0.rawValue)" } ?? "") + "\""
  }

  func response(to request: ServerRequest) -> ServerResponse {
    let now = request.exchange.now
    // No date of a response is later than its own.
    let modified = min(HTTPDate(seconds: status.seconds), now)
    var fields: HeaderFields = [.eTag: tag(now), .lastModified: "\(modified)"]
    if let cacheControl { fields[.cacheControl] = cacheControl }
    if variesByCoding { fields[.vary] = HeaderField.Name.acceptEncoding.text }
    let conditions = RequestConditions(method: request.method, fields: request.fields)
    switch conditions.verdict(fields) {
    case .notModified:
      fields[.contentLength] = "\(status.size)"
      return ServerResponse(.notModified, fields: fields)
    case .failed: return ServerResponse(.preconditionFailed)
    case .proceeds: break
    }
    fields[.contentType] = type
    if let coding { fields[.contentEncoding] = coding.rawValue }
    fields[.acceptRanges] = "bytes"
    // A browser must treat the file as the type it is declared to be.
    fields[.xContentTypeOptions] = "nosniff"
    let range = conditions.allowsRange(fields) ? request.fields[.range] : nil
    return response(ByteRange(range, size: status.size), fields)
  }

  private func response(_ range: ByteRange, _ fields: HeaderFields) -> ServerResponse {
    var fields = fields
    var file = ServedFile(handle, length: status.size)
    switch range {
    case .whole: return ServerResponse(.ok, fields: fields, body: .file(file))
    case .part(let offset, let length):
      file.offset = offset
      file.length = length
      fields[.contentRange] = "bytes \(offset)-\(offset + length - 1)/\(status.size)"
      return ServerResponse(.partialContent, fields: fields, body: .file(file))
    case .unsatisfiable:
      var refusal: HeaderFields = [.contentRange: "bytes */\(status.size)"]
      if variesByCoding { refusal[.vary] = fields[.vary] }
      return ServerResponse(.rangeNotSatisfiable, fields: refusal)
    }
  }
}
