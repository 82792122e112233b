/// The limits of a responder's configuration for heads, which are read for each request.
package struct HeadLimits: Sendable {
  let targetLength: Int
  let fieldsLength: Int
  let fieldCount: Int
}
