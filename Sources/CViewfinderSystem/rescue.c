#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

#include "CViewfinderSystem.h"

static const int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE};
enum { signal_count = sizeof signals / sizeof *signals };

static struct sigaction before[signal_count];
static atomic_int source = -1, target = -1;

// Only calls that are allowed in a signal handler.
static void rescue(int number) {
  (void)number;
  char bytes[1024];
  off_t place = 0;
  const int from = atomic_load(&source), to = atomic_load(&target);
  for (ssize_t count; from >= 0 && (count = pread(from, bytes, sizeof bytes, place)) > 0;) {
    place += count;
    for (ssize_t done = 0; done < count;) {
      const ssize_t written = write(to, bytes + done, (size_t)(count - done));
      if (written <= 0) return;
      done += written;
    }
  }
}

void cviewfinder_rescue_on_abort(int from, int to) {
  const int is_on = atomic_load(&source) >= 0;
  atomic_store(&target, to);
  atomic_store(&source, from);
  if (from >= 0 && !is_on) {
    // The handler returns to what the signal does otherwise: abort() goes on, a fault comes again.
    struct sigaction action = {.sa_handler = rescue, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < signal_count; i++) sigaction(signals[i], &action, &before[i]);
  } else if (from < 0 && is_on) {
    for (int i = 0; i < signal_count; i++) sigaction(signals[i], &before[i], NULL);
  }
}
