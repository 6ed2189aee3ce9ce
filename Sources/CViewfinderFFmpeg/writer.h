// The parts of a writer of videos: what comes from other files, pictures, and the file itself.
#ifndef CVIEWFINDER_FFMPEG_WRITER_H
#define CVIEWFINDER_FFMPEG_WRITER_H

#include "library.h"

#ifdef VIEWFINDER_HAS_FFMPEG

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
} viewfinder_video_sound;

// What a scaler was made for.
typedef struct {
  int width;
  int height;
  int layout;
  int is_full_range;
  int to_width;
  int to_height;
} viewfinder_video_scaler_kind;

struct cviewfinder_video_writer {
  AVFormatContext *format;
  AVStream *stream;
  AVCodecContext *codec;
  AVPacket *packet;
  AVFrame *frame;     // what the encoder is given: upright, even sides, 4:2:0, video range
  // Only for frames of other kinds or sizes:
  AVFrame *padded;    // a copy whose rows may be read past their ends, as the scaler does
  AVFrame *straight;  // what the encoder wants, but not turned yet
  struct SwsContext *scaler;
  viewfinder_video_scaler_kind scaler_kind;
  viewfinder_video_sound sound;
  AVRational time_base;  // of the times of frames
  int64_t last_time;     // in the encoder's time base; INT64_MIN before the first frame
};

// MARK: Sound (writer_sound.c)

// Prepares the sound of a file to be copied, and takes over its descriptor. Without any, or with a
// kind that MP4 does not hold, the video stays silent.
int32_t viewfinder_video_open_sound(cviewfinder_video_writer *writer, int descriptor);

// Writes the sound that comes before a time of the video; INT64_MAX writes all that is left.
// Returns 0 or FFmpeg's error.
int viewfinder_video_write_sound(cviewfinder_video_writer *writer, int64_t time);

void viewfinder_video_close_sound(viewfinder_video_sound *sound);

// MARK: Pictures (writer_picture.c)

AVFrame *viewfinder_video_new_frame(enum AVPixelFormat format, int width, int height);

// Fills the encoder's frame: turned upright, 4:2:0, video range, padded to even sides.
// Returns 0, or -1 without memory.
int viewfinder_video_fill(
    cviewfinder_video_writer *writer, const cviewfinder_video_frame *frame);

#endif
#endif
