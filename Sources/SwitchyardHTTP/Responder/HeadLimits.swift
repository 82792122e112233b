/// The limits of a responder's configuration for heads, which are read for each request.
struct HeadLimits: Sendable {
  let targetLength: Int
  let fieldsLength: Int
  let fieldCount: Int
  let bodyLength: Int
}
