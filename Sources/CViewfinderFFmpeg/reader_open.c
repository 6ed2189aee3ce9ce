#define _GNU_SOURCE
#include "reader.h"

#ifdef VIEWFINDER_HAS_FFMPEG

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
  const char *url = reader->is_camera ? request->camera : "";
  const int error = ff->avformat_open_input(&reader->format, url, kind, &options);
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

static void prepare_times(
    cviewfinder_video_reader *reader, const cviewfinder_video_header *header) {
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
    // A header that ends before the first stream is cut short, not one of sound.
    if (!reader->stream)
      outcome = fail(
          reader,
          reader->format->nb_streams ? CVIEWFINDER_VIDEO_NO_PICTURES : CVIEWFINDER_VIDEO_BROKEN, "",
          0, message);
  }
  if (outcome == CVIEWFINDER_VIDEO_OK) {
    for (unsigned i = 0; i < reader->format->nb_streams; i++)
      if (reader->format->streams[i] != reader->stream)
        reader->format->streams[i]->discard = AVDISCARD_ALL;
    const AVCodecParameters *codec = reader->stream->codecpar;
    outcome = viewfinder_video_check_size(reader, codec->width, codec->height, message);
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

#endif
