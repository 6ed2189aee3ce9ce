#include "include/CLiteRT.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define SYM(n) do { *(void**)(&api->n) = dlsym(h, "LiteRt" #n); \
  if (!api->n) { snprintf(err, errlen, "missing symbol LiteRt%s", #n); dlclose(h); memset(api,0,sizeof *api); return -2; } } while (0)
int lrt_load(const char* path, LrtApi* api, char* err, size_t errlen) {
  memset(api, 0, sizeof *api);
  void* h = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!h) { snprintf(err, errlen, "%s", dlerror()); return -1; }
  api->handle = h;
  SYM(CreateEnvironment); SYM(DestroyEnvironment); SYM(CreateModelFromFile); SYM(CreateModelFromBuffer);
  SYM(CreateModelFromFd); SYM(DestroyModel); SYM(GetModelMetadata); SYM(GetNumModelSignatures); SYM(GetModelSignature);
  SYM(GetSignatureKey); SYM(GetSignatureSubgraph); SYM(GetNumSignatureInputs); SYM(GetSignatureInputName);
  SYM(GetSignatureInputTensorByIndex); SYM(GetNumSignatureOutputs); SYM(GetSignatureOutputName);
  SYM(GetSignatureOutputTensorByIndex); SYM(GetNumSubgraphOps); SYM(GetSubgraphOp); SYM(GetOpCode); SYM(GetCustomCode);
  SYM(GetNumOpInputs); SYM(GetOpInput); SYM(GetTensorName); SYM(GetTensorTypeId); SYM(GetRankedTensorType);
  SYM(GetQuantizationTypeId); SYM(GetPerTensorQuantization); SYM(GetPerChannelQuantization); SYM(CreateOptions);
  SYM(DestroyOptions); SYM(SetOptionsHardwareAccelerators); SYM(CreateOpaqueOptions); SYM(AddOpaqueOptions);
  SYM(CreateCompiledModel); SYM(DestroyCompiledModel); SYM(GetCompiledModelInputBufferRequirements);
  SYM(GetCompiledModelOutputBufferRequirements); SYM(GetCompiledModelInputTensorLayout);
  SYM(GetCompiledModelOutputTensorLayouts); SYM(CompiledModelResizeInputTensor);
  SYM(CompiledModelResizeInputTensorNonStrict); SYM(CompiledModelIsFullyAccelerated);
  SYM(CompiledModelGetErrorMessages); SYM(CompiledModelClearErrors); SYM(SetCompiledModelCancellationFunction);
  SYM(RunCompiledModel); SYM(GetTensorBufferRequirementsBufferSize); SYM(GetTensorBufferRequirementsAlignment);
  SYM(CreateManagedTensorBuffer); SYM(CreateManagedTensorBufferFromRequirements); SYM(CreateTensorBufferFromHostMemory);
  SYM(GetTensorBufferSize); SYM(GetTensorBufferPackedSize); SYM(LockTensorBuffer); SYM(UnlockTensorBuffer);
  SYM(DestroyTensorBuffer);
  return 0;
}
LrtStatus lrt_add_toml(const LrtApi* api, LrtOptions o, const char* id, const char* toml) {
  char* p = strdup(toml); LrtOpaqueOptions op = 0;
  LrtStatus s = api->CreateOpaqueOptions(id, p, free, &op);
  if (s) { free(p); return s; }
  return api->AddOpaqueOptions(o, op);
}
LrtStatus lrt_create_cpu_env(const LrtApi* api, int min_log, bool cpu_only, LrtEnvironment* env) {
  LrtEnvOption o[2]; memset(o, 0, sizeof o); int n = 0;
  o[n].tag = LRT_ENV_MIN_LOG_SEVERITY; o[n].value.type = LRT_ANY_INT; o[n].value.v.i = min_log; n++;
  if (cpu_only) { o[n].tag = LRT_ENV_AUTO_REGISTER_ACCELERATORS; o[n].value.type = LRT_ANY_INT; o[n].value.v.i = LRT_ACCEL_CPU; n++; }
  return api->CreateEnvironment(n, o, env);
}
