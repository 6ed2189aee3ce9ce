#define _GNU_SOURCE
#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CViewfinderSystem.h"
#include "CViewfinderVips.h"

viewfinder_vips viewfinder_vips_library;

static const cviewfinder_symbol functions[] = {
#define CVIEWFINDER_VIPS_SYMBOL(result, name, theirs, parameters) {#theirs, offsetof(viewfinder_vips, name)},
    CVIEWFINDER_VIPS_FUNCTIONS(CVIEWFINDER_VIPS_SYMBOL)
#undef CVIEWFINDER_VIPS_SYMBOL
};

static void discard(const char *domain, int level, const char *text, void *context) {
  (void)domain, (void)level, (void)text, (void)context;
}

// Where libvips was installed, which it notes in VIPSHOME itself where nobody else has.
static const char *prefix(char *buffer, size_t capacity) {
  Dl_info place;
  if (!dladdr((void *)viewfinder_vips_library.init, &place) || !place.dli_fname) return "/usr";
  const char *end = strstr(place.dli_fname, "/lib");
  if (!end || end == place.dli_fname || (size_t)(end - place.dli_fname) >= capacity) return "/usr";
  snprintf(buffer, capacity, "%.*s", (int)(end - place.dli_fname), place.dli_fname);
  return buffer;
}

// Without help, vips_init loads every module it finds: 100 ms, most of it ImageMagick and
// Poppler, whose loaders would then be blocked. A prefix without modules costs 2 ms, and the one
// module in use is loaded when the first HEIC or AVIF comes.
//
// libvips adds VIPSHOME to the variables of the process while it starts, whatever is done here. So
// it is added once, with a prefix without modules, and then has the value that libvips would give
// it: the variables are not moved about a second time, as taking it away would do.
static int start_without_modules(void) {
  char buffer[256];
  int ours = getenv("VIPSHOME") == NULL;
  if (ours) setenv("VIPSHOME", "/nonexistent", 0);
  int failed = viewfinder_vips_library.init("viewfinder");
  if (ours) setenv("VIPSHOME", prefix(buffer, sizeof buffer), 1);
  return failed;
}

int32_t cviewfinder_vips_start(const char *library, char *message, size_t capacity) {
  viewfinder_vips found;
  if (cviewfinder_library_load(
          library, functions, sizeof functions / sizeof *functions, &found, message,
          capacity))
    return CVIEWFINDER_VIPS_MISSING;
  viewfinder_vips_library = found;
  if (start_without_modules()) {
    snprintf(message, capacity, "libvips does not start");
    return CVIEWFINDER_VIPS_MISSING;
  }
  const int all_but_errors = LOG_WARNING | LOG_MESSAGE | LOG_INFO | LOG_DEBUG;
  found.log_set_handler("VIPS", all_but_errors, discard, NULL);
  found.block_untrusted_set(1);
  found.cache_set_max(0);
  found.concurrency_set(1);
  return CVIEWFINDER_VIPS_OK;
}

// MARK: Calls and their messages

// All calls share one text for errors. Whose it is is known from which calls ran meanwhile.
static struct {
  pthread_mutex_t lock;
  unsigned running, starts;
} calls = {.lock = PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t alone = PTHREAD_RWLOCK_INITIALIZER;

static void take_message(char *message, size_t capacity) {
  char *text = viewfinder_vips_library.error_buffer_copy();  // also clears it
  snprintf(message, capacity, "%s", text ? text : "");
  if (text) viewfinder_vips_library.free(text);
}

viewfinder_vips_call viewfinder_vips_begin(void) {
  pthread_rwlock_rdlock(&alone);
  pthread_mutex_lock(&calls.lock);
  // What successful calls have said concerns nobody.
  if (calls.running == 0) viewfinder_vips_library.error_clear();
  calls.starts++;
  const viewfinder_vips_call call = {calls.running == 0, calls.starts};
  calls.running++;
  pthread_mutex_unlock(&calls.lock);
  return call;
}

int viewfinder_vips_end(
    viewfinder_vips_call call, int32_t status, char *message, size_t capacity) {
  int is_known = 1;
  message[0] = 0;
  pthread_mutex_lock(&calls.lock);
  calls.running--;
  if (status != CVIEWFINDER_VIPS_OK && status != CVIEWFINDER_VIPS_MISSING) {
    is_known = call.is_first && calls.starts == call.starts;
    take_message(message, capacity);
  }
  pthread_mutex_unlock(&calls.lock);
  pthread_rwlock_unlock(&alone);
  return is_known;
}

void viewfinder_vips_begin_alone(void) {
  pthread_rwlock_wrlock(&alone);
  viewfinder_vips_library.error_clear();
}

void viewfinder_vips_end_alone(char *message, size_t capacity) {
  take_message(message, capacity);
  pthread_rwlock_unlock(&alone);
}

static int heif_is_there(void) {
  return viewfinder_vips_library.type_find("VipsOperation", "heifload_buffer") != 0;
}

// Loads vips-modules-X.Y/vips-heif.so beside libvips and lets it register its loaders.
static void load_heif_module(void) {
  const viewfinder_vips *vips = &viewfinder_vips_library;
  Dl_info place;
  char path[4096];
  if (heif_is_there()) return;
  if (!dladdr((void *)vips->init, &place) || !place.dli_fname) return;
  const char *slash = strrchr(place.dli_fname, '/');
  if (!slash) return;
  int length = snprintf(
      path, sizeof path, "%.*s/vips-modules-%d.%d/vips-heif.so", (int)(slash - place.dli_fname),
      place.dli_fname, vips->version(0), vips->version(1));
  if (length < 0 || (size_t)length >= sizeof path) return;
  void *module = dlopen(path, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
  if (!module) return;
  const char *(*check_init)(void *) = NULL;
  void *symbol = dlsym(module, "g_module_check_init");
  memcpy(&check_init, &symbol, sizeof symbol);
  if (check_init) check_init(NULL);
}

int viewfinder_vips_load_heif(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load_heif_module);
  return heif_is_there();
}
