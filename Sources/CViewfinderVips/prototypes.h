// What is in use of libvips 8.13 and GLib, and later ones: types, constants and functions.
//
// Their headers are not needed to build. scripts/check_prototypes.py compares what stands here with
// them.
#ifndef CVIEWFINDER_VIPS_PROTOTYPES_H
#define CVIEWFINDER_VIPS_PROTOTYPES_H

#include <stddef.h>

typedef struct _VipsImage VipsImage;
typedef struct _VipsArea VipsArea;
// Begins with a VipsArea.
typedef struct _VipsArrayDouble VipsArrayDouble;
typedef struct _VipsRegion VipsRegion;
typedef struct {
  int left;
  int top;
  int width;
  int height;
} VipsRect;

// Enumerations, whose values the binary interface fixes.
typedef int VipsBandFormat;
typedef int VipsCoding;
typedef int VipsInterpretation;

typedef size_t GType;
typedef size_t gsize;
typedef int gboolean;
typedef unsigned guint;
typedef char gchar;
typedef void *gpointer;
typedef int GLogLevelFlags;
typedef void (*GLogFunc)(const gchar *, GLogLevelFlags, const gchar *, gpointer);

// Name here, value, name there.
#define CVIEWFINDER_VIPS_CONSTANTS(CONSTANT)                                                                  \
  CONSTANT(FORMAT_UCHAR, 0, VIPS_FORMAT_UCHAR)                                                     \
  CONSTANT(FORMAT_USHORT, 2, VIPS_FORMAT_USHORT)                                                   \
  CONSTANT(SPACE_MULTIBAND, 0, VIPS_INTERPRETATION_MULTIBAND)                                      \
  CONSTANT(SPACE_BW, 1, VIPS_INTERPRETATION_B_W)                                                   \
  CONSTANT(SPACE_XYZ, 12, VIPS_INTERPRETATION_XYZ)                                                 \
  CONSTANT(SPACE_LAB, 13, VIPS_INTERPRETATION_LAB)                                                 \
  CONSTANT(SPACE_CMYK, 15, VIPS_INTERPRETATION_CMYK)                                               \
  CONSTANT(SPACE_LABQ, 16, VIPS_INTERPRETATION_LABQ)                                               \
  CONSTANT(SPACE_RGB, 17, VIPS_INTERPRETATION_RGB)                                                 \
  CONSTANT(SPACE_LABS, 21, VIPS_INTERPRETATION_LABS)                                               \
  CONSTANT(SPACE_SRGB, 22, VIPS_INTERPRETATION_sRGB)                                               \
  CONSTANT(SPACE_RGB16, 25, VIPS_INTERPRETATION_RGB16)                                             \
  CONSTANT(SPACE_GREY16, 26, VIPS_INTERPRETATION_GREY16)                                           \
  CONSTANT(ACCESS_SEQUENTIAL, 1, VIPS_ACCESS_SEQUENTIAL)                                           \
  CONSTANT(FAIL_ON_ERROR, 2, VIPS_FAIL_ON_ERROR)                                                   \
  CONSTANT(CODING_NONE, 0, VIPS_CODING_NONE)                                                       \
  CONSTANT(SUBSAMPLE_OFF, 2, VIPS_FOREIGN_SUBSAMPLE_OFF)                                           \
  CONSTANT(INTENT_PERCEPTUAL, 0, VIPS_INTENT_PERCEPTUAL)                                           \
  CONSTANT(INTENT_RELATIVE, 1, VIPS_INTENT_RELATIVE)                                               \
  CONSTANT(LOG_WARNING, 0x10, G_LOG_LEVEL_WARNING)                                                 \
  CONSTANT(LOG_MESSAGE, 0x20, G_LOG_LEVEL_MESSAGE)                                                 \
  CONSTANT(LOG_INFO, 0x40, G_LOG_LEVEL_INFO)                                                       \
  CONSTANT(LOG_DEBUG, 0x80, G_LOG_LEVEL_DEBUG)

enum {
#define CVIEWFINDER_VIPS_CONSTANT(name, value, theirs) name = value,
  CVIEWFINDER_VIPS_CONSTANTS(CVIEWFINDER_VIPS_CONSTANT)
#undef CVIEWFINDER_VIPS_CONSTANT
};

// Result, name here, name there, parameters. Loaders of bytes, savers to memory and operations end
// with pairs of an option's name and value, and NULL.
#define CVIEWFINDER_VIPS_FUNCTIONS(FUNCTION)                                                                 \
  FUNCTION(int, init, vips_init, (const char *))                                                  \
  FUNCTION(int, version, vips_version, (int))                                                     \
  FUNCTION(void, block_untrusted_set, vips_block_untrusted_set, (gboolean))                       \
  FUNCTION(void, cache_set_max, vips_cache_set_max, (int))                                        \
  FUNCTION(void, concurrency_set, vips_concurrency_set, (int))                                    \
  FUNCTION(char *, error_buffer_copy, vips_error_buffer_copy, (void))                             \
  FUNCTION(void, error_clear, vips_error_clear, (void))                                           \
  FUNCTION(GType, type_find, vips_type_find, (const char *, const char *))                        \
  FUNCTION(int, jpegload_buffer, vips_jpegload_buffer, (void *, size_t, VipsImage **, ...))       \
  FUNCTION(int, pngload_buffer, vips_pngload_buffer, (void *, size_t, VipsImage **, ...))         \
  FUNCTION(int, webpload_buffer, vips_webpload_buffer, (void *, size_t, VipsImage **, ...))       \
  FUNCTION(int, heifload_buffer, vips_heifload_buffer, (void *, size_t, VipsImage **, ...))       \
  FUNCTION(int, tiffload_buffer, vips_tiffload_buffer, (void *, size_t, VipsImage **, ...))       \
  FUNCTION(int, gifload_buffer, vips_gifload_buffer, (void *, size_t, VipsImage **, ...))         \
  FUNCTION(int, jpegsave_buffer, vips_jpegsave_buffer, (VipsImage *, void **, size_t *, ...))     \
  FUNCTION(int, pngsave_buffer, vips_pngsave_buffer, (VipsImage *, void **, size_t *, ...))       \
  FUNCTION(int, webpsave_buffer, vips_webpsave_buffer, (VipsImage *, void **, size_t *, ...))     \
  FUNCTION(int, image_get_width, vips_image_get_width, (const VipsImage *))                       \
  FUNCTION(int, image_get_height, vips_image_get_height, (const VipsImage *))                     \
  FUNCTION(int, image_get_bands, vips_image_get_bands, (const VipsImage *))                       \
  FUNCTION(VipsBandFormat, image_get_format, vips_image_get_format, (const VipsImage *))          \
  FUNCTION(VipsCoding, image_get_coding, vips_image_get_coding, (const VipsImage *))              \
  FUNCTION(VipsInterpretation, image_get_interpretation, vips_image_get_interpretation,           \
           (const VipsImage *))                                                                   \
  FUNCTION(int, image_get_string, vips_image_get_string,                                          \
           (const VipsImage *, const char *, const char **))                                      \
  FUNCTION(int, image_get_orientation, vips_image_get_orientation, (VipsImage *))                 \
  FUNCTION(gboolean, image_hasalpha, vips_image_hasalpha, (VipsImage *))                          \
  FUNCTION(GType, image_get_typeof, vips_image_get_typeof, (const VipsImage *, const char *))     \
  FUNCTION(int, image_get_blob, vips_image_get_blob,                                              \
           (const VipsImage *, const char *, const void **, size_t *))                            \
  FUNCTION(VipsImage *, image_new_from_memory, vips_image_new_from_memory,                        \
           (const void *, size_t, int, int, int, VipsBandFormat))                                 \
  FUNCTION(VipsRegion *, region_new, vips_region_new, (VipsImage *))                              \
  FUNCTION(int, region_image, vips_region_image, (VipsRegion *, const VipsRect *))                \
  FUNCTION(int, region_prepare_to, vips_region_prepare_to,                                        \
           (VipsRegion *, VipsRegion *, const VipsRect *, int, int))                              \
  FUNCTION(int, copy, vips_copy, (VipsImage *, VipsImage **, ...))                                \
  FUNCTION(int, msb, vips_msb, (VipsImage *, VipsImage **, ...))                                  \
  FUNCTION(int, flatten, vips_flatten, (VipsImage *, VipsImage **, ...))                          \
  FUNCTION(int, icc_transform, vips_icc_transform,                                                \
           (VipsImage *, VipsImage **, const char *, ...))                                        \
  FUNCTION(int, colourspace, vips_colourspace,                                                    \
           (VipsImage *, VipsImage **, VipsInterpretation, ...))                                  \
  FUNCTION(int, cast, vips_cast, (VipsImage *, VipsImage **, VipsBandFormat, ...))                \
  FUNCTION(int, shrink, vips_shrink, (VipsImage *, VipsImage **, double, double, ...))            \
  FUNCTION(VipsArrayDouble *, array_double_new, vips_array_double_new, (const double *, int))            \
  FUNCTION(void, area_unref, vips_area_unref, (VipsArea *))                                       \
  FUNCTION(void, object_unref, g_object_unref, (gpointer))                                        \
  FUNCTION(void, free, g_free, (gpointer))                                                        \
  FUNCTION(gpointer, try_malloc, g_try_malloc, (gsize))                                           \
  FUNCTION(guint, log_set_handler, g_log_set_handler,                                             \
           (const gchar *, GLogLevelFlags, GLogFunc, gpointer))

#endif
