/// The limits for a form with files; a client that goes beyond one is answered with 413.
///
///     var limits = FormLimits()
///     limits.fileLength = 5 << 20
///     let form = try await request.body.multipartForm(limits: limits)
///
/// All of the body is bounded by the `bodyLength` of the responder's configuration as well. With a
/// limit below zero no form is read, and the fault names it.
public struct FormLimits: Hashable, Sendable {
  /// The most bytes of the whole body.
  public var totalLength = Int.max
  /// The most parts, each of which is a field or a file.
  public var partCount = 1_000
  /// The most bytes of the header of one part.
  public var headLength = 8_192
  /// The most bytes of one field.
  public var fieldLength = 65_536
  /// The most bytes of one file.
  public var fileLength = Int.max
  /// The most bytes of all fields of a collected form, with the headers of all its parts.
  public var textLength = 1 << 20
  /// The most bytes of files that a collected form keeps in memory; what is more is kept on disk.
  public var memoryLength = 1 << 18

  /// Makes limits that suit most forms.
  public init() {}

  /// Throws the error of the first limit that is below zero.
  func check() throws(ServerRequestBodyError) {
    for (name, limit) in [
      ("totalLength", totalLength), ("partCount", partCount), ("headLength", headLength),
      ("fieldLength", fieldLength), ("fileLength", fileLength), ("textLength", textLength),
      ("memoryLength", memoryLength),
    ] {
      try ServerRequestBodyError.check("FormLimits.\(name)", limit)
    }
  }
}
