public import Dispatch

extension RouteRegistrar {
  /// Registers a map that sends the files of a folder.
  ///
  ///     router.files("/assets", from: try HTTPFolder("/srv/assets"))      // GET /assets/style.css
  /// - Parameters:
  ///   - prefix: what stands before the names of the files.
  ///   - folder: where the files are.
  ///   - tags: what the route is found by besides.
  ///   - queue: where files are opened, for slow disks.
  ///   - owner: an object that the route lives no longer than.
  ///   - name: what the route is called in listings.
  /// - Returns: what the route is disposed of by.
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
