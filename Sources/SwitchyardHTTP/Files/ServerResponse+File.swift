internal import SwitchyardSystem

extension ServerResponse {
  /// Makes a response with a file that the program names.
  ///
  /// Links are followed: use `ServedFolder` for a name that comes from a client.
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - type: its media type; without one, that of its ending.
  ///   - request: the request, if its conditions and its range are to be respected.
  /// - Returns: the file; for a request also 304, 412 and 416.
  /// - Throws: `ServedFileError` if there is no file that can be read.
  public static func file(
    _ path: String,
    type: String? = nil,
    to request: ServerRequest? = nil
  ) throws(ServedFileError) -> ServerResponse {
    let handle: FileHandle
    do {
      handle = try FileHandle.open(path: path, O_RDONLY | O_NONBLOCK)
    } catch {
      throw ServedFileError(error, path: path)
    }
    guard let status = handle.status else { throw ServedFileError(.unreadable, path: path) }
    guard status.isRegular else { throw ServedFileError(.wrongKind, path: path) }
    let type = type ?? FileTypes.type(ofName: path, own: [:])
    guard let request else {
      return ServerResponse(
        .ok,
        fields: [.contentType: type],
        body: .file(ServedFile(handle, length: status.size))
      )
    }
    return FileAnswer(handle, status, type: type).response(to: request)
  }
}
