#if Vapor
  import HTTPTypes
  import NIOCore
  import NIOHTTP1
  import RoutePatterns
  import SwitchyardHTTP
  import SwitchyardHTTPTypes
  import Vapor

  /// A request that Vapor has received, as our responder takes it.
  struct ReceivedMessage {
    let head: RequestHead
    let body: ServerRequestBody
    private let parts: ReceivedParts

    init(_ request: Request, _ scheme: RouteTarget.ServerScheme) {
      var head = RequestHead(method: request.method.rawValue, target: [])
      let isAsterisk = request.method == .OPTIONS && request.url.string == "/*"
      // Vapor has put a slash before the target that stands for the whole server.
      head.target = Array((isAsterisk ? "*" : request.url.string).utf8)
      for (name, value) in request.headers { head.fields.append(parsing: name, value: value) }
      // Vapor may have decoded the body, to another length than that which was sent.
      if head.fields.contains(.contentEncoding), head.fields.contains(.contentLength) {
        head.fields[.contentLength] = nil
        head.fields[.transferEncoding] = "chunked"
      }
      head.scheme = scheme
      head.version = .init(major: request.version.major, minor: request.version.minor)
      if let peer = request.remoteAddress { head.setRemoteAddress { peer.ipAddress } }
      self.head = head
      parts = ReceivedParts(request)
      body = ServerRequestBody(parts)
    }

    /// Ends all reading of the body by our handlers.
    func close() async {
      await body.close()
      await parts.close()
    }

    /// Makes the answer that Vapor sends.
    func answer(_ response: ServerResponse) async -> Response {
      let answer: Response.Body
      switch response.body {
      case .none:
        await close()
        answer = .empty
      case .bytes(let bytes):
        await close()
        answer = Response.Body(buffer: ByteBuffer(bytes: bytes))
      case .file, .stream:
        answer = Response.Body(
          asyncStream: { writer in
            do {
              // Sends the head, and fails where Vapor asks once more after an error.
              try await writer.write(.buffer(ByteBuffer()))
              for try await part in response.body {
                try await writer.write(.buffer(ByteBuffer(bytes: part)))
              }
            } catch {
              await close()
              return try await writer.write(.error(error))
            }
            await close()
            try await writer.write(.end)
          },
          count: response.body.length ?? -1
        )
      }
      return Response(
        status: .init(statusCode: response.status.code, reasonPhrase: response.status.reason),
        version: HTTPVersion(major: 1, minor: 1),
        headersNoUpdate: HTTPHeaders(HTTPFields(response).map { ($0.name.rawName, $0.value) }),
        body: answer
      )
    }
  }
#endif
