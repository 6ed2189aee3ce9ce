#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "CViewfinderCurl.h"
#include "CViewfinderSystem.h"
#include "prototypes.h"

static struct curl {
#define CVIEWFINDER_CURL_MEMBER(result, name, theirs, parameters) result(*name) parameters;
  CVIEWFINDER_CURL_FUNCTIONS(CVIEWFINDER_CURL_MEMBER)
#undef CVIEWFINDER_CURL_MEMBER
} curl;

// MARK: Loading

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char load_failure[256];

static void load(void) {
  static const char *const names[] = {
#ifdef __APPLE__
      "/usr/lib/libcurl.4.dylib",
#else
      "libcurl.so.4",
      "libcurl-gnutls.so.4",
#endif
  };
  static const cviewfinder_symbol functions[] = {
#define CVIEWFINDER_CURL_SYMBOL(result, name, theirs, parameters) {#theirs, offsetof(struct curl, name)},
      CVIEWFINDER_CURL_FUNCTIONS(CVIEWFINDER_CURL_SYMBOL)
#undef CVIEWFINDER_CURL_SYMBOL
  };
  char reason[sizeof load_failure];
  int32_t status = CVIEWFINDER_LIBRARY_MISSING;
  for (size_t i = 0; status == CVIEWFINDER_LIBRARY_MISSING && i < sizeof names / sizeof *names; i++) {
    status = cviewfinder_library_load(
        names[i], functions, sizeof functions / sizeof *functions, &curl, reason, sizeof reason);
    if (i == 0 || status == CVIEWFINDER_LIBRARY_INCOMPLETE) strcpy(load_failure, reason);
  }
  if (status != CVIEWFINDER_LIBRARY_LOADED) return;
  load_failure[0] = 0;
  if (curl.global_init(GLOBAL_DEFAULT) != CODE_OK) strcpy(load_failure, "libcurl does not start");
}

// MARK: Clients

struct cviewfinder_curl_client {
  CURLM *multi;
  CURL *easy;
  CURLU *url;
  atomic_bool is_stopped;
};

cviewfinder_curl_client *cviewfinder_curl_open(char *message, size_t capacity) {
  pthread_once(&once, load);
  if (load_failure[0]) {
    snprintf(message, capacity, "%s", load_failure);
    return NULL;
  }
  cviewfinder_curl_client *client = calloc(1, sizeof *client);
  if (client) {
    client->multi = curl.multi_init();
    client->easy = curl.easy_init();
    client->url = curl.url();
  }
  if (!client || !client->multi || !client->easy || !client->url) {
    snprintf(message, capacity, "no memory is left");
    if (client) cviewfinder_curl_close(client);
    return NULL;
  }
  return client;
}

void cviewfinder_curl_close(cviewfinder_curl_client *client) {
  if (client->easy) curl.easy_cleanup(client->easy);
  if (client->multi) curl.multi_cleanup(client->multi);
  if (client->url) curl.url_cleanup(client->url);
  free(client);
}

void cviewfinder_curl_stop(cviewfinder_curl_client *client) {
  atomic_store(&client->is_stopped, 1);
  curl.multi_wakeup(client->multi);
}

// MARK: Addresses

static int copy_part(CURLU *url, CURLUPart part, char *to, size_t capacity) {
  char *text = NULL;
  if (curl.url_get(url, part, &text, part == URL_PORT ? URL_DEFAULT_PORT : 0) || !text) return 0;
  const int length = snprintf(to, capacity, "%s", text);
  curl.free(text);
  return length >= 0 && (size_t)length < capacity;
}

int32_t cviewfinder_curl_read_address(
    cviewfinder_curl_client *client, const char *text, cviewfinder_curl_address *address) {
  CURLU *url = client->url;
  return !curl.url_set(url, URL_WHOLE, NULL, 0) &&
         !curl.url_set(url, URL_WHOLE, text, URL_DISALLOW_USER) &&
         copy_part(url, URL_SCHEME, address->scheme, sizeof address->scheme) &&
         copy_part(url, URL_HOST, address->host, sizeof address->host) &&
         copy_part(url, URL_PORT, address->port, sizeof address->port);
}

int32_t cviewfinder_curl_resolve(
    const char *base, const char *location, char *result, size_t capacity) {
  pthread_once(&once, load);
  CURLU *url = load_failure[0] ? NULL : curl.url();
  if (!url) return 0;
  const int is_read = !curl.url_set(url, URL_WHOLE, base, 0) &&
                      !curl.url_set(url, URL_WHOLE, location, 0) &&
                      copy_part(url, URL_WHOLE, result, capacity);
  curl.url_cleanup(url);
  return is_read;
}

// MARK: Requests

typedef struct {
  cviewfinder_curl_client *client;
  const cviewfinder_curl_request *request;
} delivery;

// libcurl takes any count but its own for a failure.
static size_t hand_on(
    delivery *to, cviewfinder_curl_receiver receiver, const void *bytes, size_t count) {
  if (atomic_load(&to->client->is_stopped)) return count + 1;
  return receiver(to->request->context, bytes, count) ? count : count + 1;
}

static size_t on_header(char *bytes, size_t size, size_t count, void *context) {
  delivery *to = context;
  return hand_on(to, to->request->on_header, bytes, size * count);
}

static size_t on_body(char *bytes, size_t size, size_t count, void *context) {
  delivery *to = context;
  return hand_on(to, to->request->on_body, bytes, size * count);
}

static int set_up(
    CURL *easy, delivery *to, struct curl_slist *headers, char error[ERROR_BUFFER_SIZE]) {
  const cviewfinder_curl_request *request = to->request;
  int failed = 0;
  failed |= curl.easy_setopt(easy, OPTION_CURLU, to->client->url);
  failed |= curl.easy_setopt(easy, OPTION_PROTOCOLS, (long)PROTOCOLS_HTTP_AND_HTTPS);
  failed |= curl.easy_setopt(easy, OPTION_NOSIGNAL, 1L);
  failed |= curl.easy_setopt(easy, OPTION_SUPPRESS_CONNECT_HEADERS, 1L);
  failed |= curl.easy_setopt(easy, OPTION_ERRORBUFFER, error);
  failed |= curl.easy_setopt(easy, OPTION_HTTPHEADER, headers);
  failed |= curl.easy_setopt(easy, OPTION_CONNECTTIMEOUT_MS, (long)request->connect_timeout);
  failed |= curl.easy_setopt(easy, OPTION_TIMEOUT_MS, (long)request->total_timeout);
  failed |= curl.easy_setopt(easy, OPTION_LOW_SPEED_LIMIT, 1L);
  failed |= curl.easy_setopt(easy, OPTION_LOW_SPEED_TIME, (long)request->idle_timeout);
  failed |= curl.easy_setopt(easy, OPTION_HEADERFUNCTION, on_header);
  failed |= curl.easy_setopt(easy, OPTION_HEADERDATA, to);
  failed |= curl.easy_setopt(easy, OPTION_WRITEFUNCTION, on_body);
  failed |= curl.easy_setopt(easy, OPTION_WRITEDATA, to);
  if (*request->ca_file) {
    failed |= curl.easy_setopt(easy, OPTION_CAINFO, request->ca_file);
    // Else the folder of the system's authorities would count as well; a libcurl that knows no such
    // folder refuses the option.
    curl.easy_setopt(easy, OPTION_CAPATH, NULL);
  }
  if (request->is_direct) failed |= curl.easy_setopt(easy, OPTION_PROXY, "");
  if (strcmp(request->method, "POST") == 0) {
    failed |= curl.easy_setopt(easy, OPTION_POST, 1L);
    failed |= curl.easy_setopt(
        easy, OPTION_POSTFIELDSIZE_LARGE, (long long)request->body_count);
    failed |= curl.easy_setopt(
        easy, OPTION_POSTFIELDS, request->body_count ? request->body : "");
  } else {
    failed |= curl.easy_setopt(easy, OPTION_HTTPGET, 1L);
    if (strcmp(request->method, "GET") != 0) {
      failed |= curl.easy_setopt(easy, OPTION_CUSTOMREQUEST, request->method);
    }
  }
  return !failed;
}

static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Runs the transfer; returns libcurl's code, or -1 when it was stopped.
static int run(cviewfinder_curl_client *client, const cviewfinder_curl_request *request) {
  int running = 1;
  int64_t next = milliseconds() + request->tick;
  while (running) {
    if (atomic_load(&client->is_stopped)) return -1;
    if (curl.multi_perform(client->multi, &running)) return CODE_OK + 2;
    if (!running) break;
    // A look also while bytes come without a pause.
    int64_t left = next - milliseconds();
    if (left > 0) {
      curl.multi_poll(client->multi, NULL, 0, (int)left, NULL);
    } else {
      if (!request->on_tick(request->context)) return -1;
      next = milliseconds() + request->tick;
    }
  }
  int left, code = CODE_OK + 2;
  for (CURLMsg *note; (note = curl.multi_info_read(client->multi, &left));) {
    if (note->msg == MESSAGE_DONE) code = note->data.result;
  }
  return atomic_load(&client->is_stopped) ? -1 : code;
}

int32_t cviewfinder_curl_perform(
    cviewfinder_curl_client *client, const cviewfinder_curl_request *request, char *message,
    size_t capacity) {
  delivery to = {client, request};
  char error[ERROR_BUFFER_SIZE] = "";
  struct curl_slist *headers = NULL;
  // An empty line in front of the first append would be sent: there is always one header.
  for (const char *line = request->headers; *line; line += strlen(line) + 1) {
    struct curl_slist *longer = curl.slist_append(headers, line);
    if (!longer) break;
    headers = longer;
  }
  int code = CODE_OK + 2;
  if (set_up(client->easy, &to, headers, error)
      && !curl.multi_add_handle(client->multi, client->easy)) {
    code = run(client, request);
    curl.multi_remove_handle(client->multi, client->easy);
  }
  curl.easy_reset(client->easy);
  curl.slist_free_all(headers);
  snprintf(message, capacity, "%s",
           error[0] ? error : code > 0 ? curl.easy_strerror(code) : "");
  switch (code) {
    case CODE_OK: return CVIEWFINDER_CURL_OK;
    case -1:
    case CODE_WRITE_ERROR: return CVIEWFINDER_CURL_STOPPED;
    case CODE_NO_PROXY:
    case CODE_NO_HOST:
    case CODE_NO_CONNECTION: return CVIEWFINDER_CURL_UNREACHABLE;
    case CODE_TIMED_OUT: return CVIEWFINDER_CURL_TIMED_OUT;
    case CODE_SSL_CONNECT_ERROR:
    case CODE_PEER_NOT_VERIFIED:
    case CODE_BAD_CA_FILE: return CVIEWFINDER_CURL_UNTRUSTED;
    default: return CVIEWFINDER_CURL_FAILED;
  }
}
