#define _GNU_SOURCE
#include "library.h"

#ifdef VIEWFINDER_HAS_FFMPEG

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Sound that is copied from another file, packet by packet.
typedef struct {
  viewfinder_video_input input;
  AVFormatContext *format;
  AVIOContext *io;
  AVStream *source;
  AVStream *target;
  AVPacket *packet;  // the next one to write, in the target's time base
  int has_packet;
  int has_ended;
} sound;

// What a scaler was made for.
typedef struct {
  int width;
  int height;
  int layout;
  int is_full_range;
  int to_width;
  int to_height;
} scaler_kind;

struct cviewfinder_video_writer {
  AVFormatContext *format;
  AVStream *stream;
  AVCodecContext *codec;
  AVPacket *packet;
  AVFrame *frame;     // what the encoder is given: upright, even sides, 4:2:0, video range
  AVFrame *straight;  // the same kind, not turned yet; only for frames of other kinds
  struct SwsContext *scaler;
  scaler_kind scaler_kind;
  sound sound;
  AVRational time_base;  // of the times of frames
  int64_t last_time;     // in the encoder's time base; INT64_MIN before the first frame
};

static const AVCodec *encoder(void) {
  static const char *const names[] = {"libx264", "libopenh264", "mpeg4"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const AVCodec *found = ff->avcodec_find_encoder_by_name(names[i]);
    if (found) return found;
  }
  return NULL;
}

const char *cviewfinder_video_encoder(void) {
  const AVCodec *found = encoder();
  return found ? found->name : NULL;
}

static int32_t fail(int32_t status, const char *text, int error, char *message) {
  viewfinder_video_say(message, text, error);
  return status;
}

static enum AVColorSpace space_of(int32_t matrix) {
  switch (matrix) {
    case CVIEWFINDER_VIDEO_BT601: return AVCOL_SPC_SMPTE170M;
    case CVIEWFINDER_VIDEO_BT709: return AVCOL_SPC_BT709;
    case CVIEWFINDER_VIDEO_BT2020: return AVCOL_SPC_BT2020_NCL;
    default: return AVCOL_SPC_UNSPECIFIED;
  }
}

// MARK: Sound

// Reads ahead to the next packet of sound.
static void advance(sound *sound) {
  while (!sound->has_packet && !sound->has_ended) {
    if (ff->av_read_frame(sound->format, sound->packet) < 0) {
      sound->has_ended = 1;
      return;
    }
    const int is_ours = sound->packet->stream_index == sound->source->index;
    if (!is_ours || sound->packet->dts == AV_NOPTS_VALUE || sound->packet->pts == AV_NOPTS_VALUE) {
      ff->av_packet_unref(sound->packet);
      continue;
    }
    const int64_t start = sound->format->start_time;
    if (start != AV_NOPTS_VALUE) {
      const int64_t origin = ff->av_rescale_q(start, AV_TIME_BASE_Q, sound->source->time_base);
      sound->packet->pts -= origin;
      sound->packet->dts -= origin;
    }
    ff->av_packet_rescale_ts(sound->packet, sound->source->time_base, sound->target->time_base);
    sound->packet->stream_index = sound->target->index;
    sound->packet->pos = -1;
    sound->has_packet = 1;
  }
}

// Prepares the sound of a file to be copied. Without any, or with a kind that MP4 does not hold,
// the video stays silent.
static int32_t open_sound(cviewfinder_video_writer *writer, int descriptor) {
  sound *sound = &writer->sound;
  struct stat status;
  sound->input.descriptor = descriptor;
  if (descriptor < 0) return CVIEWFINDER_VIDEO_OK;
  sound->input.is_regular = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  sound->input.timeout = 30;
  viewfinder_video_restart_clock(&sound->input);
  if (!sound->input.is_regular) return CVIEWFINDER_VIDEO_OK;
  sound->format = viewfinder_video_new_format(&sound->input, 100);
  if (!sound->format) return CVIEWFINDER_VIDEO_FAILED;
  sound->io = sound->format->pb;
  if (ff->avformat_open_input(&sound->format, "", NULL, NULL) < 0 ||
      ff->avformat_find_stream_info(sound->format, NULL) < 0)
    return CVIEWFINDER_VIDEO_OK;
  sound->input.deadline = 0;
  for (unsigned i = 0; i < sound->format->nb_streams; i++) {
    AVStream *stream = sound->format->streams[i];
    const AVCodecParameters *codec = stream->codecpar;
    stream->discard = AVDISCARD_ALL;
    if (sound->source || codec->codec_type != AVMEDIA_TYPE_AUDIO || codec->sample_rate <= 0)
      continue;
    if (ff->avformat_query_codec(writer->format->oformat, codec->codec_id, 0) != 1) continue;
    sound->source = stream;
    stream->discard = AVDISCARD_DEFAULT;
  }
  if (!sound->source) return CVIEWFINDER_VIDEO_OK;
  sound->packet = ff->av_packet_alloc();
  sound->target = ff->avformat_new_stream(writer->format, NULL);
  if (!sound->packet || !sound->target ||
      ff->avcodec_parameters_copy(sound->target->codecpar, sound->source->codecpar) < 0)
    return CVIEWFINDER_VIDEO_FAILED;
  sound->target->codecpar->codec_tag = 0;
  sound->target->time_base = sound->source->time_base;
  return CVIEWFINDER_VIDEO_OK;
}

// Writes the sound that comes before a time of the video; INT64_MAX writes all that is left.
static int write_sound(cviewfinder_video_writer *writer, int64_t time) {
  sound *sound = &writer->sound;
  if (!sound->target) return 0;
  for (;;) {
    advance(sound);
    if (!sound->has_packet) return 0;
    if (time != INT64_MAX &&
        ff->av_compare_ts(
            sound->packet->dts, sound->target->time_base, time, writer->stream->time_base) > 0)
      return 0;
    const int error = ff->av_interleaved_write_frame(writer->format, sound->packet);
    sound->has_packet = 0;
    // Damage in the sound of the source is no reason to lose the pictures.
    if (error == AVERROR(EINVAL) || error == AVERROR_INVALIDDATA) {
      sound->has_ended = 1;
      return 0;
    }
    if (error < 0) return error;
  }
}

static void close_sound(sound *sound) {
  ff->av_packet_free(&sound->packet);
  viewfinder_video_free_format(&sound->format, &sound->io);
  if (sound->input.descriptor >= 0) close(sound->input.descriptor);
}

// MARK: Creating

static AVFrame *new_frame(int width, int height) {
  AVFrame *frame = ff->av_frame_alloc();
  if (!frame) return NULL;
  frame->format = AV_PIX_FMT_YUV420P;
  frame->width = width;
  frame->height = height;
  if (ff->av_frame_get_buffer(frame, 64) < 0) ff->av_frame_free(&frame);
  return frame;
}

static int32_t open_encoder(
    cviewfinder_video_writer *writer, const cviewfinder_video_settings *settings, char *message) {
  const AVCodec *kind = encoder();
  if (!kind)
    return fail(
        CVIEWFINDER_VIDEO_MISSING, "none of the encoders libx264, libopenh264 and mpeg4", 0, message);
  AVCodecContext *codec = writer->codec = ff->avcodec_alloc_context3(kind);
  if (!codec) return fail(CVIEWFINDER_VIDEO_FAILED, "no memory", 0, message);
  codec->width = settings->width;
  codec->height = settings->height;
  codec->pix_fmt = AV_PIX_FMT_YUV420P;
  codec->time_base =
      (AVRational){settings->time_base_numerator, settings->time_base_denominator};
  writer->time_base = codec->time_base;
  codec->framerate = ff->av_d2q(settings->frame_rate > 0 ? settings->frame_rate : 25, 1 << 20);
  codec->sample_aspect_ratio =
      (AVRational){settings->aspect_numerator, settings->aspect_denominator};
  codec->color_range = AVCOL_RANGE_MPEG;
  codec->colorspace = space_of(settings->matrix);
  codec->chroma_sample_location =
      settings->is_chroma_centered ? AVCHROMA_LOC_CENTER : AVCHROMA_LOC_LEFT;
  codec->thread_count = settings->threads;
  if (writer->format->oformat->flags & AVFMT_GLOBALHEADER)
    codec->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  if (strcmp(kind->name, "libx264") == 0) {
    ff->av_opt_set(codec->priv_data, "preset", "veryfast", 0);
    ff->av_opt_set_int(codec->priv_data, "crf", settings->quality, 0);
  } else if (strcmp(kind->name, "mpeg4") == 0) {
    // MPEG-4 counts time in at most 65,535 ticks a second.
    if (codec->time_base.den / codec->time_base.num > 65535 || codec->time_base.den > 65535)
      codec->time_base = (AVRational){1, 60000};
    codec->flags |= AV_CODEC_FLAG_QSCALE;
    codec->global_quality = FF_QP2LAMBDA * (1 + settings->quality / 6);
  } else {
    codec->bit_rate = (int64_t)settings->width * settings->height * 4;
  }
  const int error = ff->avcodec_open2(codec, kind, NULL);
  if (error < 0) {
    char text[96];
    snprintf(
        text, sizeof text, "the encoder %s refuses %d × %d pixels", kind->name, settings->width,
        settings->height);
    return fail(CVIEWFINDER_VIDEO_UNSUPPORTED, text, error, message);
  }
  return CVIEWFINDER_VIDEO_OK;
}

static int32_t open_file(
    cviewfinder_video_writer *writer, const cviewfinder_video_settings *settings, char *message) {
  AVDictionary *options = NULL;
  int error = ff->avcodec_parameters_from_context(writer->stream->codecpar, writer->codec);
  if (error < 0) return fail(CVIEWFINDER_VIDEO_FAILED, "", error, message);
  writer->stream->time_base = writer->codec->time_base;
  writer->stream->avg_frame_rate = writer->codec->framerate;
  writer->stream->sample_aspect_ratio = writer->codec->sample_aspect_ratio;
  error = ff->avio_open(&writer->format->pb, writer->format->url, AVIO_FLAG_WRITE);
  if (error < 0) return fail(CVIEWFINDER_VIDEO_FAILED, "", error, message);
  const int32_t status = open_sound(writer, settings->sound_descriptor);
  if (status != CVIEWFINDER_VIDEO_OK) return fail(status, "no memory", 0, message);
  // The index in front lets players start before they have the whole file.
  ff->av_dict_set(&options, "movflags", "+faststart", 0);
  error = ff->avformat_write_header(writer->format, &options);
  ff->av_dict_free(&options);
  if (error < 0) return fail(CVIEWFINDER_VIDEO_FAILED, "", error, message);
  return CVIEWFINDER_VIDEO_OK;
}

int32_t cviewfinder_video_create(
    const cviewfinder_video_settings *settings, cviewfinder_video_writer **result,
    char *message) {
  char url[4200];
  *result = NULL;
  message[0] = 0;
  viewfinder_video_clear_log();
  cviewfinder_video_writer *writer = calloc(1, sizeof *writer);
  if (!writer) {
    if (settings->sound_descriptor >= 0) close(settings->sound_descriptor);
    snprintf(message, CVIEWFINDER_VIDEO_MESSAGE_CAPACITY, "no memory");
    return CVIEWFINDER_VIDEO_FAILED;
  }
  writer->last_time = INT64_MIN;
  writer->sound.input.descriptor = settings->sound_descriptor;
  snprintf(url, sizeof url, "file:%s", settings->path);
  int32_t status = CVIEWFINDER_VIDEO_OK;
  if (ff->avformat_alloc_output_context2(&writer->format, NULL, "mp4", url) < 0 ||
      !(writer->stream = ff->avformat_new_stream(writer->format, NULL)) ||
      !(writer->packet = ff->av_packet_alloc()) ||
      !(writer->frame = new_frame(settings->width, settings->height)))
    status = fail(CVIEWFINDER_VIDEO_FAILED, "no memory", 0, message);
  if (status == CVIEWFINDER_VIDEO_OK) status = open_encoder(writer, settings, message);
  if (status == CVIEWFINDER_VIDEO_OK) status = open_file(writer, settings, message);
  if (status != CVIEWFINDER_VIDEO_OK) {
    cviewfinder_video_writer_free(writer);
    return status;
  }
  *result = writer;
  return CVIEWFINDER_VIDEO_OK;
}

void cviewfinder_video_writer_free(cviewfinder_video_writer *writer) {
  if (!writer) return;
  ff->avcodec_free_context(&writer->codec);
  ff->av_packet_free(&writer->packet);
  ff->av_frame_free(&writer->frame);
  ff->av_frame_free(&writer->straight);
  ff->sws_freeContext(writer->scaler);
  close_sound(&writer->sound);
  if (writer->format) {
    ff->avio_closep(&writer->format->pb);
    ff->avformat_free_context(writer->format);
  }
  free(writer);
}

// MARK: Frames

// Copies a plane as its orientation wants it; `width` × `height` are the stored sides.
static void copy_turned(
    uint8_t *target, int64_t target_stride, const uint8_t *source, int64_t source_stride,
    int width, int height, int32_t orientation) {
  const int turned = orientation >= 5;
  const int flips_x = orientation == 2 || orientation == 3 || orientation == 6 || orientation == 7;
  const int flips_y = orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8;
  const int upright_width = turned ? height : width, upright_height = turned ? width : height;
  // One step to the right in the target, in bytes of the source, and one step down.
  int64_t right = turned ? source_stride : 1, down = turned ? 1 : source_stride;
  const uint8_t *start = source;
  if (flips_x) {
    start += right * (upright_width - 1);
    right = -right;
  }
  if (flips_y) {
    start += down * (upright_height - 1);
    down = -down;
  }
  if (right == 1) {
    for (int y = 0; y < upright_height; y++)
      memcpy(target + y * target_stride, start + y * down, (size_t)upright_width);
    return;
  }
  // Squares of 16 × 16 keep the source's rows in the cache while its columns are read.
  enum { side = 16 };
  for (int top = 0; top < upright_height; top += side)
    for (int left = 0; left < upright_width; left += side)
      for (int y = top; y < upright_height && y < top + side; y++)
        for (int x = left; x < upright_width && x < left + side; x++)
          target[y * target_stride + x] = start[y * down + x * right];
}

// Repeats the last column and row where the encoder's even side is larger by one.
static void pad(uint8_t *plane, int64_t stride, int width, int height, int to_width, int to_height) {
  if (to_width > width)
    for (int y = 0; y < height; y++) plane[y * stride + width] = plane[y * stride + width - 1];
  if (to_height > height)
    memcpy(plane + height * stride, plane + (height - 1) * stride, (size_t)to_width);
}

static int fits(int side, int even) { return side == even || side + 1 == even; }

static enum AVPixelFormat format_of(int32_t layout) {
  switch (layout) {
    case CVIEWFINDER_VIDEO_I420: return AV_PIX_FMT_YUV420P;
    case CVIEWFINDER_VIDEO_I422: return AV_PIX_FMT_YUV422P;
    case CVIEWFINDER_VIDEO_I444: return AV_PIX_FMT_YUV444P;
    case CVIEWFINDER_VIDEO_NV12: return AV_PIX_FMT_NV12;
    case CVIEWFINDER_VIDEO_GRAY: return AV_PIX_FMT_GRAY8;
    case CVIEWFINDER_VIDEO_RGB: return AV_PIX_FMT_RGB24;
    case CVIEWFINDER_VIDEO_RGBA: return AV_PIX_FMT_RGB0;
    default: return AV_PIX_FMT_BGR0;
  }
}

static int sws_space(enum AVColorSpace space) {
  switch (space) {
    case AVCOL_SPC_BT709: return SWS_CS_ITU709;
    case AVCOL_SPC_BT2020_NCL: return SWS_CS_BT2020;
    default: return SWS_CS_ITU601;
  }
}

// Makes the scaler fit a kind of frame. FFmpeg's own cache forgets about ranges, which must be known
// when a scaler is made.
static int prepare_scaler(
    cviewfinder_video_writer *writer, const cviewfinder_video_frame *frame, int width,
    int height) {
  const scaler_kind kind = {
      frame->width, frame->height, frame->layout, frame->is_full_range, width, height};
  if (writer->scaler && memcmp(&kind, &writer->scaler_kind, sizeof kind) == 0) return 0;
  ff->sws_freeContext(writer->scaler);
  struct SwsContext *scaler = writer->scaler = ff->sws_alloc_context();
  if (!scaler) return -1;
  writer->scaler_kind = kind;
  ff->av_opt_set_int(scaler, "srcw", frame->width, 0);
  ff->av_opt_set_int(scaler, "srch", frame->height, 0);
  ff->av_opt_set_int(scaler, "src_format", format_of(frame->layout), 0);
  ff->av_opt_set_int(scaler, "src_range", frame->is_full_range, 0);
  ff->av_opt_set_int(scaler, "dstw", width, 0);
  ff->av_opt_set_int(scaler, "dsth", height, 0);
  ff->av_opt_set_int(scaler, "dst_format", AV_PIX_FMT_YUV420P, 0);
  ff->av_opt_set_int(scaler, "dst_range", 0, 0);
  ff->av_opt_set_int(scaler, "sws_flags", SWS_BILINEAR | SWS_ACCURATE_RND, 0);
  if (ff->sws_init_context(scaler, NULL, NULL) < 0) return -1;
  const int *weights = ff->sws_getCoefficients(sws_space(writer->codec->colorspace));
  ff->sws_setColorspaceDetails(
      scaler, weights, frame->is_full_range, weights, 0, 0, 1 << 16, 1 << 16);
  return 0;
}

// Converts a frame of another kind or size to 4:2:0 and video range, not turned yet.
static int convert(
    cviewfinder_video_writer *writer, const cviewfinder_video_frame *frame, int width,
    int height) {
  AVFrame *straight = writer->straight;
  if (!straight || straight->width != width || straight->height != height) {
    ff->av_frame_free(&writer->straight);
    straight = writer->straight = new_frame(width, height);
    if (!straight) return -1;
  }
  if (prepare_scaler(writer, frame, width, height)) return -1;
  const uint8_t *planes[4] = {frame->planes[0], frame->planes[1], frame->planes[2], NULL};
  const int strides[4] = {
      (int)frame->strides[0], (int)frame->strides[1], (int)frame->strides[2], 0};
  return ff->sws_scale(
             writer->scaler, planes, strides, 0, frame->height, straight->data,
             straight->linesize) < 0
             ? -1
             : 0;
}

// Fills the encoder's frame.
static int fill(cviewfinder_video_writer *writer, const cviewfinder_video_frame *frame) {
  AVFrame *target = writer->frame;
  const int turned = frame->orientation >= 5;
  const int even_width = turned ? target->height : target->width;
  const int even_height = turned ? target->width : target->height;
  const int has_size = fits(frame->width, even_width) && fits(frame->height, even_height);
  int width = frame->width, height = frame->height;
  const uint8_t *planes[3];
  int64_t strides[3];
  if (ff->av_frame_make_writable(target) < 0) return -1;
  if (has_size && frame->layout == CVIEWFINDER_VIDEO_I420 && !frame->is_full_range) {
    for (int i = 0; i < 3; i++) {
      planes[i] = frame->planes[i];
      strides[i] = frame->strides[i];
    }
  } else {
    if (!has_size) {
      width = even_width;
      height = even_height;
    }
    if (convert(writer, frame, width, height)) return -1;
    for (int i = 0; i < 3; i++) {
      planes[i] = writer->straight->data[i];
      strides[i] = writer->straight->linesize[i];
    }
  }
  for (int i = 0; i < 3; i++)
    copy_turned(
        target->data[i], target->linesize[i], planes[i], strides[i],
        i ? (width + 1) / 2 : width, i ? (height + 1) / 2 : height, frame->orientation);
  pad(target->data[0], target->linesize[0], turned ? height : width, turned ? width : height,
      target->width, target->height);
  return 0;
}

// Encodes a frame, or with NULL what is left, and writes what comes out.
static int encode(cviewfinder_video_writer *writer, const AVFrame *frame) {
  int error = ff->avcodec_send_frame(writer->codec, frame);
  while (error >= 0) {
    error = ff->avcodec_receive_packet(writer->codec, writer->packet);
    if (error == AVERROR(EAGAIN) || error == AVERROR_EOF) return 0;
    if (error < 0) return error;
    ff->av_packet_rescale_ts(
        writer->packet, writer->codec->time_base, writer->stream->time_base);
    writer->packet->stream_index = writer->stream->index;
    error = write_sound(writer, writer->packet->dts);
    if (error >= 0) error = ff->av_interleaved_write_frame(writer->format, writer->packet);
    ff->av_packet_unref(writer->packet);
  }
  return error;
}

int32_t cviewfinder_video_write(
    cviewfinder_video_writer *writer, const cviewfinder_video_frame *frame, char *message) {
  message[0] = 0;
  viewfinder_video_clear_log();
  if (fill(writer, frame))
    return fail(CVIEWFINDER_VIDEO_FAILED, "a frame cannot be converted", 0, message);
  int64_t time = ff->av_rescale_q(frame->time, writer->time_base, writer->codec->time_base);
  if (writer->last_time != INT64_MIN && time <= writer->last_time) time = writer->last_time + 1;
  writer->last_time = time;
  writer->frame->pts = time;
  writer->frame->pict_type = AV_PICTURE_TYPE_NONE;
  const int error = encode(writer, writer->frame);
  return error < 0 ? fail(CVIEWFINDER_VIDEO_FAILED, "", error, message) : CVIEWFINDER_VIDEO_OK;
}

int32_t cviewfinder_video_finish(cviewfinder_video_writer *writer, char *message) {
  message[0] = 0;
  viewfinder_video_clear_log();
  int error = encode(writer, NULL);
  if (error >= 0) error = write_sound(writer, INT64_MAX);
  if (error >= 0) error = ff->av_write_trailer(writer->format);
  const int closing = ff->avio_closep(&writer->format->pb);
  if (error >= 0) error = closing;
  return error < 0 ? fail(CVIEWFINDER_VIDEO_FAILED, "", error, message) : CVIEWFINDER_VIDEO_OK;
}

#endif
