public import Dispatch

extension RouteRegistrar {
  /// Registers a map that sends the files of a folder.
  ///
  ///     router.files("/assets", from: try ServedFolder("/srv/assets"))    // GET /assets/style.css
  /// - Parameters:
  ///   - prefix: the pattern before the names of the files.
  ///   - folder: the folder of the files.
  ///   - tags: other labels for views of the router.
  ///   - queue: the queue that files are opened on, for slow disks.
  ///   - owner: an object whose end removes the route.
  ///   - name: the name of the route in listings.
  ///   - access: who may come to it; without it what the innermost group says.
  ///   - about: notes on it for those who call it.
  ///   - fileID: the file that registers it, for faults and listings.
  ///   - line: the line that registers it, for faults and listings.
  /// - Returns: the route's identifier, for `dispose(of:)`.
  @discardableResult
  public func files(
    _ prefix: RoutePattern,
    from folder: ServedFolder,
    tags: [RouteTag] = [],
    queue: DispatchQueue? = nil,
    owner: (any RouteOwner)? = nil,
    name: String? = nil,
    access: RouteAccess? = nil,
    about: RouteNotes? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> RouteID {
    group(prefix, fileID: fileID, line: line).get(
      // Under strict slashes an asterisk alone does not match the folder without its slash.
      "/*?",
      tags: tags,
      calledOn: queue.map { .queue($0) } ?? .serverThread,
      owner: owner,
      name: name,
      access: access,
      about: about,
      fileID: fileID,
      line: line
    ) { request in
      // The asterisk is the last of the pattern; a prefix may have others before it. By the pattern
      // and not by what matched: where nothing is behind the prefix, the last number of the match
      // is one of the prefix.
      let names = request.context?.matched.pattern.parameterNames
      let asterisk = names?.last { Int($0) != nil }
      let segments = asterisk.flatMap { request.parameters.path.value(of: $0) }?.segments ?? []
      return try folder.response(for: segments, to: request)
    }
  }
}
