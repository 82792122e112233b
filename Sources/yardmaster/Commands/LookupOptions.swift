import RoutePatterns
import Switchyard
import SwitchyardHTTP

/// The tags that a call looks routes up through.
struct LookupOptions {
  static let options: [CommandOption] = [.tag, .method]

  let tags: [RouteTag]
  /// The method of a request, if it is looked up by nothing else.
  let request: RequestMethod?
  /// The tags as they were given, in one line; `nil` for a lookup without tags.
  let text: String?

  /// The tags of a request with the method, and those given by name.
  init(_ call: Command.Call) throws(ArgumentError) {
    var tags: [RouteTag] = []
    var texts: [String] = []
    var request: RequestMethod?
    if let text = call.arguments.value(of: .method) {
      guard let method = RequestMethod(word: text) else {
        let choices = RequestMethod.known.map(\.rawValue) + ["or another registered method"]
        throw call.syntax.error(.invalidValue(.method, text, choices: choices))
      }
      texts.append("method \(method.rawValue)")
      if call.arguments.values(of: .tag).isEmpty { request = method }
      tags.append(.method(method))
      // A route for GET also answers HEAD, without a body.
      if method == .head { tags.append(.method(.get)) }
      tags.append(.anyMethod)
    }
    for name in call.arguments.values(of: .tag) where !tags.contains(RouteTag(name)) {
      texts.append("tag \(RouteTag(name))".excerpt)
      tags.append(RouteTag(name))
    }
    self.tags = tags
    self.request = request
    text = texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}
