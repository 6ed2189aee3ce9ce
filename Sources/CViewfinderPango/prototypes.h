// What is in use of Pango 1.40, Cairo 1.10, Fontconfig 2.11 and GLib, and later ones: types,
// constants and functions.
//
// Their headers are not needed to build. scripts/check_prototypes.py compares what stands here with
// them.
#ifndef CVIEWFINDER_PANGO_PROTOTYPES_H
#define CVIEWFINDER_PANGO_PROTOTYPES_H

typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoContext PangoContext;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoLayout PangoLayout;
typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef struct _cairo_font_options cairo_font_options_t;
typedef struct _FcConfig FcConfig;

typedef struct {
  int x;
  int y;
  int width;
  int height;
} PangoRectangle;

// Only the member in use.
typedef struct {
  int nfont;
} FcFontSet;

// Enumerations, whose values the binary interface fixes.
typedef unsigned PangoEllipsizeMode;
typedef unsigned cairo_antialias_t;
typedef unsigned cairo_hint_style_t;
typedef unsigned cairo_hint_metrics_t;
typedef int cairo_format_t;
typedef unsigned cairo_status_t;
typedef unsigned FcSetName;

typedef int gboolean;
typedef void *gpointer;

// Name here, value, name there.
#define CVIEWFINDER_PANGO_CONSTANTS(CONSTANT)                                                                \
  CONSTANT(SYSTEM_FONTS, 0, FcSetSystem)                                                          \
  CONSTANT(UNITS, 1024, PANGO_SCALE)                                                              \
  CONSTANT(ELLIPSIZE_END, 3, PANGO_ELLIPSIZE_END)                                                 \
  CONSTANT(FORMAT_A8, 2, CAIRO_FORMAT_A8)                                                         \
  CONSTANT(STATUS_SUCCESS, 0, CAIRO_STATUS_SUCCESS)                                               \
  CONSTANT(ANTIALIAS_GRAY, 2, CAIRO_ANTIALIAS_GRAY)                                               \
  CONSTANT(HINT_STYLE_SLIGHT, 2, CAIRO_HINT_STYLE_SLIGHT)                                         \
  CONSTANT(HINT_METRICS_ON, 2, CAIRO_HINT_METRICS_ON)

enum {
#define CVIEWFINDER_PANGO_CONSTANT(name, value, theirs) name = value,
  CVIEWFINDER_PANGO_CONSTANTS(CVIEWFINDER_PANGO_CONSTANT)
#undef CVIEWFINDER_PANGO_CONSTANT
};

// Result, name here, name there, parameters.
#define CVIEWFINDER_PANGO_FUNCTIONS(FUNCTION)                                                                \
  FUNCTION(PangoFontMap *, font_map_new, pango_cairo_font_map_new, (void))                        \
  FUNCTION(PangoContext *, font_map_create_context, pango_font_map_create_context,                \
           (PangoFontMap *))                                                                      \
  FUNCTION(void, context_set_font_options, pango_cairo_context_set_font_options,                  \
           (PangoContext *, const cairo_font_options_t *))                                        \
  FUNCTION(PangoFontDescription *, description_from_string, pango_font_description_from_string,   \
           (const char *))                                                                        \
  FUNCTION(void, description_set_absolute_size, pango_font_description_set_absolute_size,         \
           (PangoFontDescription *, double))                                                      \
  FUNCTION(void, description_free, pango_font_description_free, (PangoFontDescription *))         \
  FUNCTION(PangoLayout *, layout_new, pango_layout_new, (PangoContext *))                         \
  FUNCTION(void, layout_set_font_description, pango_layout_set_font_description,                  \
           (PangoLayout *, const PangoFontDescription *))                                         \
  FUNCTION(void, layout_set_single_paragraph_mode, pango_layout_set_single_paragraph_mode,        \
           (PangoLayout *, gboolean))                                                             \
  FUNCTION(void, layout_set_text, pango_layout_set_text, (PangoLayout *, const char *, int))      \
  FUNCTION(void, layout_set_width, pango_layout_set_width, (PangoLayout *, int))                  \
  FUNCTION(void, layout_set_ellipsize, pango_layout_set_ellipsize,                                \
           (PangoLayout *, PangoEllipsizeMode))                                                   \
  FUNCTION(void, layout_get_pixel_extents, pango_layout_get_pixel_extents,                        \
           (PangoLayout *, PangoRectangle *, PangoRectangle *))                                   \
  FUNCTION(int, layout_get_baseline, pango_layout_get_baseline, (PangoLayout *))                  \
  FUNCTION(void, show_layout, pango_cairo_show_layout, (cairo_t *, PangoLayout *))                \
  FUNCTION(cairo_font_options_t *, options_create, cairo_font_options_create, (void))             \
  FUNCTION(void, options_set_antialias, cairo_font_options_set_antialias,                         \
           (cairo_font_options_t *, cairo_antialias_t))                                           \
  FUNCTION(void, options_set_hint_style, cairo_font_options_set_hint_style,                       \
           (cairo_font_options_t *, cairo_hint_style_t))                                          \
  FUNCTION(void, options_set_hint_metrics, cairo_font_options_set_hint_metrics,                   \
           (cairo_font_options_t *, cairo_hint_metrics_t))                                        \
  FUNCTION(void, options_destroy, cairo_font_options_destroy, (cairo_font_options_t *))           \
  FUNCTION(cairo_surface_t *, surface_create, cairo_image_surface_create,                         \
           (cairo_format_t, int, int))                                                            \
  FUNCTION(cairo_status_t, surface_status, cairo_surface_status, (cairo_surface_t *))             \
  FUNCTION(void, surface_flush, cairo_surface_flush, (cairo_surface_t *))                         \
  FUNCTION(unsigned char *, surface_get_data, cairo_image_surface_get_data, (cairo_surface_t *))  \
  FUNCTION(int, surface_get_stride, cairo_image_surface_get_stride, (cairo_surface_t *))          \
  FUNCTION(void, surface_destroy, cairo_surface_destroy, (cairo_surface_t *))                     \
  FUNCTION(cairo_t *, cairo_create, cairo_create, (cairo_surface_t *))                            \
  FUNCTION(void, cairo_move_to, cairo_move_to, (cairo_t *, double, double))                       \
  FUNCTION(void, cairo_destroy, cairo_destroy, (cairo_t *))                                       \
  FUNCTION(FcFontSet *, get_fonts, FcConfigGetFonts, (FcConfig *, FcSetName))                     \
  FUNCTION(void, object_unref, g_object_unref, (gpointer))

#endif
