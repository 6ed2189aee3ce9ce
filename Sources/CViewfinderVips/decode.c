#define _GNU_SOURCE
#include <math.h>
#include <string.h>

#include "CViewfinderVips.h"
#include "library.h"

#define vips (&viewfinder_vips_library)

// MARK: Opening

static viewfinder_loader loader_for(int32_t loader) {
  switch (loader) {
    case CVIEWFINDER_VIPS_JPEG: return vips->jpegload_buffer;
    case CVIEWFINDER_VIPS_PNG: return vips->pngload_buffer;
    case CVIEWFINDER_VIPS_WEBP: return vips->webpload_buffer;
    case CVIEWFINDER_VIPS_HEIF: return viewfinder_vips_load_heif() ? vips->heifload_buffer : NULL;
    case CVIEWFINDER_VIPS_TIFF: return vips->tiffload_buffer;
    case CVIEWFINDER_VIPS_GIF: return vips->gifload_buffer;
    default: return NULL;
  }
}

// Opens the first page. `shrink` is honoured by the loaders that can shrink while they read,
// `preview` by HEIF alone.
static VipsImage *open_image(
    const void *bytes, size_t count, int32_t loader, int shrink, int preview) {
  viewfinder_loader load = loader_for(loader);
  VipsImage *image = NULL;
  void *buffer = (void *)bytes;
  int failed;
  if (!load) return NULL;
  if (loader == CVIEWFINDER_VIPS_JPEG) {
    failed = load(buffer, count, &image, "access", ACCESS_SEQUENTIAL, "fail_on", FAIL_ON_ERROR,
                  "shrink", shrink, NULL);
  } else if (loader == CVIEWFINDER_VIPS_WEBP) {
    failed = load(buffer, count, &image, "access", ACCESS_SEQUENTIAL, "fail_on", FAIL_ON_ERROR,
                  "scale", 1.0 / shrink, NULL);
  } else if (loader == CVIEWFINDER_VIPS_HEIF) {
    failed = load(buffer, count, &image, "access", ACCESS_SEQUENTIAL, "fail_on", FAIL_ON_ERROR,
                  "thumbnail", preview, NULL);
  } else {
    failed = load(buffer, count, &image, "access", ACCESS_SEQUENTIAL, "fail_on", FAIL_ON_ERROR,
                  NULL);
  }
  return failed ? NULL : image;
}

// MARK: Header

static int32_t read_header_once(
    const void *bytes, size_t count, int32_t loader, cviewfinder_vips_header *header) {
  VipsImage *image = open_image(bytes, count, loader, 1, 0);
  if (!image) return CVIEWFINDER_VIPS_BROKEN;
  header->width = vips->image_get_width(image);
  header->height = vips->image_get_height(image);
  header->orientation = viewfinder_vips_orientation(image);
  vips->object_unref(image);
  return CVIEWFINDER_VIPS_OK;
}

// MARK: Colour

// Puts `next` in the place of `*image`; a NULL keeps it and reports failure.
static int replace(VipsImage **image, VipsImage *next) {
  if (!next) return -1;
  vips->object_unref(*image);
  *image = next;
  return 0;
}

static size_t big_endian(const unsigned char *bytes) {
  return (size_t)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}

typedef struct {
  int channels;  // how many channels it is for; 0 for a profile that is not of a device
  int is_srgb;   // the profile calls itself so; converting would cost time and change nothing
  int intent;    // the rendering intent it has tables for
} profile_facts;

// libvips quietly takes sRGB for a profile that has no tables for the intent asked for.
static profile_facts read_profile(const unsigned char *profile, size_t size) {
  static const char narrow[] = "sRGB";
  static const char wide[] = "\0s\0R\0G\0B";
  profile_facts facts = {0, 0, INTENT_RELATIVE};
  int relative = 0, perceptual = 0;
  if (size < 132) return facts;
  // Links, abstract and named-colour profiles do not say what a picture's numbers mean.
  if (memcmp(profile + 12, "link", 4) != 0 && memcmp(profile + 12, "abst", 4) != 0 &&
      memcmp(profile + 12, "nmcl", 4) != 0)
    facts.channels = memcmp(profile + 16, "GRAY", 4) == 0   ? 1
                     : memcmp(profile + 16, "RGB ", 4) == 0  ? 3
                     : memcmp(profile + 16, "CMYK", 4) == 0 ? 4
                                                            : 0;
  size_t tags = big_endian(profile + 128);
  for (size_t i = 0; i < tags && i < 100 && 132 + 12 * (i + 1) <= size; i++) {
    const unsigned char *tag = profile + 132 + 12 * i;
    size_t offset = big_endian(tag + 4);
    size_t length = big_endian(tag + 8);
    if (memcmp(tag, "A2B0", 4) == 0) perceptual = 1;
    if (memcmp(tag, "A2B1", 4) == 0) relative = 1;
    if (memcmp(tag, "desc", 4) != 0 || offset > size || length > size - offset) continue;
    facts.is_srgb = memmem(profile + offset, length, narrow, sizeof narrow - 1) != NULL ||
                    memmem(profile + offset, length, wide, sizeof wide - 1) != NULL;
  }
  if (perceptual && !relative) facts.intent = INTENT_PERCEPTUAL;
  return facts;
}

// How many channels a profile of the picture's colours has; 0 where none applies. Lab and XYZ say by
// themselves what their numbers mean: a profile in such a file is about something else.
static int profile_channels(const VipsImage *image) {
  int bands = vips->image_get_bands(image);
  if (vips->image_get_coding(image) != CODING_NONE) return 0;
  switch (vips->image_get_interpretation(image)) {
    case SPACE_BW:
    case SPACE_GREY16: return 1;
    case SPACE_SRGB:
    case SPACE_RGB:
    case SPACE_RGB16: return 3;
    case SPACE_CMYK: return 4;
    case SPACE_MULTIBAND: return bands < 3 ? 1 : bands < 5 ? 3 : 4;
    default: return 0;
  }
}

// Converts by the embedded profile. Returns 0 when there is nothing to convert by; a profile that
// does not fit the picture is ignored, as browsers do.
static int convert_by_profile(VipsImage **image) {
  const void *profile = NULL;
  size_t size = 0;
  VipsImage *next = NULL;
  if (!vips->image_get_typeof(*image, "icc-profile-data")) return 0;
  if (vips->image_get_blob(*image, "icc-profile-data", &profile, &size) || !profile) return 0;
  profile_facts facts = read_profile(profile, size);
  if (facts.channels == 0 || facts.channels != profile_channels(*image)) return 0;
  if (facts.is_srgb) return 0;
  if (vips->icc_transform(*image, &next, "srgb", "embedded", 1, "intent", facts.intent, NULL))
    return 0;
  return replace(image, next) == 0;
}

// 16 bits a sample become 8; other sample types mean numbers, not pictures.
static int32_t make_bytes(VipsImage **image) {
  int format = vips->image_get_format(*image);
  int space = vips->image_get_interpretation(*image);
  VipsImage *next = NULL;
  if (vips->image_get_coding(*image) != CODING_NONE || format == FORMAT_UCHAR)
    return CVIEWFINDER_VIPS_OK;
  if (space == SPACE_LAB || space == SPACE_LABS || space == SPACE_XYZ) return CVIEWFINDER_VIPS_OK;
  if (format != FORMAT_USHORT) return CVIEWFINDER_VIPS_UNSUPPORTED;
  if (vips->msb(*image, &next, NULL) || replace(image, next)) return CVIEWFINDER_VIPS_BROKEN;
  int bytes_space = space == SPACE_RGB16 ? SPACE_SRGB : space == SPACE_GREY16 ? SPACE_BW : space;
  next = NULL;
  if (vips->copy(*image, &next, "interpretation", bytes_space, NULL) || replace(image, next))
    return CVIEWFINDER_VIPS_BROKEN;
  return CVIEWFINDER_VIPS_OK;
}

static int32_t make_srgb(VipsImage **image) {
  int bands = vips->image_get_bands(*image);
  int space = vips->image_get_interpretation(*image);
  VipsImage *next = NULL;
  if (bands > 5) return CVIEWFINDER_VIPS_UNSUPPORTED;
  if (convert_by_profile(image)) return CVIEWFINDER_VIPS_OK;
  if (space == SPACE_MULTIBAND) space = bands < 3 ? SPACE_BW : bands < 5 ? SPACE_SRGB : SPACE_CMYK;
  if (vips->colourspace(*image, &next, SPACE_SRGB, "source_space", space, NULL) ||
      replace(image, next))
    return CVIEWFINDER_VIPS_UNSUPPORTED;
  next = NULL;
  if (vips->image_get_format(*image) != FORMAT_UCHAR &&
      (vips->cast(*image, &next, FORMAT_UCHAR, NULL) || replace(image, next)))
    return CVIEWFINDER_VIPS_BROKEN;
  return CVIEWFINDER_VIPS_OK;
}

static int flatten(VipsImage **image, const uint8_t *background) {
  double colour[3] = {background[0], background[1], background[2]};
  VipsArrayDouble *array = vips->array_double_new(colour, 3);
  VipsImage *next = NULL;
  int failed = vips->flatten(*image, &next, "background", array, NULL) || replace(image, next);
  vips->area_unref((VipsArea *)array);
  return failed;
}

static int shrink_by(VipsImage **image, int factor) {
  VipsImage *next = NULL;
  if (factor <= 1) return 0;
  return vips->shrink(*image, &next, (double)factor, (double)factor, NULL) || replace(image, next);
}

// MARK: Decoding

// Computes `image` into `bytes` from top to bottom, on this thread: libvips's own way hands the
// work to another one.
static int compute(VipsImage *image, uint8_t *bytes, int width, int height) {
  const int rows = 64;
  VipsImage *target = vips->image_new_from_memory(
      bytes, (size_t)width * height * 3, width, height, 3, FORMAT_UCHAR);
  if (!target) return -1;
  VipsRegion *from = vips->region_new(image);
  VipsRegion *to = vips->region_new(target);
  VipsRect whole = {0, 0, width, height};
  int failed = !from || !to || vips->region_image(to, &whole);
  for (int top = 0; top < height && !failed; top += rows) {
    VipsRect strip = {0, top, width, height - top < rows ? height - top : rows};
    failed = vips->region_prepare_to(from, to, &strip, 0, top);
  }
  if (from) vips->object_unref(from);
  if (to) vips->object_unref(to);
  vips->object_unref(target);
  return failed;
}

static uint8_t *make_pixels(VipsImage *image, int width, int height) {
  uint8_t *bytes = vips->try_malloc((size_t)width * height * 3);
  if (bytes && !compute(image, bytes, width, height)) return bytes;
  vips->free(bytes);
  return NULL;
}

static int large_enough(const VipsImage *image, const cviewfinder_vips_request *request) {
  return vips->image_get_width(image) >= request->target_width &&
         vips->image_get_height(image) >= request->target_height;
}

// An embedded preview may replace the picture when it is large enough and has its proportions.
static VipsImage *open_preview(
    const void *bytes, size_t count, const cviewfinder_vips_request *request) {
  if (request->loader != CVIEWFINDER_VIPS_HEIF || request->target_width <= 0) return NULL;
  VipsImage *preview = open_image(bytes, count, request->loader, 1, 1);
  if (!preview) return NULL;
  VipsImage *whole = open_image(bytes, count, request->loader, 1, 0);
  int fits = 0;
  if (whole && large_enough(preview, request)) {
    int width = vips->image_get_width(preview);
    double aspect = (double)vips->image_get_width(whole) / vips->image_get_height(whole);
    // Without a preview, libvips gives the picture itself.
    fits = width < vips->image_get_width(whole) &&
           fabs(vips->image_get_height(preview) * aspect - width) <= 1.5;
  }
  if (whole) vips->object_unref(whole);
  if (fits) return preview;
  vips->object_unref(preview);
  return NULL;
}

// Colours are converted after shrinking, on fewer pixels; transparent pixels are flattened
// before it, so that their hidden colours do not bleed.
static int32_t decode_once(
    const void *bytes, size_t count, const cviewfinder_vips_request *request,
    cviewfinder_vips_pixels *pixels) {
  int shrinks_itself =
      request->loader == CVIEWFINDER_VIPS_JPEG || request->loader == CVIEWFINDER_VIPS_WEBP;
  int rest = shrinks_itself ? 1 : request->shrink;
  VipsImage *image = open_preview(bytes, count, request);
  if (image) rest = 1;
  else image = open_image(bytes, count, request->loader, request->shrink, 0);
  if (!image) return CVIEWFINDER_VIPS_BROKEN;

  int coded = vips->image_get_coding(image) != CODING_NONE;  // such as LABQ: no alpha inside
  int alpha = !coded && vips->image_hasalpha(image);
  int32_t status = CVIEWFINDER_VIPS_OK;
  if (!alpha && shrink_by(&image, rest)) status = CVIEWFINDER_VIPS_BROKEN;
  if (status == CVIEWFINDER_VIPS_OK) status = make_bytes(&image);
  if (status == CVIEWFINDER_VIPS_OK) status = make_srgb(&image);
  if (status == CVIEWFINDER_VIPS_OK && alpha &&
      (flatten(&image, request->background) || shrink_by(&image, rest)))
    status = CVIEWFINDER_VIPS_BROKEN;
  if (status == CVIEWFINDER_VIPS_OK && vips->image_get_bands(image) != 3)
    status = CVIEWFINDER_VIPS_UNSUPPORTED;
  if (status == CVIEWFINDER_VIPS_OK) {
    pixels->width = vips->image_get_width(image);
    pixels->height = vips->image_get_height(image);
    pixels->bytes = make_pixels(image, pixels->width, pixels->height);
    if (!pixels->bytes) status = CVIEWFINDER_VIPS_BROKEN;
  }
  vips->object_unref(image);
  return status;
}

// MARK: Calls

int32_t cviewfinder_vips_read_header(
    const void *bytes, size_t count, int32_t loader, cviewfinder_vips_header *header,
    char *message, size_t capacity) {
  const viewfinder_vips_call call = viewfinder_vips_begin();
  int32_t status = loader_for(loader) ? read_header_once(bytes, count, loader, header)
                                      : CVIEWFINDER_VIPS_MISSING;
  if (viewfinder_vips_end(call, status, message, capacity)) return status;
  viewfinder_vips_begin_alone();
  status = read_header_once(bytes, count, loader, header);
  viewfinder_vips_end_alone(message, capacity);
  return status;
}

int32_t cviewfinder_vips_decode(
    const void *bytes, size_t count, const cviewfinder_vips_request *request,
    cviewfinder_vips_pixels *pixels, char *message, size_t capacity) {
  pixels->bytes = NULL;
  const viewfinder_vips_call call = viewfinder_vips_begin();
  int32_t status = decode_once(bytes, count, request, pixels);
  if (viewfinder_vips_end(call, status, message, capacity)) return status;
  viewfinder_vips_begin_alone();
  status = decode_once(bytes, count, request, pixels);
  viewfinder_vips_end_alone(message, capacity);
  return status;
}

void cviewfinder_vips_free(uint8_t *bytes) {
  if (bytes) vips->free(bytes);
}
