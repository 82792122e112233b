/// What a responder's configuration says of heads, which is looked at for each request.
struct HeadLimits: Sendable {
  let targetLength: Int
  let fieldsLength: Int
  let fieldCount: Int
  let bodyLength: Int
}
