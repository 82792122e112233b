public import Switchyard

extension Router {
  /// Adds the pages of an inspector.
  ///
  ///     try router.mountInspector(inspector, at: "/_switchyard", access: .allowing { request in
  ///       await staff.includes(request.cookies["session"])
  ///     })
  ///
  /// The pages work behind any server that takes the router's responder, and can be read without
  /// scripts. No page that is asked for by GET changes anything. They have a guard of their own,
  /// which asks the rule of access, and the guards of the router stand before them as before any
  /// other. A debug build without a rule shows them to this machine alone, by the address that
  /// ``RouteInspector/address(on:)`` returns.
  /// - Parameters:
  ///   - inspector: the inspector, which is kept by its routes.
  ///   - path: the path of its pages, of plain segments.
  ///   - access: who may see them; outside of debug builds it has to be given.
  ///   - inspected: the router that is looked at, if it is another one.
  /// - Throws: `InspectorError` where there is no rule of access, or the path is no plain one.
  public func mountInspector(
    _ inspector: RouteInspector,
    at path: String = "/_switchyard",
    access: InspectorAccess? = nil,
    inspecting inspected: Router? = nil
  ) throws(InspectorError) {
    let access = try InspectorAccess.resolved(access)
    guard path.isPlainPath else { throw InspectorError(.badPath, path: path) }
    try inspector.mount(
      at: path,
      of: inspected ?? self,
      isOther: inspected != nil,
      key: access.key
    )
    InspectorRoutes(inspector, path, access).add(to: self)
  }

  /// Adds the pages of an inspector that is made for it, which knows the routes and no requests.
  ///
  ///     try router.mountInspector("/_switchyard", access: .thisMachine)
  ///
  /// - Returns: the inspector.
  @discardableResult
  public func mountInspector(
    _ path: String,
    access: InspectorAccess? = nil,
    configuration: RouteInspector.Configuration = RouteInspector.Configuration(),
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws(InspectorError) -> RouteInspector {
    let inspector = RouteInspector(configuration: configuration, fileID: fileID, line: line)
    try mountInspector(inspector, at: path, access: access)
    return inspector
  }
}

extension String {
  /// Whether it is a slash and segments of characters that mean nothing in patterns and URLs.
  fileprivate var isPlainPath: Bool {
    guard hasPrefix("/"), utf8.count > 1, utf8.count <= 200, let target = try? RouteTarget(self)
    else { return false }
    let isPlain = utf8.allSatisfy { byte in
      byte.isASCIILetter || byte.isASCIIDigit || "/-_".utf8.contains(byte)
    }
    return isPlain && String(target.path) == self && !hasSuffix("/")
  }
}
