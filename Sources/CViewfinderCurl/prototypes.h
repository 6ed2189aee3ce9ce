// What is in use of libcurl 7.68 and later: types, constants and functions.
//
// Its binary interface has been the same since 2006: option numbers and error codes are never given a
// new meaning. curl_multi_poll and its wake-up came with 7.68 (2020). Its headers are not needed to
// build. scripts/check_prototypes.py compares what stands here with them.
#ifndef CVIEWFINDER_CURL_PROTOTYPES_H
#define CVIEWFINDER_CURL_PROTOTYPES_H

typedef void CURL;
typedef void CURLM;
struct curl_slist;
struct curl_waitfd;
typedef struct Curl_URL CURLU;

// Enumerations, whose values the binary interface fixes.
typedef unsigned CURLcode;
typedef int CURLMcode;
typedef unsigned CURLoption;
typedef unsigned CURLMSG;
typedef unsigned CURLUcode;
typedef unsigned CURLUPart;

typedef struct {
  CURLMSG msg;
  CURL *easy_handle;
  union {
    void *whatever;
    CURLcode result;
  } data;
} CURLMsg;

// Name here, value, name there.
#define CVIEWFINDER_CURL_CONSTANTS(CONSTANT)                                                                 \
  CONSTANT(GLOBAL_DEFAULT, 3, CURL_GLOBAL_DEFAULT)                                                \
  CONSTANT(OPTION_WRITEDATA, 10001, CURLOPT_WRITEDATA)                                            \
  CONSTANT(OPTION_CURLU, 10282, CURLOPT_CURLU)                                                    \
  CONSTANT(OPTION_PROXY, 10004, CURLOPT_PROXY)                                                    \
  CONSTANT(OPTION_ERRORBUFFER, 10010, CURLOPT_ERRORBUFFER)                                        \
  CONSTANT(OPTION_LOW_SPEED_LIMIT, 19, CURLOPT_LOW_SPEED_LIMIT)                                   \
  CONSTANT(OPTION_LOW_SPEED_TIME, 20, CURLOPT_LOW_SPEED_TIME)                                     \
  CONSTANT(OPTION_HTTPHEADER, 10023, CURLOPT_HTTPHEADER)                                          \
  CONSTANT(OPTION_HEADERDATA, 10029, CURLOPT_HEADERDATA)                                          \
  CONSTANT(OPTION_CUSTOMREQUEST, 10036, CURLOPT_CUSTOMREQUEST)                                    \
  CONSTANT(OPTION_CAINFO, 10065, CURLOPT_CAINFO)                                                  \
  CONSTANT(OPTION_CAPATH, 10097, CURLOPT_CAPATH)                                                  \
  CONSTANT(OPTION_POST, 47, CURLOPT_POST)                                                         \
  CONSTANT(OPTION_HTTPGET, 80, CURLOPT_HTTPGET)                                                   \
  CONSTANT(OPTION_NOSIGNAL, 99, CURLOPT_NOSIGNAL)                                                 \
  CONSTANT(OPTION_TIMEOUT_MS, 155, CURLOPT_TIMEOUT_MS)                                            \
  CONSTANT(OPTION_CONNECTTIMEOUT_MS, 156, CURLOPT_CONNECTTIMEOUT_MS)                              \
  CONSTANT(OPTION_POSTFIELDS, 10015, CURLOPT_POSTFIELDS)                                          \
  CONSTANT(OPTION_POSTFIELDSIZE_LARGE, 30120, CURLOPT_POSTFIELDSIZE_LARGE)                        \
  CONSTANT(OPTION_PROTOCOLS, 181, CURLOPT_PROTOCOLS)                                              \
  CONSTANT(OPTION_SUPPRESS_CONNECT_HEADERS, 265, CURLOPT_SUPPRESS_CONNECT_HEADERS)                \
  CONSTANT(OPTION_WRITEFUNCTION, 20011, CURLOPT_WRITEFUNCTION)                                    \
  CONSTANT(OPTION_HEADERFUNCTION, 20079, CURLOPT_HEADERFUNCTION)                                  \
  CONSTANT(PROTOCOLS_HTTP_AND_HTTPS, 3, (CURLPROTO_HTTP | CURLPROTO_HTTPS))                       \
  CONSTANT(ERROR_BUFFER_SIZE, 256, CURL_ERROR_SIZE)                                               \
  CONSTANT(CODE_OK, 0, CURLE_OK)                                                                  \
  CONSTANT(CODE_NO_PROXY, 5, CURLE_COULDNT_RESOLVE_PROXY)                                         \
  CONSTANT(CODE_NO_HOST, 6, CURLE_COULDNT_RESOLVE_HOST)                                           \
  CONSTANT(CODE_NO_CONNECTION, 7, CURLE_COULDNT_CONNECT)                                          \
  CONSTANT(CODE_WRITE_ERROR, 23, CURLE_WRITE_ERROR)                                               \
  CONSTANT(CODE_TIMED_OUT, 28, CURLE_OPERATION_TIMEDOUT)                                          \
  CONSTANT(CODE_SSL_CONNECT_ERROR, 35, CURLE_SSL_CONNECT_ERROR)                                   \
  CONSTANT(CODE_PEER_NOT_VERIFIED, 60, CURLE_PEER_FAILED_VERIFICATION)                            \
  CONSTANT(CODE_BAD_CA_FILE, 77, CURLE_SSL_CACERT_BADFILE)                                        \
  CONSTANT(URL_WHOLE, 0, CURLUPART_URL)                                                           \
  CONSTANT(URL_SCHEME, 1, CURLUPART_SCHEME)                                                       \
  CONSTANT(URL_HOST, 5, CURLUPART_HOST)                                                           \
  CONSTANT(URL_PORT, 6, CURLUPART_PORT)                                                           \
  CONSTANT(URL_DEFAULT_PORT, 1, CURLU_DEFAULT_PORT)                                               \
  CONSTANT(URL_DISALLOW_USER, 32, CURLU_DISALLOW_USER)                                            \
  CONSTANT(MESSAGE_DONE, 1, CURLMSG_DONE)

enum {
#define CVIEWFINDER_CURL_CONSTANT(name, value, theirs) name = value,
  CVIEWFINDER_CURL_CONSTANTS(CVIEWFINDER_CURL_CONSTANT)
#undef CVIEWFINDER_CURL_CONSTANT
};

// Result, name here, name there, parameters.
#define CVIEWFINDER_CURL_FUNCTIONS(FUNCTION)                                                                 \
  FUNCTION(CURLcode, global_init, curl_global_init, (long))                                       \
  FUNCTION(CURL *, easy_init, curl_easy_init, (void))                                             \
  FUNCTION(CURLcode, easy_setopt, curl_easy_setopt, (CURL *, CURLoption, ...))                    \
  FUNCTION(void, easy_reset, curl_easy_reset, (CURL *))                                           \
  FUNCTION(void, easy_cleanup, curl_easy_cleanup, (CURL *))                                       \
  FUNCTION(const char *, easy_strerror, curl_easy_strerror, (CURLcode))                           \
  FUNCTION(CURLU *, url, curl_url, (void))                                                        \
  FUNCTION(void, url_cleanup, curl_url_cleanup, (CURLU *))                                        \
  FUNCTION(CURLUcode, url_set, curl_url_set, (CURLU *, CURLUPart, const char *, unsigned))        \
  FUNCTION(CURLUcode, url_get, curl_url_get, (CURLU *, CURLUPart, char **, unsigned))             \
  FUNCTION(void, free, curl_free, (void *))                                                       \
  FUNCTION(struct curl_slist *, slist_append, curl_slist_append,                                  \
           (struct curl_slist *, const char *))                                                   \
  FUNCTION(void, slist_free_all, curl_slist_free_all, (struct curl_slist *))                      \
  FUNCTION(CURLM *, multi_init, curl_multi_init, (void))                                          \
  FUNCTION(CURLMcode, multi_add_handle, curl_multi_add_handle, (CURLM *, CURL *))                 \
  FUNCTION(CURLMcode, multi_remove_handle, curl_multi_remove_handle, (CURLM *, CURL *))           \
  FUNCTION(CURLMcode, multi_perform, curl_multi_perform, (CURLM *, int *))                        \
  FUNCTION(CURLMcode, multi_poll, curl_multi_poll,                                                \
           (CURLM *, struct curl_waitfd *, unsigned, int, int *))                                 \
  FUNCTION(CURLMcode, multi_wakeup, curl_multi_wakeup, (CURLM *))                                 \
  FUNCTION(CURLMsg *, multi_info_read, curl_multi_info_read, (CURLM *, int *))                    \
  FUNCTION(CURLMcode, multi_cleanup, curl_multi_cleanup, (CURLM *))

#endif
