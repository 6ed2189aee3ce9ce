#include "CViewfinderVips.h"
#include "library.h"

#define vips (&viewfinder_vips_library)

// JPEG keeps chroma at full resolution; WebP cannot, and gets the sharper of its ways to halve it.
static int save(
    VipsImage *image, int32_t loader, int quality, void **file, size_t *count) {
  switch (loader) {
    case CVIEWFINDER_VIPS_JPEG:
      return vips->jpegsave_buffer(image, file, count, "Q", quality, "subsample_mode",
                                   SUBSAMPLE_OFF, "optimize_coding", 1, NULL);
    case CVIEWFINDER_VIPS_PNG:
      return vips->pngsave_buffer(image, file, count, "compression", 5, NULL);
    case CVIEWFINDER_VIPS_WEBP:
      return vips->webpsave_buffer(image, file, count, "Q", quality, "smart_subsample", 1, NULL);
    default: return -1;
  }
}

static int32_t encode_once(
    const uint8_t *bytes, int32_t width, int32_t height, int32_t loader, int32_t quality,
    uint8_t **file, size_t *count) {
  VipsImage *plain = vips->image_new_from_memory(
      bytes, (size_t)width * height * 3, width, height, 3, FORMAT_UCHAR);
  VipsImage *image = NULL;
  void *made = NULL;
  int failed = !plain || vips->copy(plain, &image, "interpretation", SPACE_SRGB, NULL) ||
               save(image, loader, quality, &made, count);
  if (image) vips->object_unref(image);
  if (plain) vips->object_unref(plain);
  *file = failed ? NULL : made;
  return failed ? CVIEWFINDER_VIPS_BROKEN : CVIEWFINDER_VIPS_OK;
}

int32_t cviewfinder_vips_encode(
    const uint8_t *bytes, int32_t width, int32_t height, int32_t loader, int32_t quality,
    uint8_t **file, size_t *count, char *message, size_t capacity) {
  const viewfinder_vips_call call = viewfinder_vips_begin();
  int32_t status = encode_once(bytes, width, height, loader, quality, file, count);
  if (viewfinder_vips_end(call, status, message, capacity)) return status;
  viewfinder_vips_begin_alone();
  status = encode_once(bytes, width, height, loader, quality, file, count);
  viewfinder_vips_end_alone(message, capacity);
  return status;
}
