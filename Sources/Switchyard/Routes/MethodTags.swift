import RoutePatterns

/// The tags of the methods that routes of this program were ever registered for.
///
/// It is a list of lists, each with one tag more than the one before: the last is read without a
/// lock. It grows by what the program registers, and never by what a client sends.
package final class MethodTags: Sendable {
  /// The tags, together with that of any method.
  package let tags: [RouteTag]
  private let next = LazyReference<MethodTags>()

  private init(_ tags: [RouteTag]) { self.tags = tags }

  private static let first = MethodTags(RouteTag.knownMethods + [.anyMethod])

  /// The tags that there are now.
  package static var current: MethodTags {
    var last = first
    while let next = last.next.current { last = next }
    return last
  }

  /// Adds the tags of methods that are not among the known ones.
  static func add(_ tags: [RouteTag]) {
    for tag in tags where tag.isOfUnknownMethod {
      var last = current
      while !last.tags.contains(tag) {
        let longer = last.tags + [tag]
        last = last.next.value { MethodTags(longer) }
      }
    }
  }
}
