// Which files a program may take code from, and how it loads a library of the system.
#ifndef CVIEWFINDERSYSTEM_H
#define CVIEWFINDERSYSTEM_H

#include <stddef.h>
#include <stdint.h>

// Whether nobody but root, this user and the owner of the program can have put a file where it is:
// they own it and all folders around it, and nobody else may write to one of them. Returns 1, or 0
// with the reason. Thread-safe.
int32_t cviewfinder_path_is_trusted(
    const char *_Nonnull path, char *_Nonnull reason, size_t capacity);

// Loads a library by its bare name, from where LD_LIBRARY_PATH says or the system keeps its own.
//
// The loader would also look into the folders that were built into the program, the program's own
// among them: there it is taken only from a trusted path. Returns the handle of dlopen, or NULL with
// the reason. Thread-safe.
void *_Nullable cviewfinder_library_open(
    const char *_Nonnull name, char *_Nonnull message, size_t capacity);

// A function of a library, and where its address goes in a table of functions.
typedef struct {
  const char *_Nonnull name;
  size_t offset;
} cviewfinder_symbol;

enum {
  CVIEWFINDER_LIBRARY_LOADED = 0,
  CVIEWFINDER_LIBRARY_MISSING = 1,
  CVIEWFINDER_LIBRARY_INCOMPLETE = 2,
};

// Loads a library, by its bare name as cviewfinder_library_open or by a path as it is, and fills a
// table with the addresses of its functions. The library then stays loaded until the process ends.
//
// Otherwise the table stays as it is, and the message is what the loader says (MISSING), or the
// library and the first function that it lacks (INCOMPLETE). Thread-safe.
int32_t cviewfinder_library_load(
    const char *_Nonnull name, const cviewfinder_symbol *_Nonnull symbols, size_t count,
    void *_Nonnull table, char *_Nonnull message, size_t capacity);

// The absolute path of the library that this code is in, or NULL where it is part of the program.
const char *_Nullable cviewfinder_own_file(void);

// The value of a variable, or NULL where it is missing, or where the program runs with the rights of
// somebody else than who started it.
const char *_Nullable cviewfinder_variable(const char *_Nonnull name);

// Adds a block of 64 bytes to the 8 words of a SHA-256 (FIPS 180-4). In C, since a library of 8 MB is
// hashed when a program starts for the first time, also in one that is built without optimization.
void cviewfinder_sha256_add(uint32_t *_Nonnull state, const uint8_t *_Nonnull block);

#endif
