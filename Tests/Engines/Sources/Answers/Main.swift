import Foundation
import URLPatterns

/// Answers questions of a file, one a line, with answers on the output, one a line; or takes the time of matches.
@main
struct Answers {
  static func main() throws {
    let form = CommandLine.arguments.dropFirst(2).first
    guard 2...3 ~= CommandLine.arguments.count, [nil, "exec", "groups"].contains(form) else {
      print("usage: Answers QUESTIONS [exec | groups]")
      exit(2)
    }
    let file = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    let questions = try file.split(separator: UInt8(ascii: "\n")).map {
      try decoder.decode(Question.self, from: $0)
    }
    if let form { return Speed.run(questions, readsGroups: form == "groups") }
    for question in questions {
      let answer: Answer
      do throws(URLPatternError) {
        answer = Answer(question, try URLPattern(question.pattern))
      } catch {
        answer = Answer(error: "\(error.code)")
      }
      FileHandle.standardOutput.write(try encoder.encode(answer) + Data("\n".utf8))
    }
  }
}
