// FFmpeg's functions in use, loaded at run time, and helpers that all files here share.
#ifndef CVIEWFINDER_FFMPEG_LIBRARY_H
#define CVIEWFINDER_FFMPEG_LIBRARY_H

#if defined(__has_include)
#if __has_include(<libavcodec/avcodec.h>) && __has_include(<libavformat/avformat.h>) && \
    __has_include(<libswscale/swscale.h>)
#define VIEWFINDER_HAS_FFMPEG 1
#endif
#endif

#ifdef VIEWFINDER_HAS_FFMPEG

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/dict.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mem.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <stdatomic.h>

#include "CViewfinderFFmpeg.h"

#define VIEWFINDER_AVUTIL(X)                                                                      \
  X(av_compare_ts) X(av_d2q) X(av_dict_free) X(av_dict_set) X(av_dict_set_int) X(av_frame_alloc)  \
  X(av_frame_free) X(av_frame_get_buffer) X(av_frame_make_writable) X(av_frame_move_ref)          \
  X(av_frame_unref) X(av_free) X(av_freep) X(av_get_pix_fmt_name) X(av_log_set_callback)          \
  X(av_malloc) X(av_max_alloc) X(av_opt_set) X(av_opt_set_int) X(av_pix_fmt_desc_get)             \
  X(av_rescale_q) X(av_strerror)

#define VIEWFINDER_AVCODEC(X)                                                                     \
  X(av_packet_alloc) X(av_packet_free) X(av_packet_rescale_ts) X(av_packet_unref)                 \
  X(avcodec_alloc_context3) X(avcodec_find_decoder) X(avcodec_find_encoder_by_name)               \
  X(avcodec_free_context) X(avcodec_get_name) X(avcodec_open2) X(avcodec_parameters_copy)         \
  X(avcodec_parameters_from_context) X(avcodec_parameters_to_context) X(avcodec_receive_frame)    \
  X(avcodec_receive_packet) X(avcodec_send_frame) X(avcodec_send_packet)

#define VIEWFINDER_AVFORMAT(X)                                                                    \
  X(av_find_input_format) X(av_guess_frame_rate) X(av_interleaved_write_frame) X(av_read_frame)   \
  X(av_write_trailer) X(avformat_alloc_context) X(avformat_alloc_output_context2)                 \
  X(avformat_close_input) X(avformat_find_stream_info) X(avformat_free_context)                   \
  X(avformat_new_stream) X(avformat_open_input) X(avformat_query_codec) X(avformat_write_header)  \
  X(avio_alloc_context) X(avio_closep) X(avio_context_free) X(avio_open)

#define VIEWFINDER_SWSCALE(X)                                                                     \
  X(sws_alloc_context) X(sws_freeContext) X(sws_getCachedContext) X(sws_getCoefficients)          \
  X(sws_init_context) X(sws_isSupportedInput) X(sws_scale) X(sws_setColorspaceDetails)

typedef struct {
#define VIEWFINDER_MEMBER(name) __typeof__(name) *name;
  VIEWFINDER_AVUTIL(VIEWFINDER_MEMBER)
  VIEWFINDER_AVCODEC(VIEWFINDER_MEMBER)
  VIEWFINDER_AVFORMAT(VIEWFINDER_MEMBER)
  VIEWFINDER_SWSCALE(VIEWFINDER_MEMBER)
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  __typeof__(av_packet_side_data_get) *av_packet_side_data_get;
#else
  __typeof__(av_stream_get_side_data) *av_stream_get_side_data;
#endif
#undef VIEWFINDER_MEMBER
} viewfinder_ffmpeg;

// The loaded libraries; empty before cviewfinder_video_start.
extern viewfinder_ffmpeg viewfinder_ffmpeg_library;
#define ff (&viewfinder_ffmpeg_library)

// Loads the library of devices. Returns 0, or leaves the reason.
int viewfinder_video_load_devices(char *message);

// MARK: Messages

// Forgets what FFmpeg said on this thread. What it says on threads of its own is lost.
void viewfinder_video_clear_log(void);
const char *viewfinder_video_log(void);

// Puts a text, what FFmpeg said since the log was cleared, and the meaning of an error number
// (0: none) into a message.
void viewfinder_video_say(char *message, const char *text, int error);

// MARK: Input

// Bytes of a descriptor, and when to stop waiting for them.
typedef struct {
  int descriptor;
  int is_regular;
  int is_past_end;  // whether data were looked for behind the end of the file
  atomic_int is_cancelled;
  double timeout;   // seconds; 0 for none
  double deadline;  // of the monotonic clock; 0 for none
} viewfinder_video_input;

void viewfinder_video_restart_clock(viewfinder_video_input *input);

// 0, or why to stop: CVIEWFINDER_VIDEO_CANCELLED or _TIMED_OUT.
int32_t viewfinder_video_must_stop(viewfinder_video_input *input);

// A context that reads the descriptor and nothing else: no file or address that the data names
// is ever opened.
AVFormatContext *viewfinder_video_new_format(viewfinder_video_input *input, int streams);

// Frees what viewfinder_video_new_format made: the context, opened or not, and what it read from,
// which outlives a context that could not be opened.
void viewfinder_video_free_format(AVFormatContext **format, AVIOContext **io);

// MARK: Frames

// 1...8 for a display matrix of nine numbers; 1 for none.
int32_t viewfinder_video_orientation(const int32_t *matrix);
const int32_t *viewfinder_video_stream_matrix(const AVStream *stream);

// Moves `source` into `frame`, converting kinds that have no layout of ours by `*scaler`.
int32_t viewfinder_video_hand_over(
    AVFrame *source, struct SwsContext **scaler, cviewfinder_video_frame *frame, char *message);

#endif
#endif
