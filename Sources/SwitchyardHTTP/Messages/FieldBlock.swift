/// The place of a header field in the bytes of a head.
package struct FieldPlace: Sendable {
  let name: Range<UInt32>
  let value: Range<UInt32>

  /// - Parameters:
  ///   - name: the bytes of the name.
  ///   - value: the bytes of the value.
  package init(name: Range<UInt32>, value: Range<UInt32>) {
    self.name = name
    self.value = value
  }
}

/// The fields of a head as they came in: its bytes, kept once, and the place of each field in them.
///
/// A field is made when it is asked for; of those that browsers send, most never are.
final class FieldBlock: Sendable {
  private let bytes: [UInt8]
  private let places: [FieldPlace]

  /// - Parameters:
  ///   - bytes: the head, or a part of it.
  ///   - places: the fields, whose names are known to be names.
  init(_ bytes: [UInt8], _ places: [FieldPlace]) {
    self.bytes = bytes
    self.places = places
  }

  var count: Int { places.count }

  /// The bytes of a field's name.
  func nameLength(_ index: Int) -> Int { places[index].name.count }

  /// The bytes of a field's name and value.
  func size(_ index: Int) -> Int { places[index].name.count + places[index].value.count }

  func hasName(_ name: HeaderField.Name, at index: Int) -> Bool {
    let place = places[index].name
    let text = name.text.utf8
    return place.count == text.count
      && zip(bytes(place), text).allSatisfy { $0 == $1 || $0.lowercasedASCII == $1.lowercasedASCII }
  }

  subscript(index: Int) -> HeaderField {
    let place = places[index]
    return HeaderField(
      name: HeaderField.Name(known: String(decoding: bytes(place.name), as: UTF8.self)),
      value: String(decoding: value(index), as: UTF8.self)
    )
  }

  /// The bytes of a field's value as they came in.
  func value(_ index: Int) -> ArraySlice<UInt8> { bytes(places[index].value) }

  private func bytes(_ place: Range<UInt32>) -> ArraySlice<UInt8> {
    bytes[Int(place.lowerBound)..<Int(place.upperBound)]
  }
}
