extension GuardException {
  /// Makes an exception for requests of a method; HEAD follows GET.
  public static func on(_ method: RequestMethod, _ pattern: RoutePattern) -> GuardException {
    GuardException(pattern, methods: [method].tags)
  }

  /// Makes an exception for GET and HEAD.
  public static func get(_ pattern: RoutePattern) -> GuardException { .on(.get, pattern) }
  /// Makes an exception for POST.
  public static func post(_ pattern: RoutePattern) -> GuardException { .on(.post, pattern) }
  /// Makes an exception for PUT.
  public static func put(_ pattern: RoutePattern) -> GuardException { .on(.put, pattern) }
  /// Makes an exception for PATCH.
  public static func patch(_ pattern: RoutePattern) -> GuardException { .on(.patch, pattern) }
  /// Makes an exception for DELETE.
  public static func delete(_ pattern: RoutePattern) -> GuardException { .on(.delete, pattern) }
}
