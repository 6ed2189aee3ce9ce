// What Viewfinder uses of FFmpeg's libraries, behind a dozen functions.
//
// The libraries are loaded when the first video needs them, not when the program starts: with the
// codecs they bring along they are some hundred files. FFmpeg's own headers are read when this
// target is compiled, because its structs change from one major version to the next; the version
// compiled against is the one that is loaded. Where the headers are absent the package still
// builds, and every call says what is missing.
#ifndef CVIEWFINDER_FFMPEG_H
#define CVIEWFINDER_FFMPEG_H

#include <stddef.h>
#include <stdint.h>

// How a call ended. Everything but OK and END leaves a message.
#define CVIEWFINDER_VIDEO_OK 0
#define CVIEWFINDER_VIDEO_END 1           // there is no further frame
#define CVIEWFINDER_VIDEO_BROKEN 2        // not a video, or damaged; after the last frame: in part
#define CVIEWFINDER_VIDEO_CUT_SHORT 3     // the data ends before the video does
#define CVIEWFINDER_VIDEO_UNSUPPORTED 4   // a sound video of a kind that cannot be decoded
#define CVIEWFINDER_VIDEO_NO_PICTURES 5   // sound or data only
#define CVIEWFINDER_VIDEO_TOO_LARGE 6     // over the limits
#define CVIEWFINDER_VIDEO_CANCELLED 7     // the reader was cancelled
#define CVIEWFINDER_VIDEO_TIMED_OUT 8     // nothing came for too long
#define CVIEWFINDER_VIDEO_MISSING 9       // FFmpeg, or a part of it, is not there
#define CVIEWFINDER_VIDEO_NO_HEADERS 10   // built without FFmpeg's headers
#define CVIEWFINDER_VIDEO_FAILED 11       // the system refused: no memory, a write error
#define CVIEWFINDER_VIDEO_NO_CAMERA 12    // the device cannot be opened, or is no camera

// How the bytes of a frame mean colours.
#define CVIEWFINDER_VIDEO_I420 0
#define CVIEWFINDER_VIDEO_I422 1
#define CVIEWFINDER_VIDEO_I444 2
#define CVIEWFINDER_VIDEO_NV12 3
#define CVIEWFINDER_VIDEO_GRAY 4
#define CVIEWFINDER_VIDEO_RGB 5
#define CVIEWFINDER_VIDEO_RGBA 6
#define CVIEWFINDER_VIDEO_BGRA 7

#define CVIEWFINDER_VIDEO_UNKNOWN 0
#define CVIEWFINDER_VIDEO_BT601 1
#define CVIEWFINDER_VIDEO_BT709 2
#define CVIEWFINDER_VIDEO_BT2020 3

#define CVIEWFINDER_VIDEO_MESSAGE_CAPACITY 768

typedef struct cviewfinder_video_reader cviewfinder_video_reader;
typedef struct cviewfinder_video_writer cviewfinder_video_writer;

// Loads the libraries. Not thread-safe: call it once, before anything else. Returns OK, or
// MISSING or NO_HEADERS with the reason in `message`.
int32_t cviewfinder_video_start(char *_Nonnull message);

// The names of the packages that hold the libraries on Debian and Ubuntu, with spaces between.
const char *_Nonnull cviewfinder_video_packages(void);

// The same for cameras.
const char *_Nonnull cviewfinder_video_camera_packages(void);

// MARK: Reading

typedef struct {
  int32_t descriptor;              // what to read; the reader closes it. -1 for a camera
  const char *_Nullable camera;    // the path of the camera's device
  int32_t camera_width;            // 0 where the camera may choose
  int32_t camera_height;
  int32_t camera_rate;             // frames a second
  int32_t threads;                 // of the decoder; 0 for one a processor core
  int64_t pixels;                  // the most that a frame may have
  int32_t side;                    // the most pixels on a side
  int32_t streams;                 // the most streams of all kinds
  double timeout;                  // seconds that a frame may take; 0 for as long as it takes
} cviewfinder_video_request;

typedef struct {
  int32_t width;                   // pixels as stored
  int32_t height;
  int32_t orientation;             // 1...8, as EXIF counts
  double duration;                 // seconds; below 0 when unknown
  double frame_rate;               // frames a second on average; 0 when unknown
  int64_t frame_count;             // 0 when unknown
  int32_t is_count_exact;          // the file states the count
  int32_t time_base_numerator;     // seconds a tick
  int32_t time_base_denominator;
  int32_t aspect_numerator;        // width to height of a pixel; 0 when unknown
  int32_t aspect_denominator;
  char codec[32];
  char container[64];
  char pixel_format[32];
} cviewfinder_video_header;

typedef struct {
  void *_Nullable handle;              // keeps the planes; cviewfinder_video_frame_free ends it
  const uint8_t *_Nullable planes[3];
  int64_t strides[3];                  // bytes from row to row, positive
  int32_t width;
  int32_t height;
  int32_t layout;                      // CVIEWFINDER_VIDEO_I420 and so on
  int32_t is_full_range;
  int32_t matrix;                      // CVIEWFINDER_VIDEO_BT601 and so on
  int32_t is_chroma_centered;
  int32_t orientation;
  int64_t time;                        // in ticks of the time base, rising from frame to frame
} cviewfinder_video_frame;

// Opens a video and reads its header. On failure `*reader` is NULL, and the descriptor closed.
int32_t cviewfinder_video_open(
    const cviewfinder_video_request *_Nonnull request,
    cviewfinder_video_reader *_Nullable *_Nonnull reader,
    cviewfinder_video_header *_Nonnull header, char *_Nonnull message);

// Decodes the next frame. When the last one is out: END for a whole video, else BROKEN or
// CUT_SHORT, once, and END afterwards. One thread at a time.
int32_t cviewfinder_video_next(
    cviewfinder_video_reader *_Nonnull reader, cviewfinder_video_frame *_Nonnull frame,
    char *_Nonnull message);

// Makes calls that run or follow end with CANCELLED, soon. From any thread.
void cviewfinder_video_cancel(cviewfinder_video_reader *_Nonnull reader);

void cviewfinder_video_close(cviewfinder_video_reader *_Nullable reader);

void cviewfinder_video_frame_free(void *_Nullable handle);

// MARK: Writing

typedef struct {
  const char *_Nullable path;      // an existing file, which is overwritten
  int32_t width;                   // upright, even
  int32_t height;
  int32_t time_base_numerator;
  int32_t time_base_denominator;
  double frame_rate;               // expected on average, for the encoder's rate control
  int32_t aspect_numerator;
  int32_t aspect_denominator;
  int32_t matrix;
  int32_t is_chroma_centered;
  int32_t threads;
  int32_t quality;                 // x264's constant rate factor: 0 best, 51 worst
  int32_t sound_descriptor;        // a video whose sound is copied, closed by the writer; or -1
} cviewfinder_video_settings;

int32_t cviewfinder_video_create(
    const cviewfinder_video_settings *_Nonnull settings,
    cviewfinder_video_writer *_Nullable *_Nonnull writer, char *_Nonnull message);

// The encoder's own frame: upright, 4:2:0, video range, even sides. It may be drawn on.
typedef struct {
  uint8_t *_Nullable planes[3];
  int64_t strides[3];
  int32_t width;
  int32_t height;
} cviewfinder_video_canvas;

// Brings a frame, turned by its orientation, into the encoder's own, which is lent until the next
// call. Neither `handle` nor `time` is looked at.
int32_t cviewfinder_video_fill(
    cviewfinder_video_writer *_Nonnull writer, const cviewfinder_video_frame *_Nonnull frame,
    cviewfinder_video_canvas *_Nonnull canvas, char *_Nonnull message);

// Encodes the frame that was filled last, at a time in ticks.
int32_t cviewfinder_video_encode(
    cviewfinder_video_writer *_Nonnull writer, int64_t time, char *_Nonnull message);

// Writes what is still in the encoder, and the index in front. The writer must still be freed.
int32_t cviewfinder_video_finish(
    cviewfinder_video_writer *_Nonnull writer, char *_Nonnull message);

void cviewfinder_video_writer_free(cviewfinder_video_writer *_Nullable writer);

#endif
