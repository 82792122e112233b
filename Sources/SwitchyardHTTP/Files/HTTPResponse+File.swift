#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

public import Dispatch

extension HTTPResponse {
  /// Makes a response with a file that the program names.
  ///
  /// Links are followed: use `HTTPFolder` for a name that comes from a client.
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - type: its media type; without one, that of its ending.
  ///   - request: the request, if its conditions and its range are to be respected.
  /// - Returns: the file; for a request also 304, 412 and 416.
  /// - Throws: `HTTPFileError` if there is no file that can be read.
  public static func file(
    _ path: String,
    type: String? = nil,
    to request: HTTPRequest? = nil
  ) throws(HTTPFileError) -> HTTPResponse {
    let opened = try? FileHandle.open(path: path, O_RDONLY | O_NONBLOCK)
    guard let handle = opened, let status = handle.status else {
      throw HTTPFileError(.unreadable, path: path)
    }
    guard status.isRegular else { throw HTTPFileError(.wrongKind, path: path) }
    let type = type ?? FileTypes.type(ofName: path, own: [:])
    guard let request else {
      return HTTPResponse(
        .ok,
        fields: [.contentType: type],
        body: .file(HTTPFile(handle, length: status.size))
      )
    }
    return FileAnswer(handle, status, type: type).response(to: request)
  }
}

extension RouteRegistrar {
  /// Registers a map that sends the files of a folder.
  ///
  ///     router.files("/assets", from: try HTTPFolder("/srv/assets"))      // GET /assets/style.css
  /// - Parameters:
  ///   - prefix: the pattern before the names of the files.
  ///   - folder: the folder of the files.
  ///   - tags: other labels for views of the router.
  ///   - queue: the queue that files are opened on, for slow disks.
  ///   - owner: an object whose end removes the route.
  ///   - name: the name of the route in listings.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func files(
    _ prefix: RoutePattern,
    from folder: HTTPFolder,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil
  ) -> RouteUUID {
    group(prefix).get("/*", tags: tags, queue: queue, owner: owner, name: name) { request in
      // The asterisk is the last; a prefix may have others before it.
      let path = request.parameters.path
      let asterisk = path.names.last { Int($0) != nil }
      let segments = asterisk.flatMap { path.value(of: $0) }?.segments ?? []
      return try folder.response(for: segments, to: request)
    }
  }
}
