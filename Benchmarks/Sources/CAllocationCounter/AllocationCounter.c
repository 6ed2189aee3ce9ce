// The program's own malloc and its kin take the place of the C library's for every library that is
// loaded: they count, and pass on to it.
#define _GNU_SOURCE
#include "CAllocationCounter.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_bool counting;
static atomic_long own, others;

void vf_allocations_start(void) {
  atomic_store(&own, 0);
  atomic_store(&others, 0);
  atomic_store(&counting, true);
}

struct vf_allocations vf_allocations_stop(void) {
  atomic_store(&counting, false);
  return (struct vf_allocations){atomic_load(&own), atomic_load(&others)};
}

static void count(void *caller) {
  if (!atomic_load_explicit(&counting, memory_order_relaxed)) return;
  Dl_info here, there;
  bool known = dladdr((void *)&count, &here) && dladdr(caller, &there);
  atomic_fetch_add(known && here.dli_fbase != there.dli_fbase ? &others : &own, 1);
}

void *malloc(size_t size) {
  count(__builtin_return_address(0));
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count(__builtin_return_address(0));
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  count(__builtin_return_address(0));
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  count(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count(__builtin_return_address(0));
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  count(__builtin_return_address(0));
  void *found = __libc_memalign(alignment, size);
  if (found == NULL) return ENOMEM;
  *memory = found;
  return 0;
}
