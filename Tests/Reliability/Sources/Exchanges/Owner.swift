import Switchyard

/// An object that a map lives no longer than.
final class Owner: RouteOwner {}
