#define _GNU_SOURCE
#include "reader.h"

#ifdef VIEWFINDER_HAS_FFMPEG

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int32_t viewfinder_video_check_size(
    cviewfinder_video_reader *reader, int width, int height, char *message) {
  if (width <= reader->side && height <= reader->side &&
      (int64_t)width * height <= reader->pixels)
    return CVIEWFINDER_VIDEO_OK;
  char text[64];
  snprintf(text, sizeof text, "%d × %d pixels", width, height);
  viewfinder_video_clear_log();
  viewfinder_video_say(message, text, 0);
  return CVIEWFINDER_VIDEO_TOO_LARGE;
}

static void note_damage(cviewfinder_video_reader *reader, int error) {
  reader->damaged++;
  if (reader->damage[0]) return;
  char text[CVIEWFINDER_VIDEO_MESSAGE_CAPACITY];
  viewfinder_video_say(text, "", error);
  snprintf(reader->damage, sizeof reader->damage, "%s", text);
}

static void wait_a_little(void) {
  const struct timespec two_milliseconds = {0, 2000000};
  nanosleep(&two_milliseconds, NULL);
}

// Gives the decoder one packet, or the end. Returns a status to stop with, or OK.
static int32_t feed(cviewfinder_video_reader *reader, char *message) {
  int failures = 0;
  for (;;) {
    const int32_t stopped = viewfinder_video_must_stop(&reader->input);
    if (stopped) return stopped;
    viewfinder_video_clear_log();
    reader->input.is_past_end = 0;
    int error = ff->av_read_frame(reader->format, reader->packet);
    if (error == AVERROR(EAGAIN)) {
      wait_a_little();
      continue;
    }
    if (error < 0) {
      const int32_t interrupted = viewfinder_video_must_stop(&reader->input);
      if (interrupted) return interrupted;
      if (reader->is_camera) {
        viewfinder_video_say(message, "the camera stopped", error);
        return CVIEWFINDER_VIDEO_NO_CAMERA;
      }
      // Something is promised behind the end, or the end comes in the middle of something. Some
      // demuxers report an ordinary end all the same, and tell it in words alone; they do so on this
      // thread.
      const AVIOContext *io = reader->format->pb;
      const char *said = viewfinder_video_log();
      const int is_cut = reader->input.is_past_end ||
                         (error != AVERROR_EOF && io && io->eof_reached) ||
                         strcasestr(said, "partial file") || strcasestr(said, "prematurely") ||
                         strcasestr(said, "truncat");
      reader->is_cut |= is_cut || reader->is_last_corrupt;
      if (error != AVERROR_EOF || is_cut) note_damage(reader, error == AVERROR_EOF ? 0 : error);
      // Behind a damaged place there may be more.
      if (error != AVERROR_EOF && !is_cut && ++failures < 100) continue;
      reader->is_draining = 1;
      ff->avcodec_send_packet(reader->codec, NULL);
      return CVIEWFINDER_VIDEO_OK;
    }
    if (reader->packet->stream_index != reader->stream->index) {
      ff->av_packet_unref(reader->packet);
      continue;
    }
    reader->packets++;
    reader->is_last_corrupt = (reader->packet->flags & AV_PKT_FLAG_CORRUPT) != 0;
    if (reader->is_last_corrupt) note_damage(reader, 0);
    error = ff->avcodec_send_packet(reader->codec, reader->packet);
    ff->av_packet_unref(reader->packet);
    if (error < 0) note_damage(reader, error);
    return CVIEWFINDER_VIDEO_OK;
  }
}

// Whether an AVI file promises more than came. Other containers fail where they end too early;
// this one, whose index is last, just ends.
static int ends_too_early(const cviewfinder_video_reader *reader) {
  const int64_t promised = reader->stream->nb_frames;
  if (strcmp(reader->format->iformat->name, "avi") != 0 || reader->last_time == INT64_MIN) return 0;
  if (promised <= 0 || promised > ((int64_t)1 << 31) || reader->packets >= promised) return 0;
  // Frames that repeat the one before may be left out; their time passes all the same.
  return reader->last_time / reader->interval + 3 < promised - 1;
}

static int32_t finish(cviewfinder_video_reader *reader, char *message) {
  reader->has_ended = 1;
  const int is_cut = reader->is_cut || ends_too_early(reader) ||
                     (reader->frames == 0 && reader->damaged == 0);
  if (!is_cut && reader->damaged == 0 && reader->frames > 0) return CVIEWFINDER_VIDEO_END;
  snprintf(message, CVIEWFINDER_VIDEO_MESSAGE_CAPACITY, "%s", reader->damage);
  return is_cut ? CVIEWFINDER_VIDEO_CUT_SHORT : CVIEWFINDER_VIDEO_BROKEN;
}

// The frame's time in ticks: the stream's own where it has one and it rises.
static int64_t time_of(cviewfinder_video_reader *reader) {
  const int64_t far = (int64_t)1 << 52;
  int64_t time = reader->frame->best_effort_timestamp;
  if (time == AV_NOPTS_VALUE || time > far || time < -far || reader->origin > far ||
      reader->origin < -far) {
    time = reader->last_time == INT64_MIN ? 0 : reader->last_time + reader->interval;
  } else {
    if (reader->is_camera && reader->last_time == INT64_MIN) reader->origin = time;
    time -= reader->origin;
    if (reader->last_time != INT64_MIN && time <= reader->last_time) time = reader->last_time + 1;
  }
  reader->last_time = time;
  return time;
}

static int32_t deliver(
    cviewfinder_video_reader *reader, cviewfinder_video_frame *frame, char *message) {
  if (reader->frame->decode_error_flags || reader->frame->flags & AV_FRAME_FLAG_CORRUPT)
    note_damage(reader, 0);
  int32_t status = viewfinder_video_check_size(
      reader, reader->frame->width, reader->frame->height, message);
  if (status != CVIEWFINDER_VIDEO_OK) return status;
  frame->orientation = reader->orientation;
  frame->time = time_of(reader);
  status = viewfinder_video_hand_over(reader->frame, &reader->scaler, frame, message);
  ff->av_frame_unref(reader->frame);
  if (status == CVIEWFINDER_VIDEO_OK) reader->frames++;
  return status;
}

int32_t cviewfinder_video_next(
    cviewfinder_video_reader *reader, cviewfinder_video_frame *frame, char *message) {
  message[0] = 0;
  if (reader->has_ended) return CVIEWFINDER_VIDEO_END;
  viewfinder_video_restart_clock(&reader->input);
  int32_t status = CVIEWFINDER_VIDEO_OK;
  while (status == CVIEWFINDER_VIDEO_OK) {
    status = viewfinder_video_must_stop(&reader->input);
    if (status != CVIEWFINDER_VIDEO_OK) break;
    viewfinder_video_clear_log();
    const int error = ff->avcodec_receive_frame(reader->codec, reader->frame);
    if (error >= 0) {
      status = deliver(reader, frame, message);
      if (status == CVIEWFINDER_VIDEO_OK) return status;
    } else if (error == AVERROR_EOF) {
      return finish(reader, message);
    } else if (error != AVERROR(EAGAIN)) {
      note_damage(reader, error);
      // A decoder that fails again and again while it empties would never come to an end.
      if (reader->is_draining && reader->damaged > reader->packets + 1000)
        return finish(reader, message);
    } else if (reader->is_draining) {
      return finish(reader, message);
    } else {
      status = feed(reader, message);
    }
  }
  // Cancelled, out of time, or a frame that cannot be used: there is no way on.
  reader->has_ended = 1;
  return status;
}

void cviewfinder_video_cancel(cviewfinder_video_reader *reader) {
  atomic_store(&reader->input.is_cancelled, 1);
}

void cviewfinder_video_close(cviewfinder_video_reader *reader) {
  if (!reader) return;
  ff->avcodec_free_context(&reader->codec);
  ff->av_packet_free(&reader->packet);
  ff->av_frame_free(&reader->frame);
  ff->sws_freeContext(reader->scaler);
  viewfinder_video_free_format(&reader->format, &reader->io);
  if (reader->input.descriptor >= 0) close(reader->input.descriptor);
  free(reader);
}

#endif
