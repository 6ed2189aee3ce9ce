#define _GNU_SOURCE
#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "CViewfinderFFmpeg.h"
#include "CViewfinderSystem.h"

#ifdef VIEWFINDER_HAS_FFMPEG

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)
// The library of devices has the major version of the library of formats.
#define AVDEVICE TEXT(LIBAVFORMAT_VERSION_MAJOR)

viewfinder_ffmpeg viewfinder_ffmpeg_library;

const char *cviewfinder_video_packages(void) {
  return "libavformat" TEXT(LIBAVFORMAT_VERSION_MAJOR) " libavcodec" TEXT(
      LIBAVCODEC_VERSION_MAJOR) " libswscale" TEXT(LIBSWSCALE_VERSION_MAJOR);
}

const char *cviewfinder_video_camera_packages(void) { return "libavdevice" AVDEVICE; }

static _Thread_local char spoken[512];

void viewfinder_video_clear_log(void) { spoken[0] = 0; }
const char *viewfinder_video_log(void) { return spoken; }

// Gathers errors, each once, and drops everything else.
static void listen(void *context, int level, const char *format, va_list arguments) {
  (void)context;
  if ((level & 0xFF) > AV_LOG_ERROR) return;
  char line[256];
  vsnprintf(line, sizeof line, format, arguments);
  for (size_t end = strlen(line); end > 0 && strchr(" \r\n.", line[end - 1]); end--)
    line[end - 1] = 0;
  size_t used = strlen(spoken);
  if (line[0] == 0 || strstr(spoken, line)) return;
  snprintf(spoken + used, sizeof spoken - used, "%s%s", used ? "; " : "", line);
}

void viewfinder_video_say(char *message, const char *text, int error) {
  char reason[128] = "";
  if (error < 0) ff->av_strerror(error, reason, sizeof reason);
  const char *parts[] = {text, spoken, reason};
  size_t used = 0;
  message[0] = 0;
  for (int i = 0; i < 3; i++) {
    if (!parts[i][0]) continue;
    int count = snprintf(
        message + used, CVIEWFINDER_VIDEO_MESSAGE_CAPACITY - used, "%s%s", used ? "; " : "",
        parts[i]);
    if (count < 0) return;
    used += (size_t)count;
    if (used >= CVIEWFINDER_VIDEO_MESSAGE_CAPACITY) return;
  }
}

int32_t cviewfinder_video_start(char *message) {
#define SYMBOL(name) {#name, offsetof(viewfinder_ffmpeg, name)},
#if LIBAVFORMAT_VERSION_MAJOR >= 61
#define SIDE_DATA_OF_CODEC(X) X(av_packet_side_data_get)
#define SIDE_DATA_OF_FORMAT(X)
#else
#define SIDE_DATA_OF_CODEC(X)
#define SIDE_DATA_OF_FORMAT(X) X(av_stream_get_side_data)
#endif
#define LOAD(library, version, LIST)                                                          \
  do {                                                                                        \
    static const cviewfinder_symbol symbols[] = {LIST(SYMBOL)};                               \
    if (cviewfinder_library_load(                                                             \
            "lib" library ".so." TEXT(version), symbols, sizeof symbols / sizeof *symbols,    \
            &found, message, CVIEWFINDER_VIDEO_MESSAGE_CAPACITY))                             \
      return CVIEWFINDER_VIDEO_MISSING;                                                       \
  } while (0)
#define CODEC(X) VIEWFINDER_AVCODEC(X) SIDE_DATA_OF_CODEC(X)
#define FORMAT(X) VIEWFINDER_AVFORMAT(X) SIDE_DATA_OF_FORMAT(X)
  // A program that has FFmpeg itself has its own mind about what is logged and how much memory is
  // asked for: both are set for the whole process.
  void *others = dlopen("libavutil.so." TEXT(LIBAVUTIL_VERSION_MAJOR), RTLD_LAZY | RTLD_NOLOAD);
  if (others) dlclose(others);
  viewfinder_ffmpeg found;
  LOAD("avutil", LIBAVUTIL_VERSION_MAJOR, VIEWFINDER_AVUTIL);
  LOAD("avcodec", LIBAVCODEC_VERSION_MAJOR, CODEC);
  LOAD("avformat", LIBAVFORMAT_VERSION_MAJOR, FORMAT);
  LOAD("swscale", LIBSWSCALE_VERSION_MAJOR, VIEWFINDER_SWSCALE);
  viewfinder_ffmpeg_library = found;
  if (others) return CVIEWFINDER_VIDEO_OK;
  found.av_log_set_callback(listen);
  // The largest frame within the limits needs less; what a hostile header asks for is refused.
  found.av_max_alloc((size_t)1 << 30);
  return CVIEWFINDER_VIDEO_OK;
}

static char device_failure[CVIEWFINDER_VIDEO_MESSAGE_CAPACITY];

static void load_devices(void) {
  struct {
    void (*register_all)(void);
  } devices;
  static const cviewfinder_symbol symbols[] = {{"avdevice_register_all", 0}};
  if (cviewfinder_library_load(
          "libavdevice.so." AVDEVICE, symbols, 1, &devices, device_failure, sizeof device_failure))
    return;
  device_failure[0] = 0;
  devices.register_all();
}

int viewfinder_video_load_devices(char *message) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_devices);
  if (!device_failure[0]) return 0;
  snprintf(message, CVIEWFINDER_VIDEO_MESSAGE_CAPACITY, "%s", device_failure);
  return -1;
}

#else

// Without FFmpeg's headers: nothing can be opened, and every call says so.

static int32_t no_headers(char *message) {
  snprintf(
      message, CVIEWFINDER_VIDEO_MESSAGE_CAPACITY,
      "the headers of FFmpeg's libraries were not there when this was built");
  return CVIEWFINDER_VIDEO_NO_HEADERS;
}

int32_t cviewfinder_video_start(char *message) { return no_headers(message); }

const char *cviewfinder_video_packages(void) {
  return "libavformat-dev libavcodec-dev libswscale-dev";
}

const char *cviewfinder_video_camera_packages(void) { return "libavdevice-dev"; }

int32_t cviewfinder_video_open(
    const cviewfinder_video_request *request, cviewfinder_video_reader **reader,
    cviewfinder_video_header *header, char *message) {
  (void)request, (void)header;
  *reader = NULL;
  return no_headers(message);
}

int32_t cviewfinder_video_next(
    cviewfinder_video_reader *reader, cviewfinder_video_frame *frame, char *message) {
  (void)reader, (void)frame;
  return no_headers(message);
}

void cviewfinder_video_cancel(cviewfinder_video_reader *reader) { (void)reader; }
void cviewfinder_video_close(cviewfinder_video_reader *reader) { (void)reader; }
void cviewfinder_video_frame_free(void *handle) { (void)handle; }

int32_t cviewfinder_video_create(
    const cviewfinder_video_settings *settings, cviewfinder_video_writer **writer,
    char *message) {
  (void)settings;
  *writer = NULL;
  return no_headers(message);
}

int32_t cviewfinder_video_fill(
    cviewfinder_video_writer *writer, const cviewfinder_video_frame *frame,
    cviewfinder_video_canvas *canvas, char *message) {
  (void)writer, (void)frame, (void)canvas;
  return no_headers(message);
}

int32_t cviewfinder_video_encode(
    cviewfinder_video_writer *writer, int64_t time, char *message) {
  (void)writer, (void)time;
  return no_headers(message);
}

int32_t cviewfinder_video_finish(cviewfinder_video_writer *writer, char *message) {
  (void)writer;
  return no_headers(message);
}

void cviewfinder_video_writer_free(cviewfinder_video_writer *writer) { (void)writer; }

#endif
