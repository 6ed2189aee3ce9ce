#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CPango.h"
#include "CViewfinderSystem.h"

// The functions of Pango 1.40, Cairo 1.10 and Fontconfig 2.11 and later in use, as they declare them.
typedef struct {
  int x;
  int y;
  int width;
  int height;
} PangoRectangle;

typedef struct {
  int count;
} FontSet;

enum { SYSTEM_FONTS = 0 };
enum { PANGO_UNITS = 1024, ELLIPSIZE_END = 3 };
enum { FORMAT_A8 = 2, STATUS_SUCCESS = 0 };
enum { ANTIALIAS_GRAY = 2, HINT_STYLE_SLIGHT = 2, HINT_METRICS_ON = 2 };

static struct {
  void *(*font_map_new)(void);
  void *(*font_map_create_context)(void *);
  void (*context_set_font_options)(void *, const void *);
  void *(*description_from_string)(const char *);
  void (*description_set_absolute_size)(void *, double);
  void (*description_free)(void *);
  void *(*layout_new)(void *);
  void (*layout_set_font_description)(void *, const void *);
  void (*layout_set_single_paragraph_mode)(void *, int);
  void (*layout_set_text)(void *, const char *, int);
  void (*layout_set_width)(void *, int);
  void (*layout_set_ellipsize)(void *, int);
  void (*layout_get_pixel_extents)(void *, PangoRectangle *, PangoRectangle *);
  int (*layout_get_baseline)(void *);
  void (*show_layout)(void *, void *);

  void *(*options_create)(void);
  void (*options_set_antialias)(void *, int);
  void (*options_set_hint_style)(void *, int);
  void (*options_set_hint_metrics)(void *, int);
  void (*options_destroy)(void *);
  void *(*surface_create)(int, int, int);
  int (*surface_status)(void *);
  void (*surface_flush)(void *);
  const uint8_t *(*surface_get_data)(void *);
  int (*surface_get_stride)(void *);
  void (*surface_destroy)(void *);
  void *(*cairo_create)(void *);
  void (*cairo_move_to)(void *, double, double);
  void (*cairo_destroy)(void *);

  const FontSet *(*get_fonts)(void *, int);
  void (*object_unref)(void *);
} pango;

static const struct {
  const char *name;
  void *place;
} functions[] = {
    {"pango_cairo_font_map_new", &pango.font_map_new},
    {"pango_font_map_create_context", &pango.font_map_create_context},
    {"pango_cairo_context_set_font_options", &pango.context_set_font_options},
    {"pango_font_description_from_string", &pango.description_from_string},
    {"pango_font_description_set_absolute_size", &pango.description_set_absolute_size},
    {"pango_font_description_free", &pango.description_free},
    {"pango_layout_new", &pango.layout_new},
    {"pango_layout_set_font_description", &pango.layout_set_font_description},
    {"pango_layout_set_single_paragraph_mode", &pango.layout_set_single_paragraph_mode},
    {"pango_layout_set_text", &pango.layout_set_text},
    {"pango_layout_set_width", &pango.layout_set_width},
    {"pango_layout_set_ellipsize", &pango.layout_set_ellipsize},
    {"pango_layout_get_pixel_extents", &pango.layout_get_pixel_extents},
    {"pango_layout_get_baseline", &pango.layout_get_baseline},
    {"pango_cairo_show_layout", &pango.show_layout},
    {"cairo_font_options_create", &pango.options_create},
    {"cairo_font_options_set_antialias", &pango.options_set_antialias},
    {"cairo_font_options_set_hint_style", &pango.options_set_hint_style},
    {"cairo_font_options_set_hint_metrics", &pango.options_set_hint_metrics},
    {"cairo_font_options_destroy", &pango.options_destroy},
    {"cairo_image_surface_create", &pango.surface_create},
    {"cairo_surface_status", &pango.surface_status},
    {"cairo_surface_flush", &pango.surface_flush},
    {"cairo_image_surface_get_data", &pango.surface_get_data},
    {"cairo_image_surface_get_stride", &pango.surface_get_stride},
    {"cairo_surface_destroy", &pango.surface_destroy},
    {"cairo_create", &pango.cairo_create},
    {"cairo_move_to", &pango.cairo_move_to},
    {"cairo_destroy", &pango.cairo_destroy},
    {"FcConfigGetFonts", &pango.get_fonts},
    {"g_object_unref", &pango.object_unref},
};

// The fonts, and how they are drawn; made once.
static void *context;

int32_t cviewfinder_pango_start(char *message, size_t capacity) {
  // The symbols of the other libraries are found through this one, which needs them.
  void *handle = cviewfinder_library_open("libpangocairo-1.0.so.0", message, capacity);
  if (!handle) return CVIEWFINDER_PANGO_MISSING;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *symbol = dlsym(handle, functions[i].name);
    if (!symbol) {
      snprintf(message, capacity, "libpangocairo-1.0.so.0 lacks %s", functions[i].name);
      return CVIEWFINDER_PANGO_MISSING;
    }
    memcpy(functions[i].place, &symbol, sizeof symbol);
  }
  // Pango itself always names a few families, whether there are fonts or not.
  const FontSet *fonts = pango.get_fonts(NULL, SYSTEM_FONTS);
  if (!fonts || fonts->count == 0) {
    snprintf(message, capacity, "fontconfig finds no font");
    return CVIEWFINDER_PANGO_NO_FONT;
  }
  void *map = pango.font_map_new();
  context = pango.font_map_create_context(map);
  void *options = pango.options_create();
  pango.options_set_antialias(options, ANTIALIAS_GRAY);
  pango.options_set_hint_style(options, HINT_STYLE_SLIGHT);
  pango.options_set_hint_metrics(options, HINT_METRICS_ON);
  pango.context_set_font_options(context, options);
  pango.options_destroy(options);
  return CVIEWFINDER_PANGO_OK;
}

static void *make_layout(
    const char *text, int32_t count, const char *font, int32_t size, int32_t limit) {
  void *layout = pango.layout_new(context);
  void *description = pango.description_from_string(font);
  pango.description_set_absolute_size(description, (double)size * PANGO_UNITS);
  pango.layout_set_font_description(layout, description);
  pango.description_free(description);
  pango.layout_set_single_paragraph_mode(layout, 1);
  if (limit > 0) {
    pango.layout_set_ellipsize(layout, ELLIPSIZE_END);
    pango.layout_set_width(layout, limit * PANGO_UNITS);
  }
  pango.layout_set_text(layout, text, count);
  return layout;
}

// Copies the picture of the layout whose top left corner is at (x, y) of the layout.
static int32_t render(void *layout, int x, int y, cviewfinder_pango_mask *mask) {
  void *surface = pango.surface_create(FORMAT_A8, mask->width, mask->height);
  int32_t status = CVIEWFINDER_PANGO_FAILED;
  if (pango.surface_status(surface) == STATUS_SUCCESS) {
    void *cairo = pango.cairo_create(surface);
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
  void *layout = make_layout(text, count, font, size, limit);
  PangoRectangle ink, line;
  pango.layout_get_pixel_extents(layout, &ink, &line);
  int baseline = (pango.layout_get_baseline(layout) + PANGO_UNITS / 2) / PANGO_UNITS;
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
