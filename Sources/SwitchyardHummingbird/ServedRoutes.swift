#if Hummingbird
  import Hummingbird
  import HummingbirdCore
  import NIOCore
  import RoutePatterns
  import SwitchyardHTTP
  import SwitchyardHTTPTypes

  /// Our routes, as requests of Hummingbird are answered by them.
  struct ServedRoutes<Context: RequestContext>: Sendable {
    let responder: RouteResponder
    let scheme: RouteTarget.ServerScheme
    let pace: BodyPace
    /// Returns the address of a client, if contexts know it: their type is looked at once.
    private let address: (@Sendable (Context) -> SocketAddress?)?

    init(_ responder: RouteResponder, _ scheme: RouteTarget.ServerScheme, _ pace: BodyPace) {
      (self.responder, self.scheme, self.pace) = (responder, scheme, pace)
      let known = Context.self as? any RemoteAddressRequestContext.Type
      address = (known?.reader as? AddressReader<Context>)?.read
    }

    /// Returns a request as our responder takes it.
    func message(of request: Request, _ context: Context) -> (RequestHead, ServerRequestBody) {
      var head = RequestHead(request.head, scheme: scheme)
      if let peer = address?(context) { head.setRemoteAddress { peer.ipAddress } }
      return (head, ServerRequestBody(request.body) { Array(buffer: $0) })
    }

    /// Makes the answer that Hummingbird sends.
    ///
    /// It reads the connection itself when it has sent the answer: until then all reading of the
    /// body has to have ended.
    func answer(_ response: ServerResponse, to body: ServerRequestBody) async -> Response {
      let answer: ResponseBody
      switch response.body {
      case .none:
        await body.close()
        answer = ResponseBody()
      case .bytes(let bytes):
        await body.close()
        answer = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
      case .file, .stream:
        answer = ResponseBody(contentLength: response.body.length) { [pace] writer in
          do {
            var pace = pace
            for try await part in response.body {
              try await writer.write(ByteBuffer(bytes: part))
              await pace.wait(behind: part.count)
            }
          } catch {
            await body.close()
            throw error
          }
          await body.close()
          try await writer.finish(nil)
        }
      }
      let status = HTTPResponse.Status(response.status)
      return Response(status: status, headers: HTTPFields(response), body: answer)
    }
  }

  private struct AddressReader<Context>: Sendable {
    let read: @Sendable (Context) -> SocketAddress?
  }

  extension RemoteAddressRequestContext {
    fileprivate static var reader: any Sendable { AddressReader<Self> { $0.remoteAddress } }
  }
#endif
