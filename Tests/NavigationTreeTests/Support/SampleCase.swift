import NavigationTree
import Testing

/// What one request does to pages, in a state that others have led to.
struct SampleCase<Request: RoutingRequestType>: Sendable, CustomTestStringConvertible {
  let rule: String
  let before: [Request]
  let request: Request
  let options: DispatchOptions
  let script: String
  let state: String

  init(
    _ rule: String,
    after before: [Request],
    _ request: Request,
    options: DispatchOptions = [],
    _ script: String,
    _ state: String
  ) {
    self.rule = rule
    self.before = before
    self.request = request
    self.options = options
    self.script = script
    self.state = state
  }

  var testDescription: String { rule }

  /// Plays the case in a new scene.
  func check(in scene: Scene) {
    for request in before { scene.store.dispatch(request) }
    _ = scene.script
    scene.store.dispatch(request, options: options)
    #expect(scene.script.joined(separator: "\n") == script)
    #expect(scene.state == state)
  }
}
