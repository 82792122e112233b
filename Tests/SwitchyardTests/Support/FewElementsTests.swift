import Testing

@testable import Switchyard

@Suite struct FewElementsTests {
  @Test(arguments: [0, 1, 3, 4, 5, 6, 40])
  func `what is appended is there in its order`(_ count: Int) {
    var few = FewElements<String>()
    for number in 0..<count { few.append("\(number)") }
    #expect(few.count == count)
    for number in 0..<count { #expect(few[number] == "\(number)") }
  }

  @Test(arguments: [1, 3, 4, 5, 6, 40])
  func `what is removed makes room for others`(_ count: Int) {
    var few = FewElements<String>()
    for number in 0..<count { few.append("\(number)") }
    few.removeLast()
    #expect(few.count == count - 1)
    few.append("other")
    few.append("last")
    let wanted = (0..<(count - 1)).map { "\($0)" } + ["other", "last"]
    for (place, element) in wanted.enumerated() { #expect(few[place] == element) }
  }
}
