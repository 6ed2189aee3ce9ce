#include "CViewfinderLiteRT.h"

#include "CViewfinderSystem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// LiteRT asserts these sizes for its own declarations of the same structs.
_Static_assert(sizeof(CLiteRTEnvironmentOption) == 24, "An environment option has another size");
_Static_assert(offsetof(CLiteRTEnvironmentOption, value.integer) == 16, "The value moved");
_Static_assert(sizeof(CLiteRTLayout) == 68, "A layout has another size");
_Static_assert(sizeof(CLiteRTTensorType) == 72, "A tensor type has another size");

int32_t clitert_load(const char *path, CLiteRTTable *table, char *message, size_t message_size) {
  static const cviewfinder_symbol symbols[] = {
#define CVIEWFINDER_LITERT_SYMBOL(result, name, parameters) {"LiteRt" #name, offsetof(CLiteRTTable, name)},
      CVIEWFINDER_LITERT_FUNCTIONS(CVIEWFINDER_LITERT_SYMBOL)
#undef CVIEWFINDER_LITERT_SYMBOL
  };
  return cviewfinder_library_load(
      path, symbols, sizeof symbols / sizeof *symbols, table, message, message_size);
}

#ifdef CVIEWFINDER_LITERT_LINKED
#define CVIEWFINDER_LITERT_DECLARE(result, name, parameters) extern result LiteRt##name parameters;
CVIEWFINDER_LITERT_FUNCTIONS(CVIEWFINDER_LITERT_DECLARE)
#undef CVIEWFINDER_LITERT_DECLARE
#endif

bool clitert_link(CLiteRTTable *table) {
#ifdef CVIEWFINDER_LITERT_LINKED
#define CVIEWFINDER_LITERT_ASSIGN(result, name, parameters) table->name = LiteRt##name;
  CVIEWFINDER_LITERT_FUNCTIONS(CVIEWFINDER_LITERT_ASSIGN)
#undef CVIEWFINDER_LITERT_ASSIGN
  return true;
#else
  (void)table;
  return false;
#endif
}

CLiteRTStatus clitert_create_environment(const CLiteRTTable *table, CLiteRTEnvironment *result) {
  enum { integer_type = 2, cpu = 1, silent = 4 };
  enum { automatic_accelerators_tag = 24, minimum_log_severity_tag = 25 };
  const CLiteRTEnvironmentOption options[] = {
      {automatic_accelerators_tag, {integer_type, cpu}},
      {minimum_log_severity_tag, {integer_type, silent}},
  };
  return table->CreateEnvironment(2, options, result);
}

// Adds options that LiteRT reads as TOML text. LiteRT frees the copy it is given.
static CLiteRTStatus add_text(const CLiteRTTable *table, CLiteRTOptions options,
                              const char *identifier, const char *text) {
  enum { out_of_memory = 2 };
  char *copy = malloc(strlen(text) + 1);
  if (copy == NULL) return out_of_memory;
  strcpy(copy, text);
  CLiteRTOpaqueOptions opaque = NULL;
  const CLiteRTStatus status = table->CreateOpaqueOptions(identifier, copy, free, &opaque);
  if (status != 0) {
    free(copy);
    return status;
  }
  return table->AddOpaqueOptions(options, opaque);
}

CLiteRTStatus clitert_create_options(const CLiteRTTable *table, int32_t threads,
                                     bool plain, CLiteRTOptions *result) {
  enum { cpu = 1 };
  char xnnpack[64];
  snprintf(xnnpack, sizeof xnnpack, "num_threads = %d\n%s", (int)threads,
           plain ? "kernel_mode = \"builtin\"\n" : "");
  CLiteRTOptions options = NULL;
  CLiteRTStatus status = table->CreateOptions(&options);
  if (status != 0) return status;
  status = table->SetOptionsHardwareAccelerators(options, cpu);
  // Only "xnnpack": with "cpu_delegate" set too, busy machines ran seven times slower.
  if (status == 0) status = add_text(table, options, "xnnpack", xnnpack);
  if (status == 0) {
    status = add_text(table, options, "runtime_options_string", "error_reporter_mode = 2\n");
  }
  if (status != 0) {
    table->DestroyOptions(options);
    return status;
  }
  *result = options;
  return status;
}

bool clitert_layouts_equal(const CLiteRTLayout *left, const CLiteRTLayout *right, size_t count) {
  for (size_t index = 0; index < count; index++) {
    if (left[index].rank != right[index].rank) return false;
    for (unsigned int axis = 0; axis < left[index].rank && axis < CVIEWFINDER_LITERT_MAXIMUM_RANK; axis++) {
      if (left[index].sizes[axis] != right[index].sizes[axis]) return false;
    }
  }
  return true;
}
