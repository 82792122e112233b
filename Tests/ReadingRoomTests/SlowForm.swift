import SwitchyardHTTP

/// A form whose body is withheld for as long as its sender likes.
struct SlowForm: Sendable {
  let body: ServerRequestBody
  private let asked: AsyncStream<Void>
  private let rest: AsyncStream<[UInt8]>.Continuation

  init() {
    let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    let (parts, rest) = AsyncStream.makeStream(of: [UInt8].self)
    (self.asked, self.rest) = (asked, rest)
    body = ServerRequestBody(
      AsyncStream {
        ask.yield()
        var iterator = parts.makeAsyncIterator()
        return await iterator.next(isolation: #isolation)
      }
    )
  }

  /// Waits until a handler wants the body.
  func isAsked() async { for await _ in asked { return } }

  /// Sends the body.
  func end(_ form: QueryParameters) {
    rest.yield(Array(form.text.utf8))
    rest.finish()
  }
}
