#ifndef C_ALLOCATION_COUNTER_H
#define C_ALLOCATION_COUNTER_H

/// How often memory was asked for.
struct vf_allocations {
  /// By the program itself and the Swift libraries that are part of it.
  long own;
  /// By shared libraries.
  long others;
};

/// Counts from nought, on all threads.
void vf_allocations_start(void);

/// Ends counting.
struct vf_allocations vf_allocations_stop(void);

#endif
