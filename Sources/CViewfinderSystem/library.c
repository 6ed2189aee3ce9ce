#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <link.h>
#endif

#include "CViewfinderSystem.h"

const char *cviewfinder_variable(const char *name) {
#if defined(__linux__)
  return secure_getenv(name);
#else
  return issetugid() ? NULL : getenv(name);
#endif
}

const char *cviewfinder_own_file(void) {
  Dl_info place;
#ifdef __GLIBC__
  struct link_map *map = NULL;
  void *const self = (void *)cviewfinder_own_file;
  if (!dladdr1(self, &place, (void **)&map, RTLD_DL_LINKMAP) || !map) return NULL;
  // The program itself has no name here; dli_fname is what it was called by, which may lead anywhere.
  const char *name = map->l_name;
#else
  if (!dladdr((void *)cviewfinder_own_file, &place)) return NULL;
  const char *name = place.dli_fname;
#endif
  return name && name[0] == '/' ? name : NULL;
}

// MARK: Trust

static int is_trusted_owner(uid_t owner) {
  struct stat program;
  if (owner == 0 || owner == geteuid()) return 1;
  // The owner of the running program could change the program itself.
  return stat("/proc/self/exe", &program) == 0 && owner == program.st_uid;
}

static int is_trusted_step(const char *path, char *reason, size_t capacity) {
  struct stat status;
  if (lstat(path, &status) != 0) {
    snprintf(reason, capacity, "%s cannot be looked at", path);
    return 0;
  }
  if (!is_trusted_owner(status.st_uid)) {
    snprintf(reason, capacity, "%s belongs to another user", path);
    return 0;
  }
  // Where the sticky bit is set, others can add names and take none away.
  if (S_ISDIR(status.st_mode) && status.st_mode & S_ISVTX) return 1;
  // Many systems give each user a group of the same number, and let it write.
  const int is_private = status.st_gid == status.st_uid;
  if (status.st_mode & S_IWOTH || (status.st_mode & S_IWGRP && !is_private)) {
    snprintf(reason, capacity, "%s may be written to by other users", path);
    return 0;
  }
  return 1;
}

int32_t cviewfinder_path_is_trusted(const char *path, char *reason, size_t capacity) {
  char real[PATH_MAX];
  if (!realpath(path, real)) {
    snprintf(reason, capacity, "%s is not there", path);
    return 0;
  }
  if (!is_trusted_step(real, reason, capacity)) return 0;
  for (char *slash; (slash = strrchr(real, '/'));) {
    const int is_root = slash == real;
    slash[is_root ? 1 : 0] = 0;
    if (!is_trusted_step(real, reason, capacity)) return 0;
    if (is_root) break;
  }
  return 1;
}

// MARK: Loading

static void *load(const char *name, int mode, char *message, size_t capacity) {
  void *handle = dlopen(name, mode | RTLD_LOCAL);
  if (!handle) {
    const char *reason = dlerror();
    snprintf(message, capacity, "%s", reason ? reason : "it cannot be loaded");
  }
  return handle;
}

#ifdef __GLIBC__
static int is_of_the_system(const char *folder) {
  const char *rest = strncmp(folder, "/usr/", 5) == 0 ? folder + 4 : folder;
  // Such as /lib, /lib64 and /lib/x86_64-linux-gnu.
  return strncmp(rest, "/lib", 4) == 0 && strchr("/36x", rest[4]);
}

// Whether the user has named a folder.
static int is_named(const char *folder) {
  const size_t length = strlen(folder);
  const char *list = cviewfinder_variable("LD_LIBRARY_PATH");
  while (list && *list) {
    const size_t count = strcspn(list, ":;");
    size_t end = count;
    while (end > 1 && list[end - 1] == '/') end--;
    if (end == length && strncmp(list, folder, length) == 0) return 1;
    list += count + (list[count] != 0);
  }
  return 0;
}

// The folders in which the loader looks for a library that this code asks for.
static Dl_serinfo *folders(void) {
  Dl_info place;
  Dl_serinfo head, *list = NULL;
  void *self = NULL;
  // Of the library that this code is in, if it is in one.
  if (dladdr((void *)folders, &place) && place.dli_fname) {
    self = dlopen(place.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  }
  if (!self) self = dlopen(NULL, RTLD_LAZY);
  if (!self) return NULL;
  if (dlinfo(self, RTLD_DI_SERINFOSIZE, &head) == 0 && (list = malloc(head.dls_size))) {
    *list = head;
    if (dlinfo(self, RTLD_DI_SERINFOSIZE, list) != 0 || dlinfo(self, RTLD_DI_SERINFO, list) != 0) {
      free(list);
      list = NULL;
    }
  }
  dlclose(self);
  return list;
}

static void *search(
    const Dl_serinfo *list, const char *name, int in_system, char *problem, size_t problem_capacity,
    char *message, size_t capacity) {
  char path[PATH_MAX];
  for (unsigned i = 0; list && i < list->dls_cnt; i++) {
    const char *folder = list->dls_serpath[i].dls_name;
    if (is_of_the_system(folder) != in_system) continue;
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= sizeof path || access(path, F_OK) != 0) continue;
    if (!in_system && !is_named(folder)) {
      if (!cviewfinder_path_is_trusted(path, problem, problem_capacity)) continue;
    }
    void *handle = load(path, RTLD_LAZY, message, capacity);
    if (handle) return handle;
  }
  return NULL;
}

void *cviewfinder_library_open(const char *name, char *message, size_t capacity) {
  char problem[PATH_MAX + 64] = "";
  Dl_serinfo *list = folders();
  void *handle = search(list, name, 0, problem, sizeof problem, message, capacity);
  // The loader itself knows more of the system's folders, but it would take the one that may not be.
  if (!handle && !problem[0]) handle = load(name, RTLD_LAZY, message, capacity);
  if (!handle && problem[0]) {
    char ignored[1];
    handle = search(list, name, 1, ignored, sizeof ignored, message, capacity);
    if (!handle) snprintf(message, capacity, "%s is not taken: %s", name, problem);
  }
  free(list);
  return handle;
}
#else
void *cviewfinder_library_open(const char *name, char *message, size_t capacity) {
  return load(name, RTLD_LAZY, message, capacity);
}
#endif

int32_t cviewfinder_library_load(
    const char *name, const cviewfinder_symbol *symbols, size_t count, void *table,
    char *message, size_t capacity) {
  void *handle = strchr(name, '/') ? load(name, RTLD_NOW, message, capacity)
                                   : cviewfinder_library_open(name, message, capacity);
  if (!handle) return CVIEWFINDER_LIBRARY_MISSING;
  for (size_t i = 0; i < count; i++) {
    if (dlsym(handle, symbols[i].name)) continue;
    snprintf(message, capacity, "%s lacks %s", name, symbols[i].name);
    dlclose(handle);
    return CVIEWFINDER_LIBRARY_INCOMPLETE;
  }
  for (size_t i = 0; i < count; i++) {
    void *symbol = dlsym(handle, symbols[i].name);
    memcpy((char *)table + symbols[i].offset, &symbol, sizeof symbol);
  }
  return CVIEWFINDER_LIBRARY_LOADED;
}
