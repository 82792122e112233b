/// A file as the answer to a request: whole, in part, or not at all if the client has it.
struct FileAnswer {
  private let handle: FileHandle
  private let status: FileStatus
  private let type: String
  var cacheControl: String?

  init(_ handle: FileHandle, _ status: FileStatus, type: String) {
    self.handle = handle
    self.status = status
    self.type = type
  }

  /// The tag of the file as it is: it changes with the time of the last change, and the size.
  private var tag: String {
    let parts = [status.seconds, status.nanoseconds, status.size]
    return "\"" + parts.map { String($0, radix: 16) }.joined(separator: "-") + "\""
  }

  func response(to request: ServerRequest) -> ServerResponse {
    var fields: HeaderFields = [.eTag: tag, .lastModified: "\(modified)"]
    if let cacheControl { fields[.cacheControl] = cacheControl }
    let conditions = FileConditions(tag: tag, modified: modified)
    switch conditions.verdict(request.fields) {
    case .notModified: return ServerResponse(.notModified, fields: fields)
    case .failed: return ServerResponse(.preconditionFailed)
    case .proceeds: break
    }
    fields[.contentType] = type
    fields[.acceptRanges] = "bytes"
    // A browser must treat the file as the type it is declared to be.
    fields[.xContentTypeOptions] = "nosniff"
    let asksForPart = request.method == .get && conditions.allowsRange(request.fields)
    let range = ByteRange(asksForPart ? request.fields[.range] : nil, size: status.size)
    return response(range, fields)
  }

  private var modified: HTTPDate { HTTPDate(seconds: status.seconds) }

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
      return ServerResponse(.rangeNotSatisfiable, fields: [.contentRange: "bytes */\(status.size)"])
    }
  }
}
