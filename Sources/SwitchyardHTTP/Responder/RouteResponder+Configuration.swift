#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension RouteResponder {
  /// The configuration of a responder; it is set once and stays.
  public struct Configuration: Sendable {
    /// The most bytes of a request's target, as they come in; longer ones are answered with 414.
    ///
    /// Those whose canonical text is longer than `Router.Configuration.targetLength` are as well.
    /// An embedded server starts with 1 GiB at most.
    public var targetLength = 8_192
    /// The most bytes that names and values of all header fields may have; more are answered with
    /// 431.
    ///
    /// An embedded server starts with 1 GiB at most.
    public var fieldsLength = 12_288
    /// The most header fields; more are answered with 431.
    ///
    /// An embedded server starts with 1,000,000 at most.
    public var fieldCount = 100
    /// The most bytes of a body, where `limit` says nothing else; the reader of a longer one
    /// receives an error 413, before the client is asked to send it if its length is announced.
    public var bodyLength = 1 << 20
    /// The least bytes a second by which a body that comes in is progress.
    ///
    /// While a body comes in as quickly as that or quicker, the time limit of its handler begins
    /// anew with each part; so a large one has the time that it takes, and a trickle has not. With
    /// `.max` it never does.
    public var bodyRate = 240
    /// The most requests that may be under way at once; more are answered with 503.
    ///
    /// A request is under way until its handler has ended, even if its client has left or its time
    /// is over. The producer of a stream runs after that, and is not counted: it has to heed its
    /// cancellation.
    public var exchangeLimit = 10_000
    /// Other origins that redirects of guards may lead to, each as `https://host` in lower case,
    /// with its port unless that is the scheme's own.
    public var allowedOrigins: Set<String> = []
    /// The encoder of JSON for values that handlers return, for `ServerResponse.json` that is given
    /// a request, and for members of problem details.
    ///
    /// It writes dates as ISO 8601 has them, and keys in their order. It is used by several threads
    /// at once, and is to be changed before the responder is made.
    public var jsonEncoder = JSONEncoder.standard()
    /// The decoder of JSON for bodies of requests; it reads dates of ISO 8601.
    public var jsonDecoder = JSONDecoder.standard()
    /// The maker of the page for an error, in HTML; `nil` for plain text.
    ///
    ///     configuration.errorPage = { error, head in
    ///       "<!DOCTYPE html><title>\(error.status.code)</title>…"
    ///     }
    ///
    /// It is called for every error that a client who prefers HTML is answered with, whether a
    /// handler has thrown it, no route was found, a guard has denied, or a limit was met; not for
    /// the response that a guard denies with, nor for the last one on a connection whose request
    /// is still coming in. Only the page is its own: the status and the fields stay those of the
    /// error, so that nothing that was refused looks allowed. Where it returns `nil` the answer is
    /// plain text. Escape what you write of the error, as its message may quote a client.
    public var errorPage: (@Sendable (_ error: ResponseError, _ head: RequestHead) -> String?)?
    /// The proxies whose word counts for where a request comes from; `nil` for none.
    public var trustedProxies: TrustedProxies?
    /// The observers of all requests, such as a log or metrics.
    public var observers: [any RequestObserver] = []
    /// Whether each response has a field `Server-Timing` with the time that each guard, proxy,
    /// middleware and map took, for the tools of a browser.
    ///
    /// It names kinds of handlers and names of routes, and nothing that a client has sent. Whoever
    /// may read the response learns of the guards in front of it, and how long they take: it is for
    /// where one develops, and for clients that may know. Only responses to what a dispatch has led
    /// to have it.
    public var sendsServerTiming = false
    /// The receiver of failures of handlers, guards and streams, which clients do not see.
    ///
    /// By default each failure is a line on standard error.
    public var onFault: @Sendable (ResponseFault) -> Void = { ResponseFault.print($0) }
    /// The clock for the time of day.
    public var now: @Sendable () -> HTTPDate = { HTTPDate.now }

    /// Makes a configuration with limits that suit most.
    public init() {}
  }
}

extension RouteResponder.Configuration {
  /// Finds the first number that is out of its range.
  func check() throws(RouteResponderError) {
    for (name, value, least) in [
      ("targetLength", targetLength, 1), ("fieldsLength", fieldsLength, 0),
      ("fieldCount", fieldCount, 0), ("bodyLength", bodyLength, 0), ("bodyRate", bodyRate, 0),
      ("exchangeLimit", exchangeLimit, 1),
    ] where value < least {
      throw .outOfRange(name, value, least: least)
    }
  }

  /// The limits that are read for each head.
  var limits: HeadLimits {
    HeadLimits(
      targetLength: targetLength,
      fieldsLength: fieldsLength,
      fieldCount: fieldCount
    )
  }
}
