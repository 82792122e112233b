#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import SwitchyardProof

/// An OpenAPI document with the places of its values.
struct DocumentText {
  private let text: ManifestText
  private let document: OpenAPIDocument

  /// The most values that a document may have.
  private static let valueLimit = 500_000

  /// Reads a document.
  init(_ bytes: [UInt8], file: String) throws(ManifestError) {
    let text = try ManifestText(bytes, file: file)
    self.text = text
    let first = bytes[text.start...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard first == UInt8(ascii: "{") else {
      throw ManifestError(.document(Self.noJSON), in: text, at: text.start)
    }
    var count = 0
    do throws(JSONPlaces.Failure) {
      try JSONPlaces.read(bytes, from: text.start) { _, _ in
        count += 1
        return count <= Self.valueLimit
      }
    } catch {
      let code: ManifestError.Code =
        error.fault == .stopped
        ? .document("A document may have \(Self.valueLimit) values; split it into several.")
        : .json(error.fault)
      throw ManifestError(code, in: text, at: error.offset)
    }
    do throws(OpenAPIError) {
      document = try OpenAPIDocument(parsing: Data(bytes[text.start...]))
    } catch {
      let places = Self.places(of: error.faults.map(\.pointer), in: text)
      let mistakes = zip(error.faults, places).map { fault, offset in
        ManifestError(.document(fault.message), in: text, at: offset)
      }
      throw ManifestError(mistakes) ?? ManifestError(.document(Self.noJSON), in: text, at: 0)
    }
  }

  private static let noJSON =
    "This is no object of JSON. A document in YAML is converted first: yq -o json openapi.yaml"

  /// Compares it with the routes of a manifest.
  func findings(_ yard: ManifestRouter, _ schemes: [String: String]) -> [DocumentFinding] {
    let differences = document.differences(from: yard.routes, schemes: schemes)
    let offsets = Self.places(of: differences.map(\.pointer), in: text)
    let entries = Dictionary(yard.manifest.entries.map { ($0.route, $0) }) { one, _ in one }
    let found = zip(differences, offsets).map { difference, offset in
      let place =
        difference.pointer.isEmpty
        ? difference.route.flatMap { entries[$0] }.map { yard.manifest.place(of: $0) }
        : place(at: offset)
      return DocumentFinding(difference, at: place)
    }
    let notes = OpenAPIDocument(yard.routes).notes.filter { $0.route.kind == .map }.map { note in
      DocumentFinding(note, at: yard.manifest.place(of: yard.manifest.entries[note.place]))
    }
    return found + notes
  }

  private func place(at offset: Int) -> String {
    let place = text.place(of: offset)
    let name = text.file == "-" ? "standard input" : text.file.printable
    return "\(name):\(place.line):\(place.column)"
  }

  /// Returns the places at which values begin, or those around them where they are missing.
  private static func places(of pointers: [[String]], in text: ManifestText) -> [Int] {
    var wanted: Set<[String]> = []
    for pointer in pointers {
      for count in 0...pointer.count { wanted.insert(Array(pointer.prefix(count))) }
    }
    var offsets: [[String]: Int] = [:]
    // It was read before, and is JSON.
    try? JSONPlaces.read(text.bytes, from: text.start) { path, offset in
      let keys = path.map { step in
        switch step {
        case .key(let key): key
        case .index(let index): String(index)
        }
      }
      if wanted.contains(keys) { offsets[keys] = offset }
      return true
    }
    return pointers.map { pointer in
      for count in (0...pointer.count).reversed() {
        if let offset = offsets[Array(pointer.prefix(count))] { return offset }
      }
      return text.start
    }
  }
}
