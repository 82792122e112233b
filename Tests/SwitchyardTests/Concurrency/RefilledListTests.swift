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

  @Test(arguments: [(0, 0, 3), (3, 0, 1), (3, 3, 2), (3, 2, 1), (5, 4, 9), (1, 1, 0)])
  func `all of another list is put to a place`(_ own: Int, _ place: Int, _ others: Int) {
    let (list, other) = (list(0..<own), list(10..<10 + others))
    list.insertAll(of: other, at: place)
    var expected = (0..<own).map { "\($0)" }
    expected.insert(contentsOf: (10..<10 + others).map { "\($0)" }, at: place)
    #expect(content(list) == expected)
    #expect(other.count == 0)
  }

  @Test func `what is not accepted goes, and the others keep their order`() {
    let list = list(0..<7)
    list.filter { (element: borrowing String) in "0246".contains(copy element) }
    #expect(content(list) == ["0", "2", "4", "6"])
    list.append("8")
    #expect(content(list) == ["0", "2", "4", "6", "8"])
  }
}
