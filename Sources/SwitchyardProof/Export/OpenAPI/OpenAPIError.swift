/// The reasons that a text is no document of OpenAPI, or none that is understood.
public struct OpenAPIError: Error, Sendable {
  /// A fault of a document, with its place.
  public struct Fault: Hashable, Sendable {
    /// The keys that lead to the value at fault, the elements of arrays by their numbers.
    public let pointer: [String]
    /// The fault and its remedy, in a sentence or two.
    public let message: String

    init(_ pointer: [String], _ message: String) {
      self.pointer = pointer
      self.message = message
    }
  }

  /// The faults, at least one.
  public let faults: [Fault]

  /// The most faults that are looked for.
  static let most = 100

  init(_ faults: [Fault]) { self.faults = faults }
}

extension OpenAPIError: CustomStringConvertible {
  /// The faults behind their places, one in each line.
  public var description: String { faults.map(\.description).joined(separator: "\n") }
}

extension OpenAPIError.Fault: CustomStringConvertible {
  /// The place as a JSON Pointer, and the message.
  public var description: String { "\(OpenAPIPointer.text(of: pointer)): \(message)" }
}

/// The form of places within a document.
enum OpenAPIPointer {
  /// The pointer behind a number sign, as references have it.
  static func text(of keys: [String]) -> String {
    let steps = keys.map { key in
      "/" + key.replacing("~", with: "~0").replacing("/", with: "~1")
    }
    return "#" + steps.joined().printable
  }

  /// The keys of a reference within the document; `nil` if it is none.
  static func keys(of reference: String) -> [String]? {
    guard reference == "#" || reference.hasPrefix("#/") else { return nil }
    return reference.dropFirst().split(separator: "/").map { step in
      // What would be no text stays as it is.
      let step = step.decodingPercent() ?? String(step)
      return step.replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }
}
