extension Library {
  static let books = [
    Book(
      id: 1,
      title: "Pride and Prejudice",
      author: "Jane Austen",
      year: 1813,
      opening: "It is a truth universally acknowledged, that a single man in possession of a good "
        + "fortune, must be in want of a wife."
    ),
    Book(
      id: 2,
      title: "Moby-Dick; or, The Whale",
      author: "Herman Melville",
      year: 1851,
      opening: "Call me Ishmael. Some years ago — never mind how long precisely — having little or "
        + "no money in my purse, and nothing particular to interest me on shore, I thought I would "
        + "sail about a little and see the watery part of the world."
    ),
    Book(
      id: 3,
      title: "A Tale of Two Cities",
      author: "Charles Dickens",
      year: 1859,
      opening: "It was the best of times, it was the worst of times, it was the age of wisdom, it "
        + "was the age of foolishness."
    ),
    Book(
      id: 4,
      title: "Middlemarch",
      author: "George Eliot",
      year: 1871,
      opening: "Miss Brooke had that kind of beauty which seems to be thrown into relief by poor "
        + "dress."
    ),
    Book(
      id: 5,
      title: "The Time Machine",
      author: "H. G. Wells",
      year: 1895,
      opening: "The Time Traveller (for so it will be convenient to speak of him) was expounding a "
        + "recondite matter to us."
    ),
    Book(
      id: 6,
      title: "Jane Eyre",
      author: "Charlotte Brontë",
      year: 1847,
      opening: "There was no possibility of taking a walk that day."
    ),
    Book(
      id: 7,
      title: "Wuthering Heights",
      author: "Emily Brontë",
      year: 1847,
      opening: "I have just returned from a visit to my landlord — the solitary neighbour that I "
        + "shall be troubled with."
    ),
    Book(
      id: 8,
      title: "David Copperfield",
      author: "Charles Dickens",
      year: 1850,
      opening:
        "Whether I shall turn out to be the hero of my own life, or whether that station will "
        + "be held by anybody else, these pages must show."
    ),
    Book(
      id: 9,
      title: "Alice’s Adventures in Wonderland",
      author: "Lewis Carroll",
      year: 1865,
      opening: "Alice was beginning to get very tired of sitting by her sister on the bank, and of "
        + "having nothing to do."
    ),
    Book(
      id: 10,
      title: "Little Women",
      author: "Louisa May Alcott",
      year: 1868,
      opening: "“Christmas won’t be Christmas without any presents,” grumbled Jo, lying on the rug."
    ),
    Book(
      id: 11,
      title: "Treasure Island",
      author: "Robert Louis Stevenson",
      year: 1883,
      opening: "Squire Trelawney, Dr. Livesey, and the rest of these gentlemen having asked me to "
        + "write down the whole particulars about Treasure Island …"
    ),
    Book(
      id: 12,
      title: "Adventures of Huckleberry Finn",
      author: "Mark Twain",
      year: 1884,
      opening:
        "You don’t know about me without you have read a book by the name of “The Adventures "
        + "of Tom Sawyer”; but that ain’t no matter."
    ),
    Book(
      id: 13,
      title: "Three Men in a Boat",
      author: "Jerome K. Jerome",
      year: 1889,
      opening: "There were four of us — George, and William Samuel Harris, and myself, and "
        + "Montmorency."
    ),
    Book(
      id: 14,
      title: "The Picture of Dorian Gray",
      author: "Oscar Wilde",
      year: 1890,
      opening: "The studio was filled with the rich odour of roses."
    ),
    Book(
      id: 15,
      title: "The War of the Worlds",
      author: "H. G. Wells",
      year: 1898,
      opening: "No one would have believed in the last years of the nineteenth century that this "
        + "world was being watched keenly and closely by intelligences greater than man’s and yet "
        + "as mortal as his own."
    ),
    Book(
      id: 16,
      title: "The Railway Children",
      author: "E. Nesbit",
      year: 1906,
      opening: "They were not railway children to begin with."
    ),
    Book(
      id: 17,
      title: "The Wind in the Willows",
      author: "Kenneth Grahame",
      year: 1908,
      opening:
        "The Mole had been working very hard all the morning, spring-cleaning his little home."
    ),
    Book(
      id: 18,
      title: "Howards End",
      author: "E. M. Forster",
      year: 1910,
      opening: "One may as well begin with Helen’s letters to her sister."
    ),
    Book(
      id: 19,
      title: "Peter and Wendy",
      author: "J. M. Barrie",
      year: 1911,
      opening: "All children, except one, grow up."
    ),
    Book(
      id: 20,
      title: "Mrs Dalloway",
      author: "Virginia Woolf",
      year: 1925,
      opening: "Mrs. Dalloway said she would buy the flowers herself."
    ),
  ]
}
