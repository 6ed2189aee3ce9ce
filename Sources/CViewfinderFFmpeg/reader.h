// What a reader of videos knows; reader_open.c makes it, reader.c runs it.
#ifndef CVIEWFINDER_FFMPEG_READER_H
#define CVIEWFINDER_FFMPEG_READER_H

#include "library.h"

#ifdef VIEWFINDER_HAS_FFMPEG

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

// OK, or TOO_LARGE with the size in the message.
int32_t viewfinder_video_check_size(
    cviewfinder_video_reader *reader, int width, int height, char *message);

#endif
#endif
