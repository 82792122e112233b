#if Hummingbird
  import Hummingbird
  import HummingbirdCore
  import NIOCore
  import RoutePatterns
  import SwitchyardHTTP
  import SwitchyardHTTPTypes

  /// Our routes, as requests of Hummingbird are answered by them.
  // Not generic over the context, whose metadata would be looked up at every request.
  struct ServedRoutes: Sendable {
    let responder: RouteResponder
    let scheme: RouteTarget.ServerScheme
    let pace: BodyPace

    /// Returns the head of a request as our responder takes it.
    func head(of request: Request, from peer: SocketAddress?) -> RequestHead {
      var head = RequestHead(request.head, scheme: scheme)
      if let peer { head.setRemoteAddress { peer.ipAddress } }
      return head
    }

    /// Makes the answer that Hummingbird sends.
    // It reads the connection itself behind that: until then all reading of the body has to end.
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
      return Response(status: .init(response.status), headers: .init(response), body: answer)
    }
  }

  /// Reads the address of a client from a context.
  typealias AddressReader<Context> = @Sendable (Context) -> SocketAddress?

  extension RequestContext {
    /// The reader, for all contexts of the type; `nil` where they know no address.
    static var addressReader: AddressReader<Self>? {
      (self as? any RemoteAddressRequestContext.Type)?.reader as? AddressReader<Self>
    }
  }

  extension RemoteAddressRequestContext {
    fileprivate static var reader: any Sendable { { $0.remoteAddress } as AddressReader<Self> }
  }
#endif
