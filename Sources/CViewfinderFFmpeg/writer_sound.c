#define _GNU_SOURCE
#include "writer.h"

#ifdef VIEWFINDER_HAS_FFMPEG

#include <sys/stat.h>
#include <unistd.h>

// Reads ahead to the next packet of sound.
static void advance(viewfinder_video_sound *sound) {
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

int32_t viewfinder_video_open_sound(cviewfinder_video_writer *writer, int descriptor) {
  viewfinder_video_sound *sound = &writer->sound;
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

int viewfinder_video_write_sound(cviewfinder_video_writer *writer, int64_t time) {
  viewfinder_video_sound *sound = &writer->sound;
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

void viewfinder_video_close_sound(viewfinder_video_sound *sound) {
  ff->av_packet_free(&sound->packet);
  viewfinder_video_free_format(&sound->format, &sound->io);
  if (sound->input.descriptor >= 0) close(sound->input.descriptor);
}

#endif
