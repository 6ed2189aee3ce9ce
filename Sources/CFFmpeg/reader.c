#define _GNU_SOURCE
#include "library.h"

#ifdef VIEWFINDER_HAS_FFMPEG

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct cviewfinder_video_reader {
  viewfinder_video_input input;
  AVFormatContext *format;
  AVIOContext *io;
  AVStream *stream;
  AVCodecContext *codec;
  AVPacket *packet;
  AVFrame *frame;
  struct SwsContext *scaler;
  int is_camera;
  int is_draining;
  int has_ended;
  int64_t pixels;
  int32_t side;
  int32_t orientation;

  int64_t interval;   // ticks from frame to frame, at least 1
  int64_t origin;     // the tick that counts as 0
  int64_t last_time;  // of the frame before; INT64_MIN before the first
  int64_t frames;
  int64_t packets;
  int64_t damaged;         // packets and frames that are not whole
  int is_last_corrupt;     // the packet before
  int is_cut;              // the data were seen to end too early
  char damage[384];        // the first thing that FFmpeg said of it
};

// MARK: Opening

static void copy_name(char *target, size_t capacity, const char *name) {
  snprintf(target, capacity, "%s", name ? name : "");
}

static int32_t fail(
    cviewfinder_video_reader *reader, int32_t status, const char *text, int error, char *message) {
  const int32_t stopped = viewfinder_video_must_stop(&reader->input);
  viewfinder_video_say(message, text, error);
  return stopped ? stopped : status;
}

static int32_t open_format(
    cviewfinder_video_reader *reader, const cviewfinder_video_request *request, char *message) {
  const AVInputFormat *kind = NULL;
  AVDictionary *options = NULL;
  char text[32];
  reader->format = viewfinder_video_new_format(&reader->input, request->streams);
  if (!reader->format) return fail(reader, CVIEWFINDER_VIDEO_FAILED, "no memory", 0, message);
  reader->io = reader->format->pb;
  if (reader->is_camera) {
    if (viewfinder_video_load_devices(message)) return CVIEWFINDER_VIDEO_MISSING;
    kind = ff->av_find_input_format("video4linux2,v4l2");
    if (!kind) kind = ff->av_find_input_format("v4l2");
    if (!kind)
      return fail(
          reader, CVIEWFINDER_VIDEO_MISSING, "FFmpeg was built without Video4Linux", 0, message);
    if (request->camera_width > 0 && request->camera_height > 0) {
      snprintf(text, sizeof text, "%dx%d", request->camera_width, request->camera_height);
      ff->av_dict_set(&options, "video_size", text, 0);
    }
    if (request->camera_rate > 0)
      ff->av_dict_set_int(&options, "framerate", request->camera_rate, 0);
    // Reading would block where nothing can interrupt it.
    reader->format->flags |= AVFMT_FLAG_NONBLOCK;
  }
  const int error =
      ff->avformat_open_input(&reader->format, reader->is_camera ? request->camera : "", kind, &options);
  ff->av_dict_free(&options);
  if (error < 0) {
    const int32_t status =
        reader->is_camera ? CVIEWFINDER_VIDEO_NO_CAMERA : CVIEWFINDER_VIDEO_BROKEN;
    return fail(reader, status, "", error, message);
  }
  if (strcmp(reader->format->iformat->name, "tty") == 0)
    return fail(reader, CVIEWFINDER_VIDEO_BROKEN, "text", 0, message);
  // A camera states its format; probing it would only lose frames.
  if (!reader->is_camera) {
    const int found = ff->avformat_find_stream_info(reader->format, NULL);
    if (found < 0 || viewfinder_video_must_stop(&reader->input))
      return fail(reader, CVIEWFINDER_VIDEO_BROKEN, "", found < 0 ? found : 0, message);
  }
  return CVIEWFINDER_VIDEO_OK;
}

// The largest of the streams that are moving pictures, those marked as the default one first.
static AVStream *best_stream(const AVFormatContext *format) {
  AVStream *best = NULL;
  int64_t most = -1;
  for (unsigned i = 0; i < format->nb_streams; i++) {
    AVStream *stream = format->streams[i];
    const AVCodecParameters *codec = stream->codecpar;
    if (codec->codec_type != AVMEDIA_TYPE_VIDEO) continue;
    if (stream->disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS))
      continue;
    int64_t score = (int64_t)codec->width * codec->height;
    if (stream->disposition & AV_DISPOSITION_DEFAULT) score += (int64_t)1 << 40;
    if (score > most) {
      most = score;
      best = stream;
    }
  }
  return best;
}

static int32_t check_size(
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

static int32_t open_codec(
    cviewfinder_video_reader *reader, const cviewfinder_video_request *request, char *message) {
  const AVCodecParameters *parameters = reader->stream->codecpar;
  const AVCodec *codec = ff->avcodec_find_decoder(parameters->codec_id);
  if (!codec) {
    char text[96];
    snprintf(text, sizeof text, "the codec %s", ff->avcodec_get_name(parameters->codec_id));
    return fail(reader, CVIEWFINDER_VIDEO_UNSUPPORTED, text, 0, message);
  }
  reader->codec = ff->avcodec_alloc_context3(codec);
  reader->packet = ff->av_packet_alloc();
  reader->frame = ff->av_frame_alloc();
  if (!reader->codec || !reader->packet || !reader->frame)
    return fail(reader, CVIEWFINDER_VIDEO_FAILED, "no memory", 0, message);
  int error = ff->avcodec_parameters_to_context(reader->codec, parameters);
  if (error < 0) return fail(reader, CVIEWFINDER_VIDEO_BROKEN, "", error, message);
  reader->codec->pkt_timebase = reader->stream->time_base;
  reader->codec->thread_count = request->threads;
  // Threads that work on frames side by side hold as many of them back.
  reader->codec->thread_type =
      reader->is_camera ? FF_THREAD_SLICE : FF_THREAD_FRAME | FF_THREAD_SLICE;
  if (reader->is_camera) reader->codec->flags |= AV_CODEC_FLAG_LOW_DELAY;
  reader->codec->max_pixels = reader->pixels;
  error = ff->avcodec_open2(reader->codec, codec, NULL);
  if (error < 0) return fail(reader, CVIEWFINDER_VIDEO_UNSUPPORTED, "", error, message);
  return CVIEWFINDER_VIDEO_OK;
}

// MARK: Header

static double number(AVRational value) {
  return value.num > 0 && value.den > 0 ? (double)value.num / value.den : 0;
}

static void describe(cviewfinder_video_reader *reader, cviewfinder_video_header *header) {
  const AVStream *stream = reader->stream;
  const AVCodecParameters *codec = stream->codecpar;
  AVRational rate = stream->avg_frame_rate;
  AVRational aspect = codec->sample_aspect_ratio;
  if (number(rate) == 0)
    rate = ff->av_guess_frame_rate(reader->format, reader->stream, NULL);
  if (number(aspect) == 0) aspect = stream->sample_aspect_ratio;
  memset(header, 0, sizeof *header);
  header->width = codec->width;
  header->height = codec->height;
  header->orientation = reader->orientation;
  header->frame_rate = number(rate) <= 100000 ? number(rate) : 0;
  header->duration = -1;
  if (stream->duration > 0 && !reader->is_camera)
    header->duration = (double)stream->duration * number(stream->time_base);
  else if (reader->format->duration > 0 && !reader->is_camera)
    header->duration = (double)reader->format->duration / AV_TIME_BASE;
  if (stream->nb_frames > 0) {
    header->frame_count = stream->nb_frames;
    header->is_count_exact = 1;
  } else if (header->duration > 0 && header->frame_rate > 0) {
    const double count = round(header->duration * header->frame_rate);
    if (count < 1e12) header->frame_count = (int64_t)count;
  }
  header->time_base_numerator = stream->time_base.num;
  header->time_base_denominator = stream->time_base.den;
  if (number(aspect) > 0) {
    header->aspect_numerator = aspect.num;
    header->aspect_denominator = aspect.den;
  }
  copy_name(header->codec, sizeof header->codec, ff->avcodec_get_name(codec->codec_id));
  copy_name(header->container, sizeof header->container, reader->format->iformat->name);
  copy_name(
      header->pixel_format, sizeof header->pixel_format, ff->av_get_pix_fmt_name(codec->format));
}

static void prepare_times(cviewfinder_video_reader *reader, const cviewfinder_video_header *header) {
  const AVStream *stream = reader->stream;
  const double tick = number(stream->time_base);
  const double rate = header->frame_rate > 0 ? header->frame_rate : 25;
  const double interval = tick > 0 ? round(1 / (rate * tick)) : 1;
  reader->interval = interval >= 1 && interval < 1e12 ? (int64_t)interval : 1;
  reader->last_time = INT64_MIN;
  reader->origin = 0;
  const int64_t start = reader->format->start_time;
  if (start != AV_NOPTS_VALUE && !reader->is_camera)
    reader->origin = ff->av_rescale_q(start, AV_TIME_BASE_Q, stream->time_base);
}

int32_t cviewfinder_video_open(
    const cviewfinder_video_request *request, cviewfinder_video_reader **result,
    cviewfinder_video_header *header, char *message) {
  *result = NULL;
  message[0] = 0;
  viewfinder_video_clear_log();
  cviewfinder_video_reader *reader = calloc(1, sizeof *reader);
  if (!reader) {
    if (request->descriptor >= 0) close(request->descriptor);
    snprintf(message, CVIEWFINDER_VIDEO_MESSAGE_CAPACITY, "no memory");
    return CVIEWFINDER_VIDEO_FAILED;
  }
  struct stat status;
  reader->input.descriptor = request->descriptor;
  reader->input.is_regular = request->descriptor >= 0 &&
                             fstat(request->descriptor, &status) == 0 && S_ISREG(status.st_mode);
  reader->input.timeout = request->timeout;
  reader->is_camera = request->camera != NULL;
  reader->pixels = request->pixels;
  reader->side = request->side;
  viewfinder_video_restart_clock(&reader->input);

  int32_t outcome = open_format(reader, request, message);
  if (outcome == CVIEWFINDER_VIDEO_OK) {
    reader->stream = best_stream(reader->format);
    if (!reader->stream) outcome = fail(reader, CVIEWFINDER_VIDEO_NO_PICTURES, "", 0, message);
  }
  if (outcome == CVIEWFINDER_VIDEO_OK) {
    for (unsigned i = 0; i < reader->format->nb_streams; i++)
      if (reader->format->streams[i] != reader->stream)
        reader->format->streams[i]->discard = AVDISCARD_ALL;
    const AVCodecParameters *codec = reader->stream->codecpar;
    outcome = check_size(reader, codec->width, codec->height, message);
  }
  if (outcome == CVIEWFINDER_VIDEO_OK) outcome = open_codec(reader, request, message);
  if (outcome != CVIEWFINDER_VIDEO_OK) {
    cviewfinder_video_close(reader);
    return outcome;
  }
  reader->orientation =
      viewfinder_video_orientation(viewfinder_video_stream_matrix(reader->stream));
  describe(reader, header);
  prepare_times(reader, header);
  viewfinder_video_clear_log();
  *result = reader;
  return CVIEWFINDER_VIDEO_OK;
}

// MARK: Frames

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
      const char *said = viewfinder_video_log();
      const int is_cut = strcasestr(said, "partial file") || strcasestr(said, "prematurely") ||
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
  int32_t status = check_size(reader, reader->frame->width, reader->frame->height, message);
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
