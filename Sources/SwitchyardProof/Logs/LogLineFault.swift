/// The reason that a line of a log is none.
enum LogLineFault: Error {
  /// No request stands between quotes.
  case noRequestField
  /// The quotes around the request do not end.
  case openQuotes
  /// It is no object of JSON.
  case noObject
  /// It is an object that breaks off, or has a fault.
  case brokenObject
  /// The object has neither a request nor a method and a target.
  case noRequestMembers
  /// The log has left out the end of a long target.
  case cutTarget
  /// The line is longer than any is read.
  case tooLong

  /// The reason in words, with a remedy where there is one.
  var text: String {
    switch self {
    case .noRequestField:
      "no request stands between quotes; give the format of the log if it is another"
    case .openQuotes: "the quotes around the request do not end"
    case .noObject: "this is no JSON object"
    case .brokenObject: "the JSON object breaks off or is not valid"
    case .noRequestMembers: "the JSON object has neither a request nor a method and a path"
    case .cutTarget: "the log has left out the end of the target"
    case .tooLong: "the line is longer than \(LogLine.limit) bytes"
    }
  }
}
