/// A form with files that was received in whole.
///
///     let form = try await request.body.multipartForm()
///     let book = try form.fields.decode(Book.self)
///     if let cover = form.file(named: "cover") { try await covers.add(cover) }
public struct MultipartForm: Sendable {
  /// The fields, as those of any form.
  public internal(set) var fields = QueryParameters()
  /// The files, in the order of the form.
  public internal(set) var files: [FormFile] = []

  init() { fields.isForm = true }

  /// Returns the first file of a field, if there is one.
  public func file(named name: String) -> FormFile? {
    files.first { $0.name.hasSameBytes(as: name) }
  }

  /// Returns all files of a field, in their order.
  public func files(named name: String) -> [FormFile] {
    files.filter { $0.name.hasSameBytes(as: name) }
  }
}

extension ServerRequestBody {
  /// Reads a form that was sent as `multipart/form-data`.
  ///
  /// Fields are kept in memory. So are files, up to the `memoryLength` of the limits; what is more
  /// goes into one file on disk, which has no name, which nobody else can read, and whose room is
  /// free again when the last `FormFile` is. A browser sends a field for files in which none was
  /// chosen as an empty file without a name: it is left out.
  /// - Parameters:
  ///   - limits: the limits for the form.
  ///   - temporaryFolder: the folder for what is kept on disk; `nil` for that which the environment
  ///     names by `TMPDIR`, or else that of the system, which may be memory.
  /// - Returns: the form.
  /// - Throws: `ResponseError` 415 for another media type or a `Content-Encoding`, 400 for a form
  ///   that is malformed or cut off, 413 for one beyond the limits; `ServedFileError` when it
  ///   cannot be kept on disk, which is answered with 503 where there is no room.
  public func multipartForm(
    limits: FormLimits = FormLimits(),
    temporaryFolder: String? = nil
  ) async throws -> MultipartForm {
    var form = MultipartForm()
    var memory = FormMemory(limits, folder: temporaryFolder)
    for try await part in try formParts(limits: limits) {
      try memory.takeText(part.head.length)
      guard part.isFile else {
        let text = try await part.body.text(upTo: memory.textLeft, orElse: memory.tooMuchText)
        try memory.takeText(text.utf8.count)
        form.fields.append(part.name, value: text)
        continue
      }
      for try await bytes in part.body { try memory.add(bytes) }
      let content = memory.endFile()
      if content.length > 0 || part.givenFilename != "" {
        form.files.append(FormFile(part.head, content))
      }
    }
    return form
  }
}
