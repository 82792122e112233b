// One import is enough for the C library, which has another name on each system. Nobody else is
// given it: the module has no product, and is imported by none that hands it on.
#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#endif
