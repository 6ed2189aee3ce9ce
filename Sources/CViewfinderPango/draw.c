#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CViewfinderPango.h"
#include "CViewfinderSystem.h"
#include "prototypes.h"

static struct pango {
#define CVIEWFINDER_PANGO_MEMBER(result, name, theirs, parameters) result(*name) parameters;
  CVIEWFINDER_PANGO_FUNCTIONS(CVIEWFINDER_PANGO_MEMBER)
#undef CVIEWFINDER_PANGO_MEMBER
} pango;

static const cviewfinder_symbol functions[] = {
#define CVIEWFINDER_PANGO_SYMBOL(result, name, theirs, parameters) {#theirs, offsetof(struct pango, name)},
    CVIEWFINDER_PANGO_FUNCTIONS(CVIEWFINDER_PANGO_SYMBOL)
#undef CVIEWFINDER_PANGO_SYMBOL
};

// The fonts, and how they are drawn; made once.
static PangoContext *context;

int32_t cviewfinder_pango_start(char *message, size_t capacity) {
  // The functions of the other libraries are found through this one, which needs them.
  if (cviewfinder_library_load(
          "libpangocairo-1.0.so.0", functions, sizeof functions / sizeof *functions, &pango,
          message, capacity))
    return CVIEWFINDER_PANGO_MISSING;
  // Pango itself always names a few families, whether there are fonts or not.
  const FcFontSet *fonts = pango.get_fonts(NULL, SYSTEM_FONTS);
  if (!fonts || fonts->nfont == 0) {
    snprintf(message, capacity, "fontconfig finds no font");
    return CVIEWFINDER_PANGO_NO_FONT;
  }
  PangoFontMap *map = pango.font_map_new();
  context = pango.font_map_create_context(map);
  cairo_font_options_t *options = pango.options_create();
  pango.options_set_antialias(options, ANTIALIAS_GRAY);
  pango.options_set_hint_style(options, HINT_STYLE_SLIGHT);
  pango.options_set_hint_metrics(options, HINT_METRICS_ON);
  pango.context_set_font_options(context, options);
  pango.options_destroy(options);
  return CVIEWFINDER_PANGO_OK;
}

static PangoLayout *make_layout(
    const char *text, int32_t count, const char *font, int32_t size, int32_t limit) {
  PangoLayout *layout = pango.layout_new(context);
  PangoFontDescription *description = pango.description_from_string(font);
  pango.description_set_absolute_size(description, (double)size * UNITS);
  pango.layout_set_font_description(layout, description);
  pango.description_free(description);
  pango.layout_set_single_paragraph_mode(layout, 1);
  if (limit > 0) {
    pango.layout_set_ellipsize(layout, ELLIPSIZE_END);
    pango.layout_set_width(layout, limit * UNITS);
  }
  pango.layout_set_text(layout, text, count);
  return layout;
}

// Copies the picture of the layout whose top left corner is at (x, y) of the layout.
static int32_t render(PangoLayout *layout, int x, int y, cviewfinder_pango_mask *mask) {
  cairo_surface_t *surface = pango.surface_create(FORMAT_A8, mask->width, mask->height);
  int32_t status = CVIEWFINDER_PANGO_FAILED;
  if (pango.surface_status(surface) == STATUS_SUCCESS) {
    cairo_t *cairo = pango.cairo_create(surface);
    pango.cairo_move_to(cairo, -x, -y);
    pango.show_layout(cairo, layout);
    pango.cairo_destroy(cairo);
    pango.surface_flush(surface);
    const uint8_t *data = pango.surface_get_data(surface);
    int stride = pango.surface_get_stride(surface);
    mask->bytes = data ? malloc((size_t)mask->width * mask->height) : NULL;
    for (int row = 0; mask->bytes && row < mask->height; row++)
      memcpy(mask->bytes + (size_t)row * mask->width, data + (size_t)row * stride, mask->width);
    if (mask->bytes) status = CVIEWFINDER_PANGO_OK;
  }
  pango.surface_destroy(surface);
  return status;
}

int32_t cviewfinder_pango_draw(
    const char *text, int32_t count, const char *font, int32_t size, int32_t limit,
    cviewfinder_pango_mask *mask) {
  PangoLayout *layout = make_layout(text, count, font, size, limit);
  PangoRectangle ink, line;
  pango.layout_get_pixel_extents(layout, &ink, &line);
  int baseline = (pango.layout_get_baseline(layout) + UNITS / 2) / UNITS;
  // Marks may be stacked without end upon a letter.
  int top = ink.y > baseline - 2 * size ? ink.y : baseline - 2 * size;
  int end = ink.y + ink.height < baseline + 2 * size ? ink.y + ink.height : baseline + 2 * size;
  *mask = (cviewfinder_pango_mask){
      .bytes = NULL, .width = ink.width, .height = end - top, .left = ink.x - line.x,
      .top = top - baseline, .advance = line.width};
  int32_t status = CVIEWFINDER_PANGO_OK;
  if (mask->width > 0 && mask->height > 0) status = render(layout, ink.x, top, mask);
  else mask->width = mask->height = 0;
  pango.object_unref(layout);
  return status;
}

void cviewfinder_pango_free(uint8_t *bytes) { free(bytes); }
