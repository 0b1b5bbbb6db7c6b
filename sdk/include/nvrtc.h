// NVRTC: compiles CUDA C++ in the memory of a program to PTX. Link with -lnvrtc.
#ifndef HEDDLE_NVRTC_H
#define HEDDLE_NVRTC_H
#define __NVRTC_H__

#include <stdlib.h>

#if defined(__cplusplus)
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

typedef enum {
  NVRTC_SUCCESS = 0,
  NVRTC_ERROR_OUT_OF_MEMORY = 1,
  NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
  NVRTC_ERROR_INVALID_INPUT = 3,
  NVRTC_ERROR_INVALID_PROGRAM = 4,
  NVRTC_ERROR_INVALID_OPTION = 5,
  NVRTC_ERROR_COMPILATION = 6,
  NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
  NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
  NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
  NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
  NVRTC_ERROR_INTERNAL_ERROR = 11,
  NVRTC_ERROR_TIME_FILE_WRITE_FAILED = 12
} nvrtcResult;

typedef struct _nvrtcProgram* nvrtcProgram;

const char* nvrtcGetErrorString(nvrtcResult result);
nvrtcResult nvrtcVersion(int* major, int* minor);
nvrtcResult nvrtcGetNumSupportedArchs(int* numArchs);
/// Compute capabilities, 75 for 7.5, in ascending order.
nvrtcResult nvrtcGetSupportedArchs(int* supportedArchs);

nvrtcResult nvrtcCreateProgram(nvrtcProgram* prog, const char* src, const char* name,
                               int numHeaders, const char* const* headers,
                               const char* const* includeNames);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram* prog);
nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char* const* options);

nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t* ptxSizeRet);
nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char* ptx);
/// With --gpu-architecture=sm_75 and its like, the cubin is an image that cuModuleLoadData of heddle
/// loads: PTX, since heddle has no machine code. With compute_75 its size is 0.
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t* cubinSizeRet);
nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char* cubin);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t* logSizeRet);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char* log);

nvrtcResult nvrtcAddNameExpression(nvrtcProgram prog, const char* name_expression);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram prog, const char* name_expression,
                                const char** lowered_name);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#if defined(__cplusplus)
}
#endif

#if defined(__cplusplus) && defined(NVRTC_GET_TYPE_NAME) && NVRTC_GET_TYPE_NAME && \
    defined(__GNUC__)
#include <cxxabi.h>

#include <cstdlib>
#include <string>
#include <typeinfo>

/// A type as a distinct type, since typeid drops references and qualifiers.
template <typename T>
struct heddle_nvrtc_type {};

/// Writes the type's name in C++, for name expressions.
inline nvrtcResult nvrtcGetTypeName(const std::type_info& info, std::string* result) {
  int status = 0;
  char* const name = abi::__cxa_demangle(info.name(), nullptr, nullptr, &status);
  if (name == nullptr) return status == -1 ? NVRTC_ERROR_OUT_OF_MEMORY : NVRTC_ERROR_INTERNAL_ERROR;
  *result = name;
  std::free(name);
  return NVRTC_SUCCESS;
}

template <typename T>
nvrtcResult nvrtcGetTypeName(std::string* result) {
  const nvrtcResult known = nvrtcGetTypeName(typeid(heddle_nvrtc_type<T>), result);
  if (known != NVRTC_SUCCESS) return known;
  const std::string::size_type begin = result->find('<') + 1;
  *result = result->substr(begin, result->rfind('>') - begin);
  return NVRTC_SUCCESS;
}
#endif

#endif
