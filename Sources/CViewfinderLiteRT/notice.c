#define _GNU_SOURCE
#include "CViewfinderLiteRT.h"

#if defined(__GLIBC__) && (defined(__x86_64__) || defined(__aarch64__))

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __x86_64__
enum { address_relocation = R_X86_64_GLOB_DAT };
#else
enum { address_relocation = R_AARCH64_GLOB_DAT };
#endif

static const char notice[] = "INFO: Created TensorFlow Lite XNNPACK delegate for CPU.\n";

// MARK: The stream

// So many bytes of the notice have come at the beginning of a line; the stream's lock guards them.
static size_t held;
static int is_inside_line;

static void pass(const char *bytes, size_t count) {
  while (count > 0) {
    const ssize_t written = write(STDERR_FILENO, bytes, count);
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

// Takes out the notice. Everything else is passed on at once, what may become the notice as soon as
// it does not: what LiteRT says before it ends the process is not lost.
static ssize_t filter(void *context, const char *bytes, size_t count) {
  (void)context;
  size_t start = 0;
  for (size_t i = 0; i < count; i++) {
    if (!is_inside_line && bytes[i] == notice[held]) {
      pass(bytes + start, i - start);
      start = i + 1;
      if (notice[++held] == 0) held = 0;
      continue;
    }
    pass(notice, held);
    held = 0;
    is_inside_line = bytes[i] != '\n';
  }
  pass(bytes + start, count - start);
  return (ssize_t)count;
}

size_t clitert_filter_notice(const char *bytes, size_t count) {
  return (size_t)filter(NULL, bytes, count);
}

// MARK: LiteRT's own idea of stderr

typedef struct {
  const struct link_map *map;
  ElfW(Addr) relro;
  size_t relro_size;
} search;

static int find_relro(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  search *found = context;
  if (info->dlpi_addr != found->map->l_addr) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_GNU_RELRO) continue;
    found->relro = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    found->relro_size = info->dlpi_phdr[i].p_memsz;
  }
  return 1;
}

// Where the library keeps the address of the variable `stderr`, or NULL.
static void **stderr_slot(const struct link_map *map) {
  const char *strings = NULL;
  const ElfW(Sym) *symbols = NULL;
  const ElfW(Rela) *relocations = NULL;
  size_t byte_count = 0;
  for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL; entry++) {
    // The loader has made these addresses of places in memory.
    const void *place = (const void *)entry->d_un.d_ptr;
    if (entry->d_tag == DT_STRTAB) strings = place;
    if (entry->d_tag == DT_SYMTAB) symbols = place;
    if (entry->d_tag == DT_RELA) relocations = place;
    if (entry->d_tag == DT_RELASZ) byte_count = entry->d_un.d_val;
  }
  if (!strings || !symbols || !relocations) return NULL;
  for (size_t i = 0; i < byte_count / sizeof *relocations; i++) {
    const ElfW(Sym) *symbol = &symbols[ELF64_R_SYM(relocations[i].r_info)];
    if (ELF64_R_TYPE(relocations[i].r_info) == address_relocation &&
        strcmp(strings + symbol->st_name, "stderr") == 0)
      return (void **)(map->l_addr + relocations[i].r_offset);
  }
  return NULL;
}

bool clitert_hide_notice(const CLiteRTTable *table) {
  static FILE *stream;
  Dl_info place;
  struct link_map *map = NULL;
  if (!dladdr1((void *)table->CreateEnvironment, &place, (void **)&map, RTLD_DL_LINKMAP) || !map)
    return false;
  void **slot = stderr_slot(map);
  if (!slot) return false;
  if (*slot == (void *)&stream) return true;
  // Only a library that takes the C library's own stream is given another.
  if (*slot != (void *)&stderr) return false;
  const cookie_io_functions_t functions = {.write = filter};
  if (!stream) stream = fopencookie(NULL, "w", functions);
  if (!stream) return false;
  setvbuf(stream, NULL, _IONBF, 0);
  search found = {.map = map};
  dl_iterate_phdr(find_relro, &found);
  const ElfW(Addr) page_size = (ElfW(Addr))sysconf(_SC_PAGESIZE);
  const ElfW(Addr) page = (ElfW(Addr))slot & ~(page_size - 1);
  const bool is_locked = (ElfW(Addr))slot >= found.relro &&
                         page + page_size <= found.relro + found.relro_size;
  if (is_locked && mprotect((void *)page, page_size, PROT_READ | PROT_WRITE) != 0) return false;
  *slot = &stream;
  if (is_locked) mprotect((void *)page, page_size, PROT_READ);
  return true;
}

#else

size_t clitert_filter_notice(const char *bytes, size_t count) {
  (void)bytes;
  return count;
}

bool clitert_hide_notice(const CLiteRTTable *table) {
  (void)table;
  return false;
}

#endif
