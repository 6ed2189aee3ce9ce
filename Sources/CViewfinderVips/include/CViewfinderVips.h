// What Viewfinder uses of libvips, behind a few functions.
//
// libvips is loaded when the first photo needs it, not when the program starts: its hundred
// libraries cost about 30 ms, which a program that decodes nothing should not pay. No libvips
// header is needed to build.
#ifndef CVIEWFINDER_VIPS_H
#define CVIEWFINDER_VIPS_H

#include <stddef.h>
#include <stdint.h>

// The loaders in use. Every other loader of libvips stays out of reach.
#define CVIEWFINDER_VIPS_JPEG 0
#define CVIEWFINDER_VIPS_PNG 1
#define CVIEWFINDER_VIPS_WEBP 2
#define CVIEWFINDER_VIPS_HEIF 3
#define CVIEWFINDER_VIPS_TIFF 4
#define CVIEWFINDER_VIPS_GIF 5

// How a call ended. Everything but OK leaves a message.
#define CVIEWFINDER_VIPS_OK 0
#define CVIEWFINDER_VIPS_BROKEN 1       // the bytes are not a whole, sound picture
#define CVIEWFINDER_VIPS_UNSUPPORTED 2  // a sound picture of a kind that is not photos' business
#define CVIEWFINDER_VIPS_MISSING 3      // this libvips lacks the loader

typedef struct {
  int32_t width;        // pixels as stored, before orientation
  int32_t height;       // rows as stored, first page only
  int32_t orientation;  // 1...8 from EXIF, else XMP; 0 when the file says nothing
} cviewfinder_vips_header;

typedef struct {
  int32_t loader;         // CVIEWFINDER_VIPS_JPEG and so on
  int32_t shrink;         // 1 and up: both sides are divided by it, rounding down or to nearest
  int32_t target_width;   // an embedded preview may stand in when it is at least this large;
  int32_t target_height;  //   0 when only the picture itself will do
  uint8_t background[4];  // red, green, blue seen through transparent pixels; one spare byte
} cviewfinder_vips_request;

typedef struct {
  uint8_t *_Nullable bytes;  // height rows of width red, green, blue samples, sRGB
  int32_t width;
  int32_t height;
} cviewfinder_vips_pixels;

// Loads and starts libvips: no operation cache, one thread a decode, untrusted loaders blocked,
// no messages on stderr. Not thread-safe: call it once, before anything else.
// Returns CVIEWFINDER_VIPS_OK, or CVIEWFINDER_VIPS_MISSING with the reason in `message`.
int32_t cviewfinder_vips_start(
    const char *_Nonnull library, char *_Nonnull message, size_t capacity);

// Reads what the first bytes say. Thread-safe.
int32_t cviewfinder_vips_read_header(
    const void *_Nonnull bytes, size_t count, int32_t loader,
    cviewfinder_vips_header *_Nonnull header, char *_Nonnull message, size_t capacity);

// Decodes to 8-bit sRGB. The caller owns `pixels->bytes`. Thread-safe.
int32_t cviewfinder_vips_decode(
    const void *_Nonnull bytes, size_t count, const cviewfinder_vips_request *_Nonnull request,
    cviewfinder_vips_pixels *_Nonnull pixels, char *_Nonnull message, size_t capacity);

// Encodes 8-bit sRGB pixels, rows without padding, as a whole file. The caller owns `*file`.
// `loader` is that of JPEG, PNG or WebP; `quality` is 1...100 and means nothing to PNG. Thread-safe.
int32_t cviewfinder_vips_encode(
    const uint8_t *_Nonnull bytes, int32_t width, int32_t height, int32_t loader, int32_t quality,
    uint8_t *_Nullable *_Nonnull file, size_t *_Nonnull count, char *_Nonnull message,
    size_t capacity);

// Frees what cviewfinder_vips_decode or cviewfinder_vips_encode made.
void cviewfinder_vips_free(uint8_t *_Nullable bytes);

#endif
