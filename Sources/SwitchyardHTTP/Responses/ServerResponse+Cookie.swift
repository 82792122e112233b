extension ServerResponse {
  /// Sets a cookie, and replaces one of the same name that was to be set before.
  public mutating func set(_ cookie: ResponseCookie) {
    fields[values: .setCookie] =
      fields[values: .setCookie].filter { !$0.hasPrefix("\(cookie.name)=") } + ["\(cookie)"]
  }
}
