public import SwitchyardHTTP
import SwitchyardLocks
import SwitchyardProof

/// Shows what a router does, as web pages: requests as they come, routes, guards, and the tree.
///
///     let inspector = RouteInspector()
///     var configuration = Router.Configuration.server
///     configuration.onTrace = inspector.record
///     let router = Router(configuration)
///     try router.mountInspector(inspector, access: .thisMachine)
///     try await EmbeddedServer(router: router).run(onStop: { inspector.close() })
///
/// What it keeps is bounded: the oldest requests make room for the latest. It holds no header
/// field, no cookie and no body, and of values what the traces of the router have.
public final class RouteInspector: RouteOwner, Sendable {
  /// The configuration of an inspector; it is set once and stays.
  public struct Configuration: Sendable {
    /// The title of the pages.
    public var title = "Switchyard"
    /// The address that the pages lead back to; `nil` for none.
    public var home: String?
    /// The most requests that are kept.
    public var requestLimit = 500
    /// The most bytes that the kept requests may take, as far as their texts are counted.
    public var byteLimit = 4 << 20
    /// The most streams of events at once; pages beyond it are read without being live.
    public var streamLimit = 20
    /// The most streams of one viewer at once, where the inspector asks for a name; those without a
    /// name count as one.
    public var viewerStreamLimit = 10
    /// The time after which a stream ends, so that its page has to ask anew and the rule of access
    /// with it.
    public var streamTime = Duration.seconds(600)
    /// Whether requests are shown; without them the routes come first, and neither a page nor a
    /// stream has anything of a request but the figures of routes.
    public var showsRequests = true
    /// The least time between two events of a stream; what comes in between is combined.
    public var pause = Duration.milliseconds(250)
    /// The time that a page waits for the matrix; without it then, it says so and asks again.
    package var patience = Duration.milliseconds(300)
    /// The tags of maps and fallbacks that guards have to cover, in the matrix.
    public var requiring: [RouteTag] = []
    /// Whether guards have to cover all that is not declared as public, in the matrix.
    public var allExceptPublic = false
    /// The most cells of the matrix, one for each guard and route; of more none is made, and the
    /// pages say so.
    public var cellLimit = GuardMatrixSize.limit
    /// Whether guards can be asked about a URL: they really run then, with all that they do.
    public var asksGuards = true
    /// Whether states of a tree are shown with the values of queries and with fragments.
    public var showsQueries = false
    /// The tree of whoever looks at the page; `nil` where there is none.
    public var tree: (@Sendable (ServerRequest) async -> InspectedTree?)?
    /// The name of whoever looks at the page, who is shown the requests alone of which a guard has
    /// noted that name; without the closure all are shown to all.
    ///
    ///     configuration.viewer = { request in request.context?[Visitor.self]?.name }
    ///
    ///     router.guard("/*", observing: true) { context async in
    ///       guard let visitor = context[Visitor.self] else { return .allow }
    ///       context.note(RouteInspector.viewer, visitor.name)
    ///       return .allow
    ///     }
    ///
    /// Whoever has no name is shown no request, and a request without one is shown to nobody. The
    /// numbers of requests count those of all, so each viewer can tell how many others there were;
    /// the figures of routes, which are of all as well, are left out.
    public var viewer: (@Sendable (ServerRequest) async -> String?)?

    /// Makes a configuration that suits most.
    public init() {}

    /// The first number that is none, with its remedy.
    var fault: String? {
      for (name, value, least) in [
        ("requestLimit", requestLimit, 1), ("byteLimit", byteLimit, 0),
        ("streamLimit", streamLimit, 0), ("viewerStreamLimit", viewerStreamLimit, 0),
        ("cellLimit", cellLimit, 0),
      ] where value < least {
        return "RouteInspector.Configuration.\(name) is out of its range: \(value) is less than "
          + "\(least). Give it \(least) or more."
      }
      if streamTime <= .zero {
        return "RouteInspector.Configuration.streamTime is \(streamTime), and so no stream begins. "
          + "Give it more than zero."
      }
      guard pause < .zero else { return nil }
      return "RouteInspector.Configuration.pause is \(pause), less than no time. Give it zero or "
        + "more."
    }
  }

  /// The key of the note by which a guard says whose a request is.
  public static let viewer = RequestRecord.viewerNote

  /// The configuration of the inspector.
  public let configuration: Configuration
  let recorder: RequestRecorder
  let streams: StreamList
  let catalog = RouteCatalog()
  private let mounting = Locked(Mounting())

  private struct Mounting {
    var path: String?
    var key: InspectorKey?
    weak var router: Router?
    var held: Router?
  }

  /// Makes an inspector; a number of the configuration that is none stops the program.
  public init(
    configuration: Configuration = Configuration(),
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    if let fault = configuration.fault { fatalError(fault, file: fileID, line: line) }
    self.configuration = configuration
    recorder = RequestRecorder(
      limit: configuration.requestLimit,
      byteLimit: configuration.byteLimit
    )
    streams = StreamList(
      limit: configuration.streamLimit,
      viewerLimit: configuration.viewerStreamLimit
    )
  }

  /// Takes the record of a dispatch: the receiver for `Router.Configuration.onTrace`.
  ///
  /// Requests for the inspector's own pages are left out.
  public var record: @Sendable (RouteTrace) -> Void {
    { [recorder, streams, showsRequests = configuration.showsRequests] trace in
      // Streams have nothing of requests that are not shown.
      if recorder.add(trace), showsRequests { streams.signal() }
    }
  }

  /// Returns the address of the pages on a site, with the key that `.thisMachine` asks for.
  ///
  ///     print("The inspector is at \(inspector.address(on: "http://localhost:8080"))")
  ///
  /// Whoever has the address opens the pages with it: it is for those who run the program.
  public func address(on site: String) -> String { address(of: "", on: site) }

  /// Returns the address of one of the pages on a site.
  package func address(of page: String, on site: String) -> String {
    let (path, key) = mounting.withLock { ($0.path ?? "", $0.key) }
    let address = (site.hasSuffix("/") ? String(site.dropLast()) : site) + path + page
    return key?.address(of: address) ?? address
  }

  /// Ends all streams of events, as before a server is stopped; from now on there are none.
  public func close() { streams.close() }
}

extension RouteInspector {
  /// Returns the matrix of guards and routes; `nil` if there is none of so many, or if it takes
  /// longer than a time, and is still being made.
  func matrix(of router: Router, waitingFor time: Duration) async -> RouteCatalog.Matrix? {
    guard hasMatrix(of: router) else { return nil }
    return await catalog.matrix(
      of: router,
      RouteCatalog.Requirements(
        tags: configuration.requiring,
        allExceptPublic: configuration.allExceptPublic
      ),
      waitingFor: time
    )
  }

  /// Whether there is a matrix, now or soon, as it has no more cells than it may.
  func hasMatrix(of router: Router) -> Bool {
    catalog.listing(of: router).cellCount <= configuration.cellLimit
  }

  /// Leaves the inspector's own routes out of what it shows.
  func hide(_ own: [RouteID]) {
    recorder.leaveOut(own)
    catalog.leaveOut(own)
  }

  /// The router that is looked at.
  var router: Router? { mounting.withLock { $0.held ?? $0.router } }

  /// Takes the place of its pages, once.
  func mount(
    at path: String,
    of router: Router,
    isOther: Bool,
    key: InspectorKey?
  ) throws(InspectorError) {
    let known = mounting.withLock { mounting -> String? in
      if let known = mounting.path { return known }
      mounting.path = path
      mounting.key = key
      // Its own router keeps the inspector, and would keep itself.
      if isOther { mounting.held = router } else { mounting.router = router }
      return nil
    }
    if let known { throw InspectorError(.mountedTwice, path: known) }
  }
}
