#define _GNU_SOURCE
#include "library.h"

#ifdef VIEWFINDER_HAS_FFMPEG

#include <stdio.h>
#include <stdlib.h>

// MARK: Orientation

int32_t viewfinder_video_orientation(const int32_t *matrix) {
  if (!matrix) return 1;
  // A stored point (x, y) is shown at (a x + c y, b x + d y), moved to where it is visible.
  int64_t a = matrix[0], b = matrix[1], c = matrix[3], d = matrix[4];
  if (llabs(b) + llabs(c) <= llabs(a) + llabs(d))
    return a < 0 ? (d < 0 ? 3 : 2) : (d < 0 ? 4 : 1);
  return c < 0 ? (b < 0 ? 7 : 6) : (b < 0 ? 8 : 5);
}

const int32_t *viewfinder_video_stream_matrix(const AVStream *stream) {
  const uint8_t *data = NULL;
  size_t size = 0;
#if LIBAVFORMAT_VERSION_MAJOR >= 61
  const AVPacketSideData *found = ff->av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data,
      AV_PKT_DATA_DISPLAYMATRIX);
  if (found) {
    data = found->data;
    size = found->size;
  }
#elif LIBAVFORMAT_VERSION_MAJOR >= 59
  data = ff->av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
#else
  int count = 0;
  data = ff->av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &count);
  size = (size_t)count;
#endif
  return size >= 9 * sizeof(int32_t) ? (const int32_t *)data : NULL;
}

// MARK: Layouts

// The layout of a format whose planes can be lent as they are, or -1. Alpha planes are left out.
static int32_t layout_of(int format) {
  switch (format) {
    case AV_PIX_FMT_YUV420P:
    case AV_PIX_FMT_YUVJ420P:
    case AV_PIX_FMT_YUVA420P: return CVIEWFINDER_VIDEO_I420;
    case AV_PIX_FMT_YUV422P:
    case AV_PIX_FMT_YUVJ422P:
    case AV_PIX_FMT_YUVA422P: return CVIEWFINDER_VIDEO_I422;
    case AV_PIX_FMT_YUV444P:
    case AV_PIX_FMT_YUVJ444P:
    case AV_PIX_FMT_YUVA444P: return CVIEWFINDER_VIDEO_I444;
    case AV_PIX_FMT_NV12: return CVIEWFINDER_VIDEO_NV12;
    case AV_PIX_FMT_GRAY8: return CVIEWFINDER_VIDEO_GRAY;
    case AV_PIX_FMT_RGB24: return CVIEWFINDER_VIDEO_RGB;
    case AV_PIX_FMT_RGBA:
    case AV_PIX_FMT_RGB0: return CVIEWFINDER_VIDEO_RGBA;
    case AV_PIX_FMT_BGRA:
    case AV_PIX_FMT_BGR0: return CVIEWFINDER_VIDEO_BGRA;
    default: return -1;
  }
}

static int plane_count(int32_t layout) {
  switch (layout) {
    case CVIEWFINDER_VIDEO_I420:
    case CVIEWFINDER_VIDEO_I422:
    case CVIEWFINDER_VIDEO_I444: return 3;
    case CVIEWFINDER_VIDEO_NV12: return 2;
    default: return 1;
  }
}

// The format that holds what another one does with 8 bits a component; AV_PIX_FMT_NONE when the
// frame cannot be read here.
static enum AVPixelFormat eight_bits(const AVPixFmtDescriptor *kind, int format) {
  if (!kind || kind->flags & AV_PIX_FMT_FLAG_HWACCEL || !ff->sws_isSupportedInput(format))
    return AV_PIX_FMT_NONE;
  if (layout_of(format) >= 0) return format;
  if (kind->flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BAYER) ||
      format == AV_PIX_FMT_XYZ12LE || format == AV_PIX_FMT_XYZ12BE)
    return AV_PIX_FMT_RGB24;
  if (kind->nb_components < 3) return AV_PIX_FMT_GRAY8;
  if (kind->log2_chroma_w == 0) return AV_PIX_FMT_YUV444P;
  return kind->log2_chroma_h == 0 ? AV_PIX_FMT_YUV422P : AV_PIX_FMT_YUV420P;
}

static int32_t matrix_of(enum AVColorSpace space) {
  switch (space) {
    case AVCOL_SPC_BT709:
    case AVCOL_SPC_SMPTE240M: return CVIEWFINDER_VIDEO_BT709;
    case AVCOL_SPC_FCC:
    case AVCOL_SPC_BT470BG:
    case AVCOL_SPC_SMPTE170M: return CVIEWFINDER_VIDEO_BT601;
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL: return CVIEWFINDER_VIDEO_BT2020;
    default: return CVIEWFINDER_VIDEO_UNKNOWN;
  }
}

static int has_known_matrix(enum AVColorSpace space) {
  return space == AVCOL_SPC_UNSPECIFIED || space == AVCOL_SPC_RESERVED ||
         matrix_of(space) != CVIEWFINDER_VIDEO_UNKNOWN;
}

// Makes a frame of 8 bits with rows that run down, colours unchanged.
static AVFrame *converted(
    const AVFrame *source, enum AVPixelFormat format, int is_full, struct SwsContext **scaler) {
  AVFrame *target = ff->av_frame_alloc();
  if (!target) return NULL;
  target->format = format;
  target->width = source->width;
  target->height = source->height;
  if (ff->av_frame_get_buffer(target, 64) < 0) goto failed;
  *scaler = ff->sws_getCachedContext(
      *scaler, source->width, source->height, source->format, source->width, source->height,
      format, SWS_BILINEAR | SWS_ACCURATE_RND, NULL, NULL, NULL);
  if (!*scaler) goto failed;
  const int *weights = ff->sws_getCoefficients(SWS_CS_DEFAULT);
  ff->sws_setColorspaceDetails(*scaler, weights, is_full, weights, is_full, 0, 1 << 16, 1 << 16);
  if (ff->sws_scale(
          *scaler, (const uint8_t *const *)source->data, source->linesize, 0, source->height,
          target->data, target->linesize) < 0)
    goto failed;
  return target;
failed:
  ff->av_frame_free(&target);
  return NULL;
}

int32_t viewfinder_video_hand_over(
    AVFrame *source, struct SwsContext **scaler, cviewfinder_video_frame *frame, char *message) {
  const AVPixFmtDescriptor *kind = ff->av_pix_fmt_desc_get(source->format);
  const char *name = ff->av_get_pix_fmt_name(source->format);
  enum AVPixelFormat format = eight_bits(kind, source->format);
  char text[96];
  if (format == AV_PIX_FMT_NONE) {
    snprintf(text, sizeof text, "frames of pixel format %s", name ? name : "unknown");
    viewfinder_video_say(message, text, 0);
    return CVIEWFINDER_VIDEO_UNSUPPORTED;
  }
  const int is_ycc = format != AV_PIX_FMT_GRAY8 && !(kind->flags & AV_PIX_FMT_FLAG_RGB) &&
                     format != AV_PIX_FMT_RGB24;
  if (is_ycc && !has_known_matrix(source->colorspace)) {
    snprintf(text, sizeof text, "frames whose colours have matrix %d", (int)source->colorspace);
    viewfinder_video_say(message, text, 0);
    return CVIEWFINDER_VIDEO_UNSUPPORTED;
  }
  // YUVJ formats mean full range whatever else is said; gray is full unless something is said.
  const int is_full = source->color_range == AVCOL_RANGE_JPEG ||
                      source->format == AV_PIX_FMT_YUVJ420P ||
                      source->format == AV_PIX_FMT_YUVJ422P ||
                      source->format == AV_PIX_FMT_YUVJ444P ||
                      source->format == AV_PIX_FMT_YUVJ440P ||
                      source->format == AV_PIX_FMT_YUVJ411P ||
                      (!is_ycc && source->color_range != AVCOL_RANGE_MPEG);
  int runs_down = 1;
  for (int i = 0; i < 3; i++) runs_down &= source->linesize[i] >= 0;

  frame->matrix = matrix_of(source->colorspace);
  frame->is_full_range = is_full;
  frame->is_chroma_centered = source->chroma_location == AVCHROMA_LOC_CENTER ||
                              source->chroma_location == AVCHROMA_LOC_TOP ||
                              source->chroma_location == AVCHROMA_LOC_BOTTOM;
  AVFrame *held = NULL;
  if (format == source->format && runs_down) {
    held = ff->av_frame_alloc();
    if (held) ff->av_frame_move_ref(held, source);
  } else {
    held = converted(source, format, is_full, scaler);
  }
  if (!held) {
    viewfinder_video_say(message, "no memory for a frame", 0);
    return CVIEWFINDER_VIDEO_FAILED;
  }
  frame->handle = held;
  frame->layout = layout_of(format);
  for (int i = 0; i < 3; i++) {
    frame->planes[i] = i < plane_count(frame->layout) ? held->data[i] : NULL;
    frame->strides[i] = held->linesize[i];
  }
  frame->width = held->width;
  frame->height = held->height;
  return CVIEWFINDER_VIDEO_OK;
}

void cviewfinder_video_frame_free(void *handle) {
  AVFrame *frame = handle;
  if (frame) ff->av_frame_free(&frame);
}

#endif
