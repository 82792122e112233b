import NavigationTree

/// A store of a tree of the tests, which presents on the thread that dispatches.
struct Scene: Sendable {
  let cast: Cast
  let store: RouterStore<Page>

  init(_ cast: Cast = Cast(), _ tree: (Cast) -> Node) {
    self.cast = cast
    store = RouterStore(tree: tree(cast), queue: nil)
  }

  /// A store over the documented coordinator, in the state that requests led to.
  static func library(after requests: [String] = []) -> Scene {
    Scene { $0.library }.after(requests)
  }

  /// A store over the larger sample, in the state that requests led to.
  static func readingRoom(after requests: [AppRequest] = []) -> Scene {
    Scene { $0.readingRoom }.after(requests)
  }

  /// The scene after the requests for some URLs, with nothing of them in the script.
  func after(_ urls: [String]) -> Scene { after(urls.map { RoutingRequest($0) }) }

  /// The scene after some requests, with nothing of them in the script.
  func after(_ requests: [some RoutingRequestType]) -> Scene {
    for request in requests { store.dispatch(request) }
    _ = script
    return self
  }

  /// What has happened to pages since this was last asked for.
  var script: [String] { cast.script.take() }

  /// The state as text.
  var state: String { "\(store.state)" }

  /// What happens to pages at a request.
  func play(_ request: RoutingRequest, _ options: DispatchOptions...) -> [String] {
    store.dispatch(request, options: DispatchOptions(options))
    return script
  }
}
