// The functions of libvips and GLib, loaded at run time, and helpers that all files here share.
#ifndef CVIEWFINDER_VIPS_LIBRARY_H
#define CVIEWFINDER_VIPS_LIBRARY_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "prototypes.h"

// A loader of bytes.
typedef int (*viewfinder_loader)(void *, size_t, VipsImage **, ...);

typedef struct {
#define CVIEWFINDER_VIPS_MEMBER(result, name, theirs, parameters) result(*name) parameters;
  CVIEWFINDER_VIPS_FUNCTIONS(CVIEWFINDER_VIPS_MEMBER)
#undef CVIEWFINDER_VIPS_MEMBER
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
