/// An error thrown when routes are not published; all servers stay as they are.
public struct PublicationError: Error, Hashable, Sendable {
  enum Code: Hashable, Sendable {
    case refused(RefusedGeneration)
    case silent(Int, [String])
    case occupied(Int)
    /// By another publisher, who took this one for ended.
    case givenUp(Int)
    /// By somebody else, who may wait for servers for longer than others wait for that.
    case held(Int, patience: Double)
    /// The last number is given, and none is left for another generation.
    case last(Int)
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
    case .givenUp(let number):
      "Generation \(number) was given up by another publisher, as this one was silent for longer "
        + "than it may wait for servers. Try once more."
    case .held(let number, let patience):
      "Generation \(number) of somebody else is being published, who may wait for servers for "
        + "\(Int(patience)) seconds. Try once more. Where they have ended, "
        + "\(Self.outlasting(patience)), or publish the routes into a source of their own."
    case .last(let number):
      "The source has given its last number, \(number), and can have no more generations. Publish "
        + "the routes into a source of their own, and have servers follow that."
    case .unknown(let number, let reason):
      "Whether generation \(number) is active is not known: \(reason) Ask for the status when it "
        + "is there again."
    case .nothing:
      "Nothing is to be published: the routes are as they are asked for."
    }
  }

  /// Returns what outlasts a patience: three times as many seconds as are named are more than one
  /// and a half times that, and a second.
  private static func outlasting(_ patience: Double) -> String {
    let seconds = Int((patience / 2).rounded(.up)) + 1
    // Nobody may give the tool more.
    return Double(seconds) > SourceState.outlasted
      ? "publish by a program with a patience of at least \(seconds) seconds"
      : "have a patience of at least \(seconds) seconds"
  }
}
