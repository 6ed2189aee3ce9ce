// What Viewfinder uses of Pango and Cairo, behind three functions: a line of text becomes a mask.
//
// Pango is loaded when the first text is drawn. No header of it is needed to build.
#ifndef CVIEWFINDER_PANGO_H
#define CVIEWFINDER_PANGO_H

#include <stddef.h>
#include <stdint.h>

// How a call ended. Everything but OK leaves a message.
#define CVIEWFINDER_PANGO_OK 0
#define CVIEWFINDER_PANGO_MISSING 1  // Pango cannot be loaded
#define CVIEWFINDER_PANGO_NO_FONT 2  // Pango is there, but not a single font
#define CVIEWFINDER_PANGO_FAILED 3   // there is no memory for the mask

typedef struct {
  uint8_t *_Nullable bytes;  // height rows of width coverages, 0...255; NULL when nothing is inked
  int32_t width;
  int32_t height;
  int32_t left;     // columns from where the line starts to the first column of the mask
  int32_t top;      // rows from the baseline to the first row; negative above it
  int32_t advance;  // the width of the line in pixels
} cviewfinder_pango_mask;

// Loads Pango and finds the fonts. Not thread-safe: call it once, before anything else.
int32_t cviewfinder_pango_start(char *_Nonnull message, size_t capacity);

// Draws one line of UTF-8 text, `size` pixels to the em, cut with an ellipsis at `limit` pixels
// when that is positive. Rows farther than two ems from the baseline are left out. The caller owns
// `mask->bytes`. Not thread-safe.
int32_t cviewfinder_pango_draw(
    const char *_Nonnull text, int32_t count, const char *_Nonnull font, int32_t size,
    int32_t limit, cviewfinder_pango_mask *_Nonnull mask);

// Frees what cviewfinder_pango_draw made.
void cviewfinder_pango_free(uint8_t *_Nullable bytes);

#endif
