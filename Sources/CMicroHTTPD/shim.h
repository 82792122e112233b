#ifndef CMICROHTTPD_SHIM_H
#define CMICROHTTPD_SHIM_H

#if defined(__has_include) && !__has_include(<microhttpd.h>)
#error "libmicrohttpd is missing. Install it with 'apt-get install libmicrohttpd-dev' (Debian) or 'brew install libmicrohttpd' (macOS)."
#else

#include <microhttpd.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// What the library says; a list of arguments cannot be handed to Swift.
struct cmicrohttpd_logger {
  void (*_Nonnull take)(void *_Nullable context, const char *_Nonnull text);
  void *_Nullable context;
};

static inline void cmicrohttpd_log(void *_Nullable logger, const char *_Nonnull format, va_list arguments) {
  const struct cmicrohttpd_logger *to = (const struct cmicrohttpd_logger *)logger;
  char text[512];
  vsnprintf(text, sizeof text, format, arguments);
  to->take(to->context, text);
}

// Functions with a variable number of arguments are not imported; options go as an array, which the manual
// offers for this: "MHD_OPTION_ARRAY: Additional options given in an array of `struct MHD_OptionItem`."
// The listening socket is made outside, so there is no port.
static inline struct MHD_Daemon *_Nullable cmicrohttpd_start(
    unsigned int flags, MHD_AcceptPolicyCallback _Nonnull policy,
    MHD_AccessHandlerCallback _Nonnull handler, void *_Nullable context,
    const struct cmicrohttpd_logger *_Nonnull logger, const struct MHD_OptionItem *_Nonnull options) {
  // "Should be specified as the first option, otherwise some messages may be printed by standard MHD logger
  // during daemon startup."
  return MHD_start_daemon(flags, 0, policy, context, handler, context, MHD_OPTION_EXTERNAL_LOGGER,
                          cmicrohttpd_log, (void *)logger, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

// The same: what is asked for comes back through a union of all kinds of information.
static inline int cmicrohttpd_socket(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? (int)info->connect_fd : -1;
}

static inline void *_Nullable cmicrohttpd_socket_context(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

static inline const struct sockaddr *_Nullable cmicrohttpd_client_address(
    struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

static inline bool cmicrohttpd_is_suspended(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_SUSPENDED);
  return info && info->suspended == MHD_YES;
}

// The library splits the query into a record each, which are never looked at here and of which a short URI can
// make more than the pool holds. It does so after the callback that logs the URI, in the same bytes of the
// pool: a query that ends before it begins has no parts.
static inline void cmicrohttpd_drop_query(const char *_Nonnull uri) {
  char *query = strchr((char *)uri, '?');
  if (query) query[1] = '\0';
}

// The library makes a record of each cookie, of which a short field can make more than the pool holds, and they are
// never looked at here: fields hold them as well. It takes them from the first field named "Cookie", which is
// this one when it stands before those of the client.
static inline void cmicrohttpd_hide_cookies(struct MHD_Connection *_Nonnull connection) {
  (void)MHD_set_connection_value_n(connection, MHD_HEADER_KIND, "Cookie", 6, "", 0);
}

// The library looks for "100-continue" when the handler was called for the head, and compares it with all of the
// first value, though that is a list and white space may stand behind it. It would also tell a client to go on
// that has no body.
static inline void cmicrohttpd_set_expectation(struct MHD_Connection *_Nonnull connection, bool goes_on) {
  const char *value = NULL;
  size_t size = 0;
  if (MHD_lookup_connection_value_n(connection, MHD_HEADER_KIND, "Expect", 6, &value, &size) != MHD_YES || !value)
    return;
  static const char expectation[] = "100-continue";
  // A zero stands behind each value.
  if (goes_on && size + 1 >= sizeof expectation) memcpy((char *)value, expectation, sizeof expectation);
  if (!goes_on && size > 0) *(char *)value = '\0';
}

// How many bytes the head has, from the first of the method to the last of the empty line.
static inline size_t cmicrohttpd_head_size(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

// How many trailers stand behind a body in chunks, once all of it is read: the library counts the values where
// there is nobody to call.
static inline int cmicrohttpd_trailer_count(struct MHD_Connection *_Nonnull connection) {
  return MHD_get_connection_values_n(connection, MHD_FOOTER_KIND, NULL, NULL);
}

static inline ssize_t cmicrohttpd_no_content(void *_Nullable context, uint64_t offset, char *_Nullable bytes, size_t count) {
  (void)context, (void)offset, (void)bytes, (void)count;
  return MHD_CONTENT_READER_END_WITH_ERROR;
}

// Of a body that is left out, as in 304 and in answer to HEAD, the library tells the length.
static inline struct MHD_Response *_Nullable cmicrohttpd_create_bodyless(uint64_t length) {
  return MHD_create_response_from_callback(length, 1, cmicrohttpd_no_content, NULL, NULL);
}

// Where that is not known it must tell none: before 1.0 it then closes the connection behind the response.
#if MHD_VERSION >= 0x01000000
enum { cmicrohttpd_closes_without_length = 0 };
static inline struct MHD_Response *_Nullable cmicrohttpd_create_without_length(void) {
  return MHD_create_response_empty(MHD_RF_HEAD_ONLY_RESPONSE);
}
#else
enum { cmicrohttpd_closes_without_length = 1 };
static inline struct MHD_Response *_Nullable cmicrohttpd_create_without_length(void) {
  struct MHD_Response *response = cmicrohttpd_create_bodyless(MHD_SIZE_UNKNOWN);
  if (response) (void)MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
  return response;
}
#endif

// Macros over casts are not imported.
static inline uint64_t cmicrohttpd_size_unknown(void) { return MHD_SIZE_UNKNOWN; }
static inline ssize_t cmicrohttpd_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
static inline ssize_t cmicrohttpd_end_with_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }

#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>

// The C library's module leaves these headers out. A set of sockets, each with a number, whose clients may leave.
static inline int cmicrohttpd_watch_create(void) { return epoll_create1(EPOLL_CLOEXEC); }
static inline int cmicrohttpd_wake_create(void) { return eventfd(0, EFD_CLOEXEC); }
static inline void cmicrohttpd_wake(int descriptor) { (void)eventfd_write(descriptor, 1); }

// Edge-triggered: told once, also of what was so before.
static inline int cmicrohttpd_watch_leaving(int watch, int socket, uint64_t number) {
  struct epoll_event event = {.events = EPOLLRDHUP | EPOLLET, .data = {.u64 = number}};
  return epoll_ctl(watch, EPOLL_CTL_ADD, socket, &event);
}

static inline int cmicrohttpd_watch_wake(int watch, int descriptor, uint64_t number) {
  struct epoll_event event = {.events = EPOLLIN, .data = {.u64 = number}};
  return epoll_ctl(watch, EPOLL_CTL_ADD, descriptor, &event);
}

// Of a socket whose client's leaving is watched: tells as well when it accepts bytes again.
static inline int cmicrohttpd_watch_accepting(int watch, int socket, uint64_t number) {
  struct epoll_event event = {.events = EPOLLRDHUP | EPOLLOUT | EPOLLET, .data = {.u64 = number}};
  return epoll_ctl(watch, EPOLL_CTL_MOD, socket, &event);
}

static inline int cmicrohttpd_watch_remove(int watch, int socket) {
  return epoll_ctl(watch, EPOLL_CTL_DEL, socket, NULL);
}

// Waits until something happens, and writes at most 64 numbers, and beside each whether the socket merely accepts bytes;
// fewer than none for an error.
static inline int cmicrohttpd_watch_wait(int watch, uint64_t *_Nonnull numbers, bool *_Nonnull accept) {
  struct epoll_event events[64];
  int count = epoll_wait(watch, events, 64, -1);
  for (int i = 0; i < count; i++) {
    numbers[i] = events[i].data.u64;
    accept[i] = events[i].events == EPOLLOUT;
  }
  return count;
}
#endif

#endif
#endif
