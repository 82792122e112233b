/// A fault of an input and its place, before the input itself is added to make an error.
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
