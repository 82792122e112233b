// One import is enough for routes that are shared, the router that has them, and stores in memory.
@_exported public import SessionStore
@_exported public import SwitchyardHTTP
