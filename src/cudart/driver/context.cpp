// The driver API: contexts. All contexts share the state of the device.
#include "cudart/driver/driver_call.hpp"

using namespace heddle::cudart;

namespace {

using Shared = DriverContexts::Shared;

CUcontext handle_of(const Shared& context) { return reinterpret_cast<CUcontext>(context.get()); }

/// The context behind a handle. Throws CudaError(cudaErrorDeviceUninitialized) for an unknown one.
Shared context_at(Runtime& state, CUcontext handle) {
  Shared found = state.driver_contexts().find(handle);
  require(found != nullptr, cudaErrorDeviceUninitialized);
  return found;
}

void require_device(CUdevice device) { require(device == 0, cudaErrorInvalidDevice); }

void require_flags(unsigned flags) { require((flags & ~CU_CTX_FLAGS_MASK) == 0); }

/// Runs `body(Runtime&)` or `body(Runtime&, ThreadState&)` after cuInit.
template <typename Body>
CUresult after_init(const Body& body, const char* name = __builtin_FUNCTION()) {
  return driver_call(
      Needs::initialization,
      [&] {
        return enter_runtime([&](Runtime& state) {
          if constexpr (std::is_invocable_v<Body, Runtime&, ThreadState&>)
            body(state, state.thread());
          else
            body(state);
        });
      },
      name);
}

/// Frees all that belongs to the device when the last context ends.
void free_without_owner(Runtime& state) {
  if (!state.driver_contexts().none() || !state.has_context()) return;
  if (state.failure() == cudaSuccess) state.context().reset();
}

CUresult create(CUcontext* pctx, unsigned flags, CUdevice dev,
                const char* name = __builtin_FUNCTION()) {
  return after_init(
      [&](Runtime& state, ThreadState& thread) {
        require(pctx != nullptr);
        require_flags(flags);
        require_device(dev);
        state.context();  // makes the device, so that its errors are those of this call
        thread.contexts.push_back(state.driver_contexts().create(flags));
        *pctx = handle_of(thread.contexts.back());
      },
      name);
}

}  // namespace

CUresult cuDevicePrimaryCtxRetain(CUcontext* pctx, CUdevice dev) {
  return after_init([&](Runtime& state) {
    require(pctx != nullptr);
    require_device(dev);
    state.context();
    *pctx = handle_of(state.driver_contexts().retain_primary());
  });
}

CUresult cuDevicePrimaryCtxRelease(CUdevice dev) {
  return after_init([&](Runtime& state) {
    require_device(dev);
    require(state.driver_contexts().release_primary(), cudaErrorDeviceUninitialized);
    free_without_owner(state);
  });
}

CUresult cuDevicePrimaryCtxReset(CUdevice dev) {
  return driver_call(Needs::initialization, [&] {
    if (dev != 0) return enter_runtime([](Runtime&) { return cudaErrorInvalidDevice; });
    return cudaDeviceReset();
  });
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice dev, unsigned int flags) {
  return after_init([&](Runtime& state) {
    require_device(dev);
    require_flags(flags);
    state.driver_contexts().set_primary_flags(flags);
  });
}

CUresult cuDevicePrimaryCtxGetState(CUdevice dev, unsigned int* flags, int* active) {
  return after_init([&](Runtime& state) {
    require(flags != nullptr && active != nullptr);
    require_device(dev);
    *flags = state.driver_contexts().primary_flags();
    *active = state.driver_contexts().primary_active() ? 1 : 0;
  });
}

CUresult cuCtxCreate(CUcontext* pctx, unsigned int flags, CUdevice dev) {
  return create(pctx, flags, dev);
}

/// The functions of later versions have further arguments, which no public header of heddle
/// declares: the affinity of execution, which heddle has not.
extern "C" __attribute__((visibility("default"))) CUresult
cuCtxCreate_v3(CUcontext* pctx, void* affinity, int affinities, unsigned flags, CUdevice dev) {
  if (affinity != nullptr || affinities != 0) {
    return after_init([](Runtime&) { throw CudaError(cudaErrorUnsupportedExecAffinity); });
  }
  return create(pctx, flags, dev);
}

CUresult cuCtxDestroy(CUcontext ctx) {
  return after_init([&](Runtime& state, ThreadState& thread) {
    const Shared destroyed = context_at(state, ctx);
    require(!destroyed->primary, cudaErrorDeviceUninitialized);
    if (state.has_context() && state.failure() == cudaSuccess) state.context().scheduler().drain();
    if (!thread.contexts.empty() && thread.contexts.back() == destroyed) thread.contexts.pop_back();
    state.driver_contexts().destroy(destroyed);
    free_without_owner(state);
  });
}

CUresult cuCtxPushCurrent(CUcontext ctx) {
  return after_init([&](Runtime& state, ThreadState& thread) {
    thread.contexts.push_back(context_at(state, ctx));
  });
}

CUresult cuCtxPopCurrent(CUcontext* pctx) {
  return after_init([&](Runtime&, ThreadState& thread) {
    require(!thread.contexts.empty(), cudaErrorDeviceUninitialized);
    if (pctx != nullptr) *pctx = handle_of(thread.contexts.back());
    thread.contexts.pop_back();
  });
}

CUresult cuCtxSetCurrent(CUcontext ctx) {
  return after_init([&](Runtime& state, ThreadState& thread) {
    const Shared wanted = ctx == nullptr ? nullptr : context_at(state, ctx);
    if (!thread.contexts.empty()) thread.contexts.pop_back();
    if (wanted != nullptr) thread.contexts.push_back(wanted);
  });
}

CUresult cuCtxGetCurrent(CUcontext* pctx) {
  return after_init([&](Runtime&, ThreadState& thread) {
    require(pctx != nullptr);
    *pctx = thread.contexts.empty() ? nullptr : handle_of(thread.contexts.back());
  });
}

CUresult cuCtxGetDevice(CUdevice* device) {
  return driver_call([&] { return cudaGetDevice(device); });
}

CUresult cuCtxGetFlags(unsigned int* flags) {
  return driver_call([&] {
    return enter_runtime([&](Runtime& state) {
      require(flags != nullptr);
      *flags = state.thread().contexts.back()->flags;
    });
  });
}

CUresult cuCtxGetId(CUcontext ctx, unsigned long long* ctxId) {
  return driver_call([&] {
    return enter_runtime([&](Runtime& state) {
      require(ctxId != nullptr);
      *ctxId = ctx == nullptr ? state.thread().contexts.back()->id : context_at(state, ctx)->id;
    });
  });
}

CUresult cuCtxGetApiVersion(CUcontext ctx, unsigned int* version) {
  constexpr unsigned kVersion = 3020;  // that of cuCtxCreate_v2
  return after_init([&](Runtime& state) {
    require(version != nullptr);
    if (ctx != nullptr) context_at(state, ctx);
    *version = kVersion;
  });
}

CUresult cuCtxSynchronize() { return driver_call(cudaDeviceSynchronize); }

CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  return driver_call([&] { return cudaDeviceSetLimit(static_cast<cudaLimit>(limit), value); });
}

CUresult cuCtxGetLimit(size_t* pvalue, CUlimit limit) {
  return driver_call([&] { return cudaDeviceGetLimit(pvalue, static_cast<cudaLimit>(limit)); });
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  return driver_call([&] { return cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(config)); });
}

CUresult cuCtxGetCacheConfig(CUfunc_cache* pconfig) {
  return driver_call(
      [&] { return cudaDeviceGetCacheConfig(reinterpret_cast<cudaFuncCache*>(pconfig)); });
}

CUresult cuCtxSetSharedMemConfig(CUsharedconfig config) {
  return driver_call(
      [&] { return cudaDeviceSetSharedMemConfig(static_cast<cudaSharedMemConfig>(config)); });
}

CUresult cuCtxGetSharedMemConfig(CUsharedconfig* pConfig) {
  return driver_call([&] {
    return cudaDeviceGetSharedMemConfig(reinterpret_cast<cudaSharedMemConfig*>(pConfig));
  });
}

CUresult cuCtxGetStreamPriorityRange(int* leastPriority, int* greatestPriority) {
  return driver_call(
      [&] { return cudaDeviceGetStreamPriorityRange(leastPriority, greatestPriority); });
}

CUresult cuCtxResetPersistingL2Cache() { return driver_call(cudaCtxResetPersistingL2Cache); }

CUresult cuCtxAttach(CUcontext* pctx, unsigned int flags) {
  return driver_call([&] {
    return enter_runtime([&](Runtime& state) {
      require(pctx != nullptr && flags == 0);
      *pctx = handle_of(state.thread().contexts.back());
    });
  });
}

CUresult cuCtxDetach(CUcontext ctx) {
  return after_init([&](Runtime& state) { context_at(state, ctx); });
}

CUresult cuCtxEnablePeerAccess(CUcontext, unsigned int) {
  return driver_call([&] { return cudaDeviceEnablePeerAccess(0, 0); });
}

CUresult cuCtxDisablePeerAccess(CUcontext) {
  return driver_call([&] { return cudaDeviceDisablePeerAccess(0); });
}
