#define _GNU_SOURCE
#include "library.h"

#ifdef VIEWFINDER_HAS_FFMPEG

#include <errno.h>
#include <poll.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void viewfinder_video_restart_clock(viewfinder_video_input *input) {
  input->deadline = input->timeout > 0 ? now() + input->timeout : 0;
}

int32_t viewfinder_video_must_stop(viewfinder_video_input *input) {
  if (atomic_load_explicit(&input->is_cancelled, memory_order_relaxed))
    return CVIEWFINDER_VIDEO_CANCELLED;
  if (input->deadline > 0 && now() > input->deadline) return CVIEWFINDER_VIDEO_TIMED_OUT;
  return 0;
}

static int interrupt(void *opaque) { return viewfinder_video_must_stop(opaque) != 0; }

static int read_some(void *opaque, uint8_t *buffer, int size) {
  viewfinder_video_input *input = opaque;
  for (;;) {
    if (viewfinder_video_must_stop(input)) return AVERROR_EXIT;
    if (!input->is_regular) {
      // A named pipe that nobody has opened for writing yet would look as if it had ended.
      struct pollfd waiting = {.fd = input->descriptor, .events = POLLIN};
      int ready = poll(&waiting, 1, 50);
      if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    }
    ssize_t count = read(input->descriptor, buffer, (size_t)size);
    if (count > 0) return (int)count;
    if (count == 0) return AVERROR_EOF;
    if (errno != EINTR && errno != EAGAIN) return AVERROR(errno);
  }
}

static int64_t move(void *opaque, int64_t offset, int whence) {
  viewfinder_video_input *input = opaque;
  if (whence & AVSEEK_SIZE) {
    struct stat status;
    return fstat(input->descriptor, &status) ? AVERROR(errno) : (int64_t)status.st_size;
  }
  off_t place = lseek(input->descriptor, offset, whence & ~AVSEEK_FORCE);
  if (place < 0) return AVERROR(errno);
  struct stat status;
  if (fstat(input->descriptor, &status) == 0 && place > status.st_size) input->is_past_end = 1;
  return (int64_t)place;
}

// Playlists, descriptions of streams and references in other files end here.
static int refuse(
    AVFormatContext *format, AVIOContext **io, const char *url, int flags,
    AVDictionary **options) {
  (void)format, (void)io, (void)url, (void)flags, (void)options;
  return AVERROR(EPERM);
}

AVFormatContext *viewfinder_video_new_format(viewfinder_video_input *input, int streams) {
  enum { size = 1 << 16 };
  AVFormatContext *format = ff->avformat_alloc_context();
  if (!format) return NULL;
  format->interrupt_callback = (AVIOInterruptCB){interrupt, input};
  format->io_open = refuse;
  format->max_streams = streams;
  if (input->descriptor < 0) return format;
  uint8_t *buffer = ff->av_malloc(size);
  if (buffer)
    format->pb = ff->avio_alloc_context(
        buffer, size, 0, input, read_some, NULL, input->is_regular ? move : NULL);
  if (!format->pb) {
    ff->av_free(buffer);
    ff->avformat_free_context(format);
    return NULL;
  }
  format->flags |= AVFMT_FLAG_CUSTOM_IO;
  return format;
}

void viewfinder_video_free_format(AVFormatContext **format, AVIOContext **io) {
  ff->avformat_close_input(format);
  if (!*io) return;
  ff->av_freep(&(*io)->buffer);
  ff->avio_context_free(io);
}

#endif
