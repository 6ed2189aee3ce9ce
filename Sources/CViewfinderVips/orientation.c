#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "library.h"

#define vips (&viewfinder_vips_library)

// What a file says about how its pixels must be turned: 1...8, or 0 where it says nothing.

// XMP states the EXIF number as an attribute or an element: tiff:Orientation="6",
// <tiff:Orientation>6</tiff:Orientation>.
static int orientation_in_xmp(const VipsImage *image) {
  static const char key[] = "tiff:Orientation";
  const void *data = NULL;
  size_t size = 0;
  if (!vips->image_get_typeof(image, "xmp-data")) return 0;
  if (vips->image_get_blob(image, "xmp-data", &data, &size) || !data) return 0;
  const char *end = (const char *)data + size;
  const char *next = memmem(data, size, key, sizeof key - 1);
  if (!next) return 0;
  for (next += sizeof key - 1; next < end && strchr(" \t\r\n=\"'>", *next) && *next; next++) {
  }
  int alone = next + 1 >= end || next[1] < '0' || next[1] > '9';
  return next < end && *next >= '1' && *next <= '8' && alone ? *next - '0' : 0;
}

// MARK: EXIF as text

// ImageMagick keeps EXIF in PNG as text: "\nexif\n    1234\n" and so many bytes as hexadecimal
// digits, in lines. Only the beginning of the bytes is of interest: the first directory.
static size_t bytes_of_text(const char *text, uint8_t *bytes, size_t capacity) {
  size_t count = 0;
  int high = -1;
  for (int lines = 0; lines < 3; lines++) {
    text = strchr(text, '\n');
    if (!text) return 0;
    text++;
  }
  for (; *text && count < capacity; text++) {
    int digit = *text >= '0' && *text <= '9'   ? *text - '0'
                : *text >= 'a' && *text <= 'f' ? *text - 'a' + 10
                : *text >= 'A' && *text <= 'F' ? *text - 'A' + 10
                                               : -1;
    if (digit < 0 && (*text == '\n' || *text == '\r' || *text == ' ')) continue;
    if (digit < 0) break;
    if (high < 0) {
      high = digit;
    } else {
      bytes[count++] = (uint8_t)(high << 4 | digit);
      high = -1;
    }
  }
  return count;
}

static uint32_t number(const uint8_t *bytes, int count, int is_big_endian) {
  uint32_t value = 0;
  for (int i = 0; i < count; i++)
    value |= (uint32_t)bytes[i] << 8 * (is_big_endian ? count - 1 - i : i);
  return value;
}

// The orientation in the first directory of EXIF, which has the form of TIFF.
static int orientation_in_exif(const uint8_t *bytes, size_t count) {
  enum { ORIENTATION = 0x0112, SHORT = 3 };
  if (count >= 6 && memcmp(bytes, "Exif\0\0", 6) == 0) bytes += 6, count -= 6;
  if (count < 8) return 0;
  int is_big_endian = memcmp(bytes, "MM", 2) == 0;
  if (!is_big_endian && memcmp(bytes, "II", 2) != 0) return 0;
  size_t start = number(bytes + 4, 4, is_big_endian);
  if (start > count - 2) return 0;
  size_t entries = number(bytes + start, 2, is_big_endian);
  for (size_t i = 0; i < entries && start + 2 + 12 * (i + 1) <= count; i++) {
    const uint8_t *entry = bytes + start + 2 + 12 * i;
    if (number(entry, 2, is_big_endian) != ORIENTATION) continue;
    if (number(entry + 2, 2, is_big_endian) != SHORT) return 0;
    uint32_t value = number(entry + 8, 2, is_big_endian);
    return value >= 1 && value <= 8 ? (int)value : 0;
  }
  return 0;
}

static int orientation_in_text(const VipsImage *image) {
  static const char *const kinds[] = {"exif", "APP1"};
  uint8_t bytes[1 << 14];
  char field[64];
  for (int comment = 0; comment < 32; comment++) {
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
      const char *text = NULL;
      snprintf(field, sizeof field, "png-comment-%d-Raw profile type %s", comment, kinds[kind]);
      if (!vips->image_get_typeof(image, field)) continue;
      if (vips->image_get_string(image, field, &text) || !text) continue;
      int orientation = orientation_in_exif(bytes, bytes_of_text(text, bytes, sizeof bytes));
      if (orientation) return orientation;
    }
  }
  return 0;
}

int viewfinder_vips_orientation(VipsImage *image) {
  if (vips->image_get_typeof(image, "orientation")) return vips->image_get_orientation(image);
  int orientation = orientation_in_text(image);
  return orientation ? orientation : orientation_in_xmp(image);
}
