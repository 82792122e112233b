// Whoever proves something of routes has them from a router.
@_exported public import RoutePatterns
@_exported public import Switchyard
@_exported public import SwitchyardHTTP
