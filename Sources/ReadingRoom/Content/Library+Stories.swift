extension Library {
  static let stories = [
    Story(
      id: 1,
      kind: .news,
      title: "The reading room opens at eight",
      summary: "From Monday the doors open an hour earlier, for those who read before work.",
      paragraphs: [
        "From Monday the doors of the reading room open at eight. The lamps are lit, the fire is "
          + "laid, and the first pot of tea is ready by a quarter past.",
        "Early readers will find the quiet desks at the east windows free. Books ordered the day before "
          + "are waiting there, with the reader's name on a slip.",
      ]
    ),
    Story(
      id: 2,
      kind: .news,
      title: "New on the shelf: \"Middlemarch\" & others",
      summary: "Five novels are back from the binder, as good as new.",
      paragraphs: [
        "Five novels came back from the binder this week, each in new cloth. Order them to your desk "
          + "from their pages under Books.",
        "The binder asks readers to mark their place with a slip of paper, and not with a biscuit.",
      ]
    ),
    Story(
      id: 3,
      kind: .news,
      title: "Map room closed on Thursday",
      summary: "The large globe is being cleaned; atlases can be read downstairs.",
      paragraphs: [
        "The large globe is being cleaned on Thursday, and the map room stays closed for the day. "
          + "Atlases can be read at the long table downstairs."
      ]
    ),
    Story(
      id: 4,
      kind: .essay,
      title: "On finding one's way back",
      summary: "A good building lets you leave a room and find it as you left it.",
      paragraphs: [
        "A good library is a tree with rooms for leaves. You go down one corridor and up another, and "
          + "when you come back to the first room your book lies open where you left it.",
        "Good programs are built the same way. What you lay aside is kept, what you close stays closed, "
          + "and the way back is the way you came.",
        "The rest is signposts: short, true, and saying the same from whichever side you read them.",
      ]
    ),
    Story(
      id: 5,
      kind: .essay,
      title: "In praise of the index card",
      summary: "Small, patient and never out of order: what a card can teach a program.",
      paragraphs: [
        "An index card says one thing, and says where to find more. It is never longer than it needs "
          + "to be, for it cannot be.",
        "Put in order, a thousand of them answer a question in the time it takes to pull a drawer.",
      ]
    ),
    longStory,
  ]
}
