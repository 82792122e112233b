/// What is wrong with an input and where, before the input itself is put beside it.
struct TargetFault: Error {
  var code: RouteTargetError.Code
  var offset: Int
  var place: RouteTargetError.Place = .target

  init(_ code: RouteTargetError.Code, at offset: Int, in place: RouteTargetError.Place = .target) {
    self.code = code
    self.offset = offset
    self.place = place
  }
}
