// What a server can do at most: libmicrohttpd with the settings that SwitchyardServer gives it, and one small answer.
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static enum MHD_Result on_accept(void *context, const struct sockaddr *address, socklen_t length) {
  return MHD_YES;
}

static void on_log(void *context, const char *format, va_list arguments) {}

static size_t unescape(void *context, struct MHD_Connection *connection, char *text) {
  return strlen(text);
}

static void *on_target(void *context, const char *target, struct MHD_Connection *connection) {
  return NULL;
}

static void on_connection(void *context, struct MHD_Connection *connection, void **place,
                          enum MHD_ConnectionNotificationCode code) {}

static void on_completed(void *context, struct MHD_Connection *connection, void **place,
                         enum MHD_RequestTerminationCode code) {}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *target,
                                  const char *method, const char *version, const char *bytes, size_t *count,
                                  void **place) {
  static int head;
  if (*place != &head) {
    *place = &head;
    return MHD_YES;
  }
  struct MHD_Response *response =
      MHD_create_response_from_buffer(5, (void *)"Hello", MHD_RESPMEM_MUST_COPY);
  MHD_add_response_header(response, "Content-Type", "text/plain; charset=utf-8");
  enum MHD_Result result = MHD_queue_response(connection, 200, response);
  MHD_destroy_response(response);
  return result;
}

int main(int count, char **arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: BareServer PORT\n");
    return 2;
  }
  int on = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(arguments[1]))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, SOMAXCONN)) {
    perror("BareServer");
    return 1;
  }
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, on_accept, NULL, on_request,
      NULL, MHD_OPTION_EXTERNAL_LOGGER, on_log, NULL, MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT, 10000u,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)32768, MHD_OPTION_CONNECTION_TIMEOUT, 60u,
      MHD_OPTION_STRICT_FOR_CLIENT, 0, MHD_OPTION_URI_LOG_CALLBACK, on_target, NULL,
      MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL, MHD_OPTION_NOTIFY_CONNECTION, on_connection, NULL,
      MHD_OPTION_NOTIFY_COMPLETED, on_completed, NULL, MHD_OPTION_THREAD_POOL_SIZE, 2u, MHD_OPTION_END);
  if (!daemon) return 1;
  pause();
}
