import SwitchyardProof

/// The tags that a call looks routes up through.
struct LookupOptions {
  static let options: [CommandOption] = [.tag, .method]

  let tags: [RouteTag]
  /// Those of them that were given by name.
  let named: [RouteTag]
  /// The method of a request, if it is looked up by nothing else.
  let request: RequestMethod?
  /// The tags as they were given, in one line; `nil` for a lookup without tags.
  let text: String?

  /// The tags of a request with the method, and those given by name.
  init(_ call: Command.Call) throws(ArgumentError) {
    var tags: [RouteTag] = []
    var named: [RouteTag] = []
    var texts: [String] = []
    var request: RequestMethod?
    if let text = call.arguments.value(of: .method) {
      guard let method = RequestMethod(word: text) else {
        let choices = CommandOption.method.choices + ["or another registered method"]
        throw call.syntax.error(.invalidValue(.method, text, choices: choices))
      }
      texts.append("method \(method.rawValue)")
      if call.arguments.values(of: .tag).isEmpty { request = method }
      tags.append(.method(method))
      // A route for GET also answers HEAD, without a body.
      if method == .head { tags.append(.method(.get)) }
      tags.append(.anyMethod)
    }
    for name in call.arguments.values(of: .tag) where !(tags + named).contains(RouteTag(name)) {
      texts.append("tag \(RouteTag(name))".excerpt)
      named.append(RouteTag(name))
    }
    self.tags = tags + named
    self.named = named
    self.request = request
    text = texts.isEmpty ? nil : texts.joined(separator: ", ")
  }
}

extension Output {
  /// Warns of tags that no route of a manifest has, and that are most likely mistyped.
  /// - Returns: whether there is one.
  @discardableResult
  mutating func warn(of lookup: LookupOptions, _ manifest: RouteManifest, _ call: Command.Call)
    -> Bool
  {
    guard !lookup.named.isEmpty else { return false }
    let known = Set(manifest.entries.flatMap(\.route.tags))
    let unknown = lookup.named.filter { !known.contains($0) }
    for tag in unknown {
      let names = known.compactMap(\.name).sorted()
      warn("No route has the tag \(tag.description.quotedExcerpt).", tag.name, among: names, call)
    }
    return !unknown.isEmpty
  }

  /// Adds a warning of a name that there is not, with the one that was most likely meant.
  mutating func warn(
    _ text: String,
    _ name: String?,
    among names: [String],
    _ call: Command.Call
  ) {
    let nearest = name?.nearest(among: names)
    let question = nearest.map { " Did you mean \($0.quoted)?" } ?? ""
    error("\(call.syntax.command): warning: \(text)\(question)")
  }
}
