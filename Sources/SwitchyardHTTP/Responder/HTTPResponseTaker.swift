/// A receiver of responses that were not there at once, one for each request.
package protocol HTTPResponseTaker: AnyObject, Sendable {
  /// Receives a response; called once for each request that is under way, on any thread.
  func take(_ response: HTTPResponse, for request: Int)
}
