import Testing

@testable import Switchyard

@Suite struct RefilledListTests {
  private func list(_ elements: Range<Int>) -> RefilledList<String> {
    let list = RefilledList<String>(capacity: 2)
    for element in elements { list.append("\(element)") }
    return list
  }

  private func content(_ list: RefilledList<String>) -> [String] {
    (0..<list.count).map { index in list.read(index) { $0 } }
  }

  @Test func `what is not accepted goes, and the others keep their order`() {
    let list = list(0..<7)
    list.filter { (element: borrowing String) in "0246".contains(copy element) }
    #expect(content(list) == ["0", "2", "4", "6"])
    list.append("8")
    #expect(content(list) == ["0", "2", "4", "6", "8"])
  }
}
