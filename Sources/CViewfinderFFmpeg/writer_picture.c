#define _GNU_SOURCE
#include "writer.h"

#ifdef VIEWFINDER_HAS_FFMPEG

#include <string.h>

AVFrame *viewfinder_video_new_frame(enum AVPixelFormat format, int width, int height) {
  AVFrame *frame = ff->av_frame_alloc();
  if (!frame) return NULL;
  frame->format = format;
  frame->width = width;
  frame->height = height;
  if (ff->av_frame_get_buffer(frame, 64) < 0) ff->av_frame_free(&frame);
  return frame;
}

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
static void pad(
    uint8_t *plane, int64_t stride, int width, int height, int to_width, int to_height) {
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

// The bytes of a row of a plane, and the rows.
static void plane_size(
    const cviewfinder_video_frame *frame, int plane, int *bytes, int *bytes_a_sample, int *rows) {
  const int half = (frame->width + 1) / 2;
  *bytes_a_sample = 1;
  *rows = frame->height;
  *bytes = plane ? 0 : frame->width;
  switch (frame->layout) {
    case CVIEWFINDER_VIDEO_I420:
      if (plane) *rows = (frame->height + 1) / 2;
      if (plane) *bytes = half;
      return;
    case CVIEWFINDER_VIDEO_I422:
      if (plane) *bytes = half;
      return;
    case CVIEWFINDER_VIDEO_I444: *bytes = frame->width; return;
    case CVIEWFINDER_VIDEO_NV12:
      if (plane == 1) {
        *rows = (frame->height + 1) / 2;
        *bytes = 2 * half;
        *bytes_a_sample = 2;
      }
      return;
    case CVIEWFINDER_VIDEO_RGB: *bytes_a_sample = 3; break;
    case CVIEWFINDER_VIDEO_RGBA:
    case CVIEWFINDER_VIDEO_BGRA: *bytes_a_sample = 4; break;
    default: return;
  }
  *bytes *= *bytes_a_sample;
}

// Copies a frame, and repeats the last sample of its rows where sides are odd: for chroma at half
// the width the scaler reads pixels in pairs.
static void copy_padded(AVFrame *target, const cviewfinder_video_frame *frame) {
  for (int plane = 0; plane < 3 && frame->planes[plane]; plane++) {
    int bytes, sample, rows;
    plane_size(frame, plane, &bytes, &sample, &rows);
    for (int y = 0; y < rows && bytes > 0; y++) {
      uint8_t *row = target->data[plane] + (int64_t)y * target->linesize[plane];
      memcpy(row, frame->planes[plane] + y * frame->strides[plane], (size_t)bytes);
      if (plane == 0 && frame->width % 2) memcpy(row + bytes, row + bytes - sample, (size_t)sample);
    }
  }
}

// The frame kept at `*place`, made anew when its kind or size changes.
static AVFrame *adopt(AVFrame **place, enum AVPixelFormat format, int width, int height) {
  AVFrame *frame = *place;
  if (frame && frame->format == format && frame->width == width && frame->height == height)
    return frame;
  ff->av_frame_free(place);
  return *place = viewfinder_video_new_frame(format, width, height);
}

static int sws_space(enum AVColorSpace space) {
  switch (space) {
    case AVCOL_SPC_BT709: return SWS_CS_ITU709;
    case AVCOL_SPC_BT2020_NCL: return SWS_CS_BT2020;
    default: return SWS_CS_ITU601;
  }
}

// Makes the scaler fit a kind of frame. FFmpeg's own cache forgets about ranges, which must be
// known when a scaler is made.
static int prepare_scaler(
    cviewfinder_video_writer *writer, const cviewfinder_video_frame *frame, int width,
    int height) {
  const viewfinder_video_scaler_kind kind = {
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
  AVFrame *straight = adopt(&writer->straight, AV_PIX_FMT_YUV420P, width, height);
  AVFrame *padded = adopt(
      &writer->padded, format_of(frame->layout), (frame->width + 1) & ~1, frame->height);
  if (!straight || !padded) return -1;
  copy_padded(padded, frame);
  if (prepare_scaler(writer, frame, width, height)) return -1;
  return ff->sws_scale(
             writer->scaler, (const uint8_t *const *)padded->data, padded->linesize, 0,
             frame->height, straight->data, straight->linesize) < 0
             ? -1
             : 0;
}

int viewfinder_video_fill(cviewfinder_video_writer *writer, const cviewfinder_video_frame *frame) {
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

#endif
