// What Viewfinder uses of libcurl, behind a few functions.
//
// libcurl is loaded when the first request is made, not when the program starts: it and its thirty
// libraries cost about 13 ms, which a program that asks no network should not pay. No libcurl
// header is needed to build.
#ifndef CVIEWFINDER_CURL_H
#define CVIEWFINDER_CURL_H

#include <stddef.h>
#include <stdint.h>

// How a transfer ended. Everything but OK leaves a message.
#define CVIEWFINDER_CURL_OK 0
#define CVIEWFINDER_CURL_MISSING 1    // libcurl cannot be loaded
#define CVIEWFINDER_CURL_FAILED 2     // the network, the server or its certificate
#define CVIEWFINDER_CURL_TIMED_OUT 3  // no connection, or no byte, for too long
#define CVIEWFINDER_CURL_STOPPED 4    // a callback or cviewfinder_curl_stop said so
#define CVIEWFINDER_CURL_UNTRUSTED 5  // the server's certificate is not accepted
#define CVIEWFINDER_CURL_UNREACHABLE 6  // no such host, or nothing that listens there

// Connections that are kept open from one request to the next.
typedef struct cviewfinder_curl_client cviewfinder_curl_client;

// Takes bytes; returns whether to go on.
typedef int32_t (*cviewfinder_curl_receiver)(
    void *_Nonnull context, const void *_Nullable bytes, size_t count);

// Called again and again while a reply is waited for; returns whether to go on.
typedef int32_t (*cviewfinder_curl_watcher)(void *_Nonnull context);

// An address as libcurl reads it; an IPv6 address has its brackets.
typedef struct {
  char scheme[16];
  char host[300];
  char port[8];
} cviewfinder_curl_address;

typedef struct {
  const char *_Nonnull method;
  // "Name: value" lines, each ended by a zero byte, the last by two.
  const char *_Nonnull headers;
  const char *_Nonnull ca_file;  // PEM, in place of the system's authorities; "" for those
  const void *_Nullable body;
  size_t body_count;
  int64_t connect_timeout;   // milliseconds
  int64_t idle_timeout;      // seconds in which not one byte came
  int64_t total_timeout;     // milliseconds for everything; 0 for no limit
  int64_t tick;              // milliseconds between two calls of on_tick
  int32_t is_direct;         // whether proxies are passed by
  void *_Nonnull context;
  cviewfinder_curl_receiver _Nonnull on_header;  // one header line, or a status line
  cviewfinder_curl_receiver _Nonnull on_body;
  cviewfinder_curl_watcher _Nonnull on_tick;
} cviewfinder_curl_request;

// Makes a client, loading libcurl if this is the first. Thread-safe. Returns NULL with the reason
// in `message`.
cviewfinder_curl_client *_Nullable cviewfinder_curl_open(char *_Nonnull message, size_t capacity);

// Reads the address of the next request, and says what it reads in it. Returns whether it is one.
int32_t cviewfinder_curl_read_address(
    cviewfinder_curl_client *_Nonnull client, const char *_Nonnull text,
    cviewfinder_curl_address *_Nonnull address);

// Writes the address that a location leads to, seen from another. Returns whether there is one that
// has room. Loads libcurl. Thread-safe.
int32_t cviewfinder_curl_resolve(
    const char *_Nonnull base, const char *_Nonnull location, char *_Nonnull result,
    size_t capacity);

// Carries out one request to the address that was read last, and waits for its end. One thread at a time. Redirects are not followed,
// and bodies are handed on as they come.
int32_t cviewfinder_curl_perform(
    cviewfinder_curl_client *_Nonnull client, const cviewfinder_curl_request *_Nonnull request,
    char *_Nonnull message, size_t capacity);

// Ends the request in work, and all later ones, at once. From any thread.
void cviewfinder_curl_stop(cviewfinder_curl_client *_Nonnull client);

// Frees a client that no thread uses.
void cviewfinder_curl_close(cviewfinder_curl_client *_Nonnull client);

#endif
