#define _GNU_SOURCE
#include "writer.h"

#ifdef VIEWFINDER_HAS_FFMPEG

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const AVCodec *encoder(void) {
  static const char *const names[] = {"libx264", "libopenh264", "mpeg4"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const AVCodec *found = ff->avcodec_find_encoder_by_name(names[i]);
    if (found) return found;
  }
  return NULL;
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

// MARK: Creating

static int32_t open_encoder(
    cviewfinder_video_writer *writer, const cviewfinder_video_settings *settings, char *message) {
  const AVCodec *kind = encoder();
  if (!kind)
    return fail(
        CVIEWFINDER_VIDEO_MISSING, "one of the encoders libx264, libopenh264 and mpeg4", 0,
        message);
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
  const int32_t status = viewfinder_video_open_sound(writer, settings->sound_descriptor);
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
      !(writer->frame = viewfinder_video_new_frame(
            AV_PIX_FMT_YUV420P, settings->width, settings->height)))
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
  ff->av_frame_free(&writer->padded);
  ff->av_frame_free(&writer->straight);
  ff->sws_freeContext(writer->scaler);
  viewfinder_video_close_sound(&writer->sound);
  if (writer->format) {
    ff->avio_closep(&writer->format->pb);
    ff->avformat_free_context(writer->format);
  }
  free(writer);
}

// MARK: Frames

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
    error = viewfinder_video_write_sound(writer, writer->packet->dts);
    if (error >= 0) error = ff->av_interleaved_write_frame(writer->format, writer->packet);
    ff->av_packet_unref(writer->packet);
  }
  return error;
}

int32_t cviewfinder_video_fill(
    cviewfinder_video_writer *writer, const cviewfinder_video_frame *frame,
    cviewfinder_video_canvas *canvas, char *message) {
  message[0] = 0;
  viewfinder_video_clear_log();
  if (viewfinder_video_fill(writer, frame))
    return fail(CVIEWFINDER_VIDEO_FAILED, "a frame cannot be converted", 0, message);
  for (int i = 0; i < 3; i++) {
    canvas->planes[i] = writer->frame->data[i];
    canvas->strides[i] = writer->frame->linesize[i];
  }
  canvas->width = writer->frame->width;
  canvas->height = writer->frame->height;
  return CVIEWFINDER_VIDEO_OK;
}

int32_t cviewfinder_video_encode(
    cviewfinder_video_writer *writer, int64_t ticks, char *message) {
  message[0] = 0;
  viewfinder_video_clear_log();
  int64_t time = ff->av_rescale_q(ticks, writer->time_base, writer->codec->time_base);
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
  if (error >= 0) error = viewfinder_video_write_sound(writer, INT64_MAX);
  if (error >= 0) error = ff->av_write_trailer(writer->format);
  const int closing = ff->avio_closep(&writer->format->pb);
  if (error >= 0) error = closing;
  return error < 0 ? fail(CVIEWFINDER_VIDEO_FAILED, "", error, message) : CVIEWFINDER_VIDEO_OK;
}

#endif
