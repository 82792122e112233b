import Hummingbird

struct Note: ResponseCodable {
  let id: Int
  let text: String
}

actor NoteController {
  private var notes: [Note] = []

  nonisolated func addRoutes(to group: RouterGroup<BasicRequestContext>) {
    group.get { _, _ in await self.notes }
    group.post { request, _ in
      let text = try await request.body.collect(upTo: 1000)
      return EditedResponse(status: .created, response: await self.add(String(buffer: text)))
    }
    group.get(":id") { _, context in
      guard let note = await self.note(try context.parameters.require("id", as: Int.self)) else {
        throw HTTPError(.notFound, message: "There is no such note.")
      }
      return note
    }
  }

  private func add(_ text: String) -> Note {
    let note = Note(id: notes.count + 1, text: text)
    notes.append(note)
    return note
  }

  private func note(_ id: Int) -> Note? { notes.first { $0.id == id } }
}
