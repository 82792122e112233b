/// The settings that a route of a shared table gives its handler, when that is made.
///
///     handlers.map("folder") { (settings: HandlerSettings) in
///       let folder = try settings.require("path")
///       return { context in … }
///     }
public struct HandlerSettings: Sendable {
  /// The route.
  public let route: RouteDescription

  /// The setting with a name, if there is one.
  public subscript(name: String) -> String? { route.configuration?[name] }

  /// Returns the setting with a name.
  /// - Throws: `HandlerSettingsError` without one; the generation is refused then.
  public func require(_ name: String) throws(HandlerSettingsError) -> String {
    guard let value = self[name] else { throw HandlerSettingsError(name, value: nil) }
    return value
  }

  /// Returns the setting with a name, as a value of a type.
  /// - Throws: `HandlerSettingsError` without one, or for a text that is no such value.
  public func require<Value: LosslessStringConvertible>(
    _ name: String,
    as type: Value.Type
  ) throws(HandlerSettingsError) -> Value {
    let text = try require(name)
    guard let value = Value(text) else { throw HandlerSettingsError(name, value: text) }
    return value
  }
}

/// An error thrown when a route lacks a setting, or has one that cannot be read.
public struct HandlerSettingsError: Error, Hashable, Sendable {
  /// The name of the setting.
  public let name: String
  /// The text that it has; `nil` where it is missing.
  public let value: String?

  init(_ name: String, value: String?) {
    self.name = name
    self.value = value
  }
}

extension HandlerSettingsError: CustomStringConvertible {
  /// The setting, and what is wrong with it.
  public var description: String {
    guard let value else { return "The setting \"\(name.excerpt)\" is missing." }
    return "The setting \"\(name.excerpt)\" cannot be \"\(value.excerpt)\"."
  }
}
