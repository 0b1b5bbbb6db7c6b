// The driver API: modules, and libraries, which are modules under another name.
#include "cudart/api/code/module_calls.hpp"
#include "cudart/driver/driver_call.hpp"

using namespace heddle::cudart;

CUresult cuModuleLoad(CUmodule* module, const char* fname) {
  return driver_call([&] { return load_module(handle_place(module), {nullptr, fname}, {}); });
}

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  return driver_call([&] { return load_module(handle_place(module), {image}, {}); });
}

CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int numOptions,
                            CUjit_option* options, void** optionValues) {
  return driver_call([&] {
    return load_module(handle_place(module), {image}, {numOptions, options, optionValues});
  });
}

CUresult cuModuleLoadFatBinary(CUmodule* module, const void* fatCubin) {
  return driver_call([&] { return load_module(handle_place(module), {fatCubin}, {}); });
}

CUresult cuModuleUnload(CUmodule hmod) {
  return driver_call([&] { return unload_module(hmod); });
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode* mode) {
  return driver_call(Needs::initialization, [&] {
    return enter_runtime([&](Runtime&) {
      require(mode != nullptr);
      *mode = CU_MODULE_EAGER_LOADING;
    });
  });
}

CUresult cuModuleGetFunction(CUfunction* hfunc, CUmodule hmod, const char* name) {
  return driver_call([&] { return find_function(handle_place(hfunc), hmod, name); });
}

CUresult cuModuleGetGlobal(CUdeviceptr* dptr, size_t* bytes, CUmodule hmod, const char* name) {
  return driver_call([&] { return find_variable(dptr, bytes, hmod, name); });
}

CUresult cuLibraryLoadData(CUlibrary* library, const void* code, CUjit_option* jitOptions,
                           void** jitOptionsValues, unsigned int numJitOptions, CUlibraryOption*,
                           void**, unsigned int) {
  return driver_call([&] {
    return load_module(handle_place(library), {code},
                       {numJitOptions, jitOptions, jitOptionsValues});
  });
}

CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* fileName, CUjit_option* jitOptions,
                               void** jitOptionsValues, unsigned int numJitOptions,
                               CUlibraryOption*, void**, unsigned int) {
  return driver_call([&] {
    return load_module(handle_place(library), {nullptr, fileName},
                       {numJitOptions, jitOptions, jitOptionsValues});
  });
}

CUresult cuLibraryUnload(CUlibrary library) {
  return driver_call([&] { return unload_module(library); });
}

CUresult cuLibraryGetKernel(CUkernel* pKernel, CUlibrary library, const char* name) {
  return driver_call([&] { return find_function(handle_place(pKernel), library, name); });
}

CUresult cuLibraryGetModule(CUmodule* pMod, CUlibrary library) {
  return driver_call([&] {
    return enter([&](Context&) {
      require(pMod != nullptr);
      *pMod = reinterpret_cast<CUmodule>(&module_at(runtime().registry(), library));
    });
  });
}

CUresult cuLibraryGetGlobal(CUdeviceptr* dptr, size_t* bytes, CUlibrary library, const char* name) {
  return driver_call([&] { return find_variable(dptr, bytes, library, name); });
}
