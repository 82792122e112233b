/// A receiver of responses that were not there at once, one for each request.
package protocol ResponseTaker: AnyObject, Sendable {
  /// Receives a response; called once for each request that is under way, on any thread.
  func take(_ response: ServerResponse, for request: Int)
}
