/// The limits of a responder's configuration for heads, which are read for each request.
package struct HeadLimits: Sendable {
  let targetLength: Int
  let fieldsLength: Int
  let fieldCount: Int
  let bodyLength: Int

  /// The same without a limit for the length of the body.
  var withoutBody: HeadLimits {
    HeadLimits(
      targetLength: targetLength,
      fieldsLength: fieldsLength,
      fieldCount: fieldCount,
      bodyLength: .max
    )
  }
}
