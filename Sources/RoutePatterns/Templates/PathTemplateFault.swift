/// The reason that a pattern is no template of a path, or several.
package enum PathTemplateFault: Error, Hashable, Sendable {
  /// It asks for a scheme or a host.
  case origin
  /// A part of it repeats.
  case repeats
  /// A value can hold slashes.
  case wildcard
  /// A value can be empty.
  case emptyValue
  /// Its groups that may be absent are too many.
  case tooManyGroups(limit: Int)
  /// A group that may be absent makes it match more, or less, than the templates say.
  case inexact
}

extension PathTemplateFault: CustomStringConvertible {
  /// The reason, as the rest of a sentence about the pattern.
  package var description: String {
    switch self {
    case .origin: "it asks for a scheme or a host"
    case .repeats: "a part of it repeats"
    case .wildcard: "a value of it can hold slashes"
    case .emptyValue: "a value of it can be empty"
    case .tooManyGroups(let limit):
      "it has more than \(limit) forms, for its groups may be absent"
    case .inexact: "its groups that may be absent cannot be told apart"
    }
  }
}
