import SwitchyardHTTP

/// The pages of errors: each says what has happened, and where to go from there.
struct ErrorPage: Sendable {
  let title: String
  let text: HTML

  /// Makes the page of a status.
  init(_ status: ResponseStatus) {
    switch status.code {
    case 400:
      self.init(
        "This address cannot be read",
        "There is something in it that no address may hold, such as a control character or half an escape."
      )
    case 403:
      self.init("Not for you", "You may not open this page. It is not about your card: nobody may.")
    case 404: self.init("Nothing here", "No page has this address.")
    case 405:
      self.init(
        "Not in this way",
        "There is something at this address, but it cannot be asked in the way in which your browser just did."
      )
    case 408:
      self.init(
        "That took too long",
        "Your request did not arrive in full. Please send it once more."
      )
    case 413, 414, 431:
      self.init(
        "That is too much",
        "The address, or what you sent to it, is longer than this room can take."
      )
    case 429:
      self.init("One moment", "That was a lot of requests at once. Wait a little, and try again.")
    case 501:
      self.init(
        "We do not know how",
        "Your browser asked for something that this server has never learnt to do."
      )
    case 503:
      self.init("The room is full", "There is no place free at the moment. Try again in a minute.")
    case 504:
      self.init(
        "No answer",
        "The page took too long, so we stopped waiting. Try again in a minute."
      )
    default:
      self.init(
        "Something broke",
        "It is our fault, and it has been written down. Nothing else is broken: every other page still works."
      )
    }
  }

  init(_ title: String, _ text: HTML) {
    self.title = title
    self.text = text
  }

  /// The content below the header.
  var content: HTML {
    """
    <h1>\(title)</h1>
    <p>\(text)</p>
    <p>You might begin again at <a href="/today">Today</a> or with the <a href="/books">Books</a>.</p>
    """
  }

  /// The whole page, for a client that nobody knows.
  var page: HTML { Layout.outside(title).page(content) }
}
