/// An error thrown when routes are not published; all servers stay as they are.
public struct PublicationError: Error, Hashable, Sendable {
  enum Code: Hashable, Sendable {
    case refused(RefusedGeneration)
    case silent(Int, [String])
    case occupied(Int)
    case unknown(Int, String)
    case nothing
  }

  let code: Code

  init(_ code: Code) { self.code = code }

  /// The reasons by the names of the servers, where some have refused the generation.
  public var refused: RefusedGeneration? {
    if case .refused(let refused) = code { refused } else { nil }
  }

  /// Whether the routes are as they are asked for already.
  public var isUnchanged: Bool { code == .nothing }
}

extension PublicationError: CustomStringConvertible {
  /// The fault, with a remedy.
  public var description: String {
    switch code {
    case .refused(let refused):
      "Generation \(refused.generation) is refused, and all servers stay as they are.\n"
        + refused.reasons.sorted { $0.key < $1.key }.map { name, reasons in
          "  \(name.printable):\n"
            + reasons.map { "    \($0.message.printable) [\($0.code)]" }.joined(separator: "\n")
        }.joined(separator: "\n")
    case .silent(let number, let names):
      "Generation \(number) is given up, as these servers have not answered: "
        + "\(names.map(\.printable).joined(separator: ", ")). Look whether they run; one that has "
        + "ended is forgotten after \(Int(ServerAnswer.lifetime)) seconds."
    case .occupied(let number):
      "Generation \(number) of somebody else is being published. Try once more."
    case .unknown(let number, let reason):
      "Whether generation \(number) is active is not known: \(reason) Ask for the status when it "
        + "is there again."
    case .nothing:
      "Nothing is to be published: the routes are as they are asked for."
    }
  }
}
