extension RouteDescription {
  /// The key of its handler: one of its own, or its name.
  var handlerKey: String? { handler ?? name }

  /// Returns what is declared of it, without what a router or a listing adds.
  func declared(order: Int?) -> RouteDescription {
    RouteDescription(
      kind,
      pattern,
      tags: tags,
      isObserving: isObserving == true ? true : nil,
      exceptions: exceptions?.isEmpty == true ? nil : exceptions,
      isForMisses: isForMisses == true ? true : nil,
      isOpaque: isOpaque == true ? true : nil,
      name: name,
      access: access,
      about: about,
      handler: handler,
      configuration: configuration?.isEmpty == true ? nil : configuration,
      order: order
    )
  }

  /// The route in a few words, for a message.
  var words: String { "\(order.map { "#\($0), " } ?? "")\(kind.rawValue) \(pattern.excerpt)" }
}
