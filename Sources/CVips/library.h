// The functions of libvips and GLib in use, as declared by libvips 8.13 and later.
#ifndef CVIPS_LIBRARY_H
#define CVIPS_LIBRARY_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

typedef struct _VipsImage VipsImage;
typedef struct _VipsArea VipsArea;
typedef struct _VipsRegion VipsRegion;
typedef struct {
  int left;
  int top;
  int width;
  int height;
} VipsRect;

// Values of libvips's enumerations; its ABI fixes them.
enum { FORMAT_UCHAR = 0, FORMAT_USHORT = 2 };
enum {
  SPACE_MULTIBAND = 0,
  SPACE_BW = 1,
  SPACE_XYZ = 12,
  SPACE_LAB = 13,
  SPACE_CMYK = 15,
  SPACE_LABQ = 16,
  SPACE_RGB = 17,
  SPACE_LABS = 21,
  SPACE_SRGB = 22,
  SPACE_RGB16 = 25,
  SPACE_GREY16 = 26,
};
enum { ACCESS_SEQUENTIAL = 1 };
enum { FAIL_ON_ERROR = 2 };
enum { CODING_NONE = 0 };
enum { SUBSAMPLE_OFF = 2 };
enum { INTENT_PERCEPTUAL = 0, INTENT_RELATIVE = 1 };

// A loader of bytes: (bytes, count, out, option name, value, ..., NULL).
typedef int (*viewfinder_loader)(void *, size_t, VipsImage **, ...);
// A saver to memory: (image, bytes out, count out, option name, value, ..., NULL).
typedef int (*viewfinder_saver)(VipsImage *, void **, size_t *, ...);
typedef int (*viewfinder_unary)(VipsImage *, VipsImage **, ...);

typedef struct {
  int (*init)(const char *);
  int (*version)(int);
  void (*block_untrusted_set)(int);
  void (*cache_set_max)(int);
  void (*concurrency_set)(int);
  char *(*error_buffer_copy)(void);
  void (*error_clear)(void);
  size_t (*type_find)(const char *, const char *);

  viewfinder_loader jpegload_buffer;
  viewfinder_loader pngload_buffer;
  viewfinder_loader webpload_buffer;
  viewfinder_loader heifload_buffer;
  viewfinder_loader tiffload_buffer;
  viewfinder_loader gifload_buffer;

  viewfinder_saver jpegsave_buffer;
  viewfinder_saver pngsave_buffer;
  viewfinder_saver webpsave_buffer;

  int (*image_get_width)(const VipsImage *);
  int (*image_get_height)(const VipsImage *);
  int (*image_get_bands)(const VipsImage *);
  int (*image_get_format)(const VipsImage *);
  int (*image_get_coding)(const VipsImage *);
  int (*image_get_interpretation)(const VipsImage *);
  int (*image_get_string)(const VipsImage *, const char *, const char **);
  int (*image_get_orientation)(VipsImage *);
  int (*image_hasalpha)(VipsImage *);
  size_t (*image_get_typeof)(const VipsImage *, const char *);
  int (*image_get_blob)(const VipsImage *, const char *, const void **, size_t *);
  VipsImage *(*image_new_from_memory)(const void *, size_t, int, int, int, int);
  VipsRegion *(*region_new)(VipsImage *);
  int (*region_image)(VipsRegion *, const VipsRect *);
  int (*region_prepare_to)(VipsRegion *, VipsRegion *, const VipsRect *, int, int);

  viewfinder_unary copy;
  viewfinder_unary msb;
  viewfinder_unary flatten;
  int (*icc_transform)(VipsImage *, VipsImage **, const char *, ...);
  int (*colourspace)(VipsImage *, VipsImage **, int, ...);
  int (*cast)(VipsImage *, VipsImage **, int, ...);
  int (*shrink)(VipsImage *, VipsImage **, double, double, ...);

  VipsArea *(*array_double_new)(const double *, int);
  void (*area_unref)(VipsArea *);

  void (*object_unref)(void *);
  void (*free)(void *);
  void *(*try_malloc)(size_t);
  unsigned (*log_set_handler)(
      const char *, int, void (*)(const char *, int, const char *, void *), void *);
} viewfinder_vips;

// The loaded library; empty before cviewfinder_vips_start.
extern viewfinder_vips viewfinder_vips_library;

// A call whose failure has to be told in libvips' words.
//
// libvips keeps one error text for the whole process. The text is a call's own when no other call ran
// while it did: even one that succeeds may leave lines there, and one that is about to fail has left its
// own. Only where others ran is a call that failed made again, alone.
typedef struct {
  int is_first;
  unsigned starts;
} viewfinder_vips_call;

viewfinder_vips_call viewfinder_vips_begin(void);

// Ends a call: moves the error text into `message` if it has failed. Returns whether it is its own.
int viewfinder_vips_end(viewfinder_vips_call call, int32_t status, char *message, size_t capacity);

// Around a call that is made again.
void viewfinder_vips_begin_alone(void);
void viewfinder_vips_end_alone(char *message, size_t capacity);

// How the pixels of a picture must be turned, 1...8; 0 where its metadata do not say.
int viewfinder_vips_orientation(VipsImage *image);

// Whether pictures of the HEIF family can be read; loads libvips's module for them when needed.
int viewfinder_vips_load_heif(void);

#endif
