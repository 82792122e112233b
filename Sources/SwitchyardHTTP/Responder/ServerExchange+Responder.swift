#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// What the responder says for the exchange; the request of a test has none.
extension ServerExchange {
  /// The encoder of the responder.
  var jsonEncoder: JSONEncoder { responder?.configuration.jsonEncoder ?? .standard() }

  /// The time of day, by the clock of the responder.
  package var now: HTTPDate { responder?.configuration.now() ?? .now }

  /// The response that says that no route answers the request.
  var missingResponse: ServerResponse {
    responder?.missing(self) ?? ServerResponse(.notFound)
  }

  package func report(_ fault: RouterFault) { responder?.router.configuration.onFault(fault) }

  package func takeDenial(_ error: any Error, by route: RouteID) -> Bool {
    guard let responder, let convertible = error as? any ResponseConvertible else { return false }
    let answer = convertible.responseError
    setDenial(responder.problem(for: answer, head), by: route)
    return !answer.isFailure(error)
  }

  package func dispatchIsGone() { responder?.exchangeIsGone() }

  package func dispatchEnded(_ end: DispatchEnd) {
    guard let responder else { return }
    (taker ?? promise).take(responder.answer(self, end), for: number)
  }

  package var leavesMisses: Bool {
    guard let promise = taker as? ResponsePromise, promise.leavesMisses, canBeginAnew,
      !head.hasDotSegments
    else {
      return false
    }
    return Allow.list(forMapsTagged: tagsOfMaps) == nil
  }

  package var lookupTags: [RouteTag] { method.lookupTags }

  /// All methods that there are now.
  package var rivals: MethodTags? { MethodTags.current }
}
