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
}
