#if Hummingbird
  import Hummingbird
  import HummingbirdCore
  import NIOCore
  import RoutePatterns
  import SwitchyardHTTP
  import SwitchyardHTTPTypes

  /// A request that Hummingbird has received, as our responder takes it.
  struct ReceivedMessage {
    let head: RequestHead
    let body: ServerRequestBody

    // Neither request nor context is copied, as an initializer would.
    static func reading(
      _ request: Request,
      _ context: some RequestContext,
      _ scheme: RouteTarget.ServerScheme
    ) -> ReceivedMessage {
      var head = RequestHead(request.head, scheme: scheme)
      if let peer = (context as? any RemoteAddressRequestContext)?.remoteAddress {
        head.setRemoteAddress { peer.ipAddress }
      }
      return ReceivedMessage(
        head: head,
        body: ServerRequestBody(request.body) { Array(buffer: $0) }
      )
    }

    /// Makes the answer that Hummingbird sends.
    ///
    /// It reads the connection itself when it has sent the answer: until then all reading of the
    /// body has to have ended.
    func answer(_ response: ServerResponse, _ pace: BodyPace) async -> Response {
      let answer: ResponseBody
      switch response.body {
      case .none:
        await body.close()
        answer = ResponseBody()
      case .bytes(let bytes):
        await body.close()
        answer = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
      case .file, .stream:
        answer = ResponseBody(contentLength: response.body.length) { [body] writer in
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
      let head = HTTPResponse(response)
      return Response(status: head.status, headers: head.headerFields, body: answer)
    }
  }
#endif
