extension RequestMethod {
  /// Returns a method that none of some is, and that nobody has registered.
  static func unheard(beside methods: Set<RequestMethod>) -> RequestMethod? {
    let plain: RequestMethod = "X-UNHEARD-OF"
    guard methods.contains(plain) else { return plain }
    // One that is longer than all is none of them.
    let length = methods.map(\.rawValue.utf8.count).max() ?? 0
    return RequestMethod(rawValue: String(repeating: "X", count: length + 1))
  }
}
