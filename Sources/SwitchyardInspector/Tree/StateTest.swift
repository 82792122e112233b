import NavigationTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A test in Swift that goes through the states of a tree to one of them.
struct StateTest {
  private let tree: InspectedTree
  private let states: [RouterState]

  /// Takes the states on the way, the last of which is expected.
  init(_ tree: InspectedTree, _ states: some Sequence<RouterState>) {
    self.tree = tree
    self.states = states.filter { $0 != RouterState() }
  }

  /// The text of the test.
  ///
  /// Where a request would lead elsewhere, the state itself is set.
  var text: String {
    var lines: [String] = []
    var before = RouterState()
    for state in states {
      let url = tree.url(state)
      if let url, tree.leads(url, from: before, to: state) {
        lines.append("  store.dispatch(\(url.literal))")
      } else {
        lines.append("  store.restore(try state(\(state.json.literal)))")
      }
      before = state
    }
    let end = states.last.flatMap { tree.url($0) ?? $0.current?.route } ?? "nothing"
    return """
      import Foundation
      import NavigationTree
      import Testing

      @Test func `the tree comes to \(end.named)`() throws {
        let store = RouterStore(tree: tree, queue: nil)
      \(lines.joined(separator: "\n"))
        #expect(store.state == (try state(\((states.last ?? RouterState()).json.literal))))
      }

      private func state(_ json: String) throws -> RouterState {
        try JSONDecoder().decode(RouterState.self, from: Data(json.utf8))
      }

      """
  }
}

extension RouterState {
  /// The coded state.
  func coded(_ formatting: JSONEncoder.OutputFormatting) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  fileprivate var json: String { coded([.sortedKeys, .withoutEscapingSlashes]) }
}

extension String {
  /// A literal of Swift that stands for the text, whatever is in it.
  var literal: String {
    var marks = "#"
    // By bytes, as the compiler reads it: to a character a combining mark may belong as well.
    while utf8.contains("\"\(marks)".utf8) || utf8.contains("\\\(marks)".utf8) { marks += "#" }
    // What could end the line is written as an escape.
    let text = unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        text += "\\\(marks)u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return "\(marks)\"\(text)\"\(marks)"
  }

  /// The text as it can stand in a raw identifier.
  fileprivate var named: String {
    printable.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "`": text += "'"
      case "\\": break
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
