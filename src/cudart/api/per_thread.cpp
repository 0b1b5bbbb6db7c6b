// The functions that programs built with --default-stream per-thread call. Each does the same as
// the function without a suffix, but stream 0 is the calling thread's own stream.
#include <cstddef>
#include <tuple>

#include "cudart/api/export.hpp"
#include "cudart/runtime/entry.hpp"

using namespace heddle::cudart;

HEDDLE_EXPORT cudaError_t __cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, std::size_t,
                                             cudaStream_t);

namespace {

template <typename Function>
struct Signature;
template <typename Result, typename... Arguments>
struct Signature<Result (*)(Arguments...)> {
  template <std::size_t index>
  using Argument = std::tuple_element_t<index, std::tuple<Arguments...>>;
};

template <auto function, std::size_t index>
using Argument = typename Signature<decltype(function)>::template Argument<index>;

template <typename Function, typename... Arguments>
cudaError_t with_own_stream(const Function& function, const Arguments&... arguments) {
  const PerThreadDefault scope;
  return function(arguments...);
}

}  // namespace

#define ARGUMENTS_1(f) Argument<&f, 0> a
#define ARGUMENTS_2(f) ARGUMENTS_1(f), Argument<&f, 1> b
#define ARGUMENTS_3(f) ARGUMENTS_2(f), Argument<&f, 2> c
#define ARGUMENTS_4(f) ARGUMENTS_3(f), Argument<&f, 3> d
#define ARGUMENTS_5(f) ARGUMENTS_4(f), Argument<&f, 4> e
#define ARGUMENTS_6(f) ARGUMENTS_5(f), Argument<&f, 5> g
#define ARGUMENTS_7(f) ARGUMENTS_6(f), Argument<&f, 6> h
#define ARGUMENTS_8(f) ARGUMENTS_7(f), Argument<&f, 7> i
#define ARGUMENTS_9(f) ARGUMENTS_8(f), Argument<&f, 8> j
#define NAMES_1 a
#define NAMES_2 NAMES_1, b
#define NAMES_3 NAMES_2, c
#define NAMES_4 NAMES_3, d
#define NAMES_5 NAMES_4, e
#define NAMES_6 NAMES_5, g
#define NAMES_7 NAMES_6, h
#define NAMES_8 NAMES_7, i
#define NAMES_9 NAMES_8, j

/// Defines the function with `suffix` after its name; `count` is the number of arguments.
#define PER_THREAD(function, suffix, count)                                 \
  HEDDLE_EXPORT cudaError_t function##suffix(ARGUMENTS_##count(function)) { \
    return with_own_stream(function, NAMES_##count);                        \
  }

PER_THREAD(__cudaLaunchKernel, _ptsz, 6)
PER_THREAD(cudaLaunchKernel, _ptsz, 6)
PER_THREAD(cudaLaunchKernelExC, _ptsz, 3)
PER_THREAD(cudaLaunchCooperativeKernel, _ptsz, 6)
PER_THREAD(cudaLaunchHostFunc, _ptsz, 3)

PER_THREAD(cudaEventRecord, _ptsz, 2)
PER_THREAD(cudaEventRecordWithFlags, _ptsz, 3)
PER_THREAD(cudaStreamAddCallback, _ptsz, 4)
PER_THREAD(cudaStreamAttachMemAsync, _ptsz, 4)
PER_THREAD(cudaStreamGetAttribute, _ptsz, 3)
PER_THREAD(cudaStreamGetFlags, _ptsz, 2)
PER_THREAD(cudaStreamGetId, _ptsz, 2)
PER_THREAD(cudaStreamGetPriority, _ptsz, 2)
PER_THREAD(cudaStreamQuery, _ptsz, 1)
PER_THREAD(cudaStreamSetAttribute, _ptsz, 3)
PER_THREAD(cudaStreamSynchronize, _ptsz, 1)
PER_THREAD(cudaStreamWaitEvent, _ptsz, 3)

PER_THREAD(cudaMallocAsync, _ptsz, 3)
PER_THREAD(cudaMallocFromPoolAsync, _ptsz, 4)
PER_THREAD(cudaFreeAsync, _ptsz, 2)

PER_THREAD(cudaMemcpy, _ptds, 4)
PER_THREAD(cudaMemcpyAsync, _ptsz, 5)
PER_THREAD(cudaMemcpy2D, _ptds, 7)
PER_THREAD(cudaMemcpy2DAsync, _ptsz, 8)
PER_THREAD(cudaMemcpy3D, _ptds, 1)
PER_THREAD(cudaMemcpy3DAsync, _ptsz, 2)
PER_THREAD(cudaMemcpy3DPeer, _ptds, 1)
PER_THREAD(cudaMemcpy3DPeerAsync, _ptsz, 2)
PER_THREAD(cudaMemcpyToSymbol, _ptds, 5)
PER_THREAD(cudaMemcpyToSymbolAsync, _ptsz, 6)
PER_THREAD(cudaMemcpyFromSymbol, _ptds, 5)
PER_THREAD(cudaMemcpyFromSymbolAsync, _ptsz, 6)
PER_THREAD(cudaMemcpyToArray, _ptds, 6)
PER_THREAD(cudaMemcpyToArrayAsync, _ptsz, 7)
PER_THREAD(cudaMemcpyFromArray, _ptds, 6)
PER_THREAD(cudaMemcpyFromArrayAsync, _ptsz, 7)
PER_THREAD(cudaMemcpyArrayToArray, _ptds, 8)
PER_THREAD(cudaMemcpy2DToArray, _ptds, 8)
PER_THREAD(cudaMemcpy2DToArrayAsync, _ptsz, 9)
PER_THREAD(cudaMemcpy2DFromArray, _ptds, 8)
PER_THREAD(cudaMemcpy2DFromArrayAsync, _ptsz, 9)
PER_THREAD(cudaMemcpy2DArrayToArray, _ptds, 9)

PER_THREAD(cudaMemset, _ptds, 3)
PER_THREAD(cudaMemsetAsync, _ptsz, 4)
PER_THREAD(cudaMemset2D, _ptds, 5)
PER_THREAD(cudaMemset2DAsync, _ptsz, 6)
PER_THREAD(cudaMemset3D, _ptds, 3)
PER_THREAD(cudaMemset3DAsync, _ptsz, 4)
PER_THREAD(cudaMemPrefetchAsync, _ptsz, 4)
PER_THREAD(cudaGraphLaunch, _ptsz, 2)
PER_THREAD(cudaGraphUpload, _ptsz, 2)
PER_THREAD(cudaGraphInstantiateWithParams, _ptsz, 3)
PER_THREAD(cudaStreamBeginCapture, _ptsz, 2)
PER_THREAD(cudaStreamBeginCaptureToGraph, _ptsz, 6)
PER_THREAD(cudaStreamEndCapture, _ptsz, 2)
PER_THREAD(cudaStreamIsCapturing, _ptsz, 2)
