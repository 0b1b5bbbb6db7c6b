// The driver API's linker: joins PTX texts. The result, which CUDA calls a cubin, is PTX again.
#include <string>
#include <vector>

#include "cudart/api/code/jit_options.hpp"
#include "cudart/driver/driver_call.hpp"
#include "cudart/module/module_image.hpp"
#include "cudart/module/ptx_link.hpp"

/// The state of a link, with the texts so far.
struct CUlinkState_st {
  heddle::cudart::JitOptions options;
  std::vector<std::string> texts;
  std::string linked;
};

using namespace heddle::cudart;

namespace {

void require_input(CUjitInputType type) {
  if (type == CU_JIT_INPUT_PTX || type == CU_JIT_INPUT_FATBINARY || type == CU_JIT_INPUT_CUBIN)
    return;
  throw CudaError(cudaErrorNotSupported,
                  "cuLinkAddData and cuLinkAddFile take PTX and fat binaries; objects, libraries "
                  "and NVVM code are not supported");
}

/// Adds a text, and writes the error's message into the buffer of the link's options.
template <typename Read>
cudaError_t add(CUlinkState state, CUjitInputType type, const Read& read) {
  return enter([&](Context& context) {
    require(state != nullptr, cudaErrorInvalidResourceHandle);
    try {
      require_input(type);
      const std::string content = read();
      state->texts.push_back(module_ptx(content.c_str(), context.loader().capability));
    } catch (const CudaError& error) {
      state->options.write_error(error.what());
      throw;
    }
  });
}

}  // namespace

CUresult cuLinkCreate(unsigned int numOptions, CUjit_option* options, void** optionValues,
                      CUlinkState* stateOut) {
  return driver_call([&] {
    return enter([&](Context&) {
      require(stateOut != nullptr);
      JitOptions given(numOptions, options, optionValues);
      given.require_known();
      *stateOut = new CUlinkState_st{given, {}, {}};
    });
  });
}

CUresult cuLinkAddData(CUlinkState state, CUjitInputType type, void* data, size_t size, const char*,
                       unsigned int, CUjit_option*, void**) {
  return driver_call([&] {
    return add(state, type, [&] {
      require(data != nullptr && size != 0);
      return std::string(static_cast<const char*>(data), size);
    });
  });
}

CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path, unsigned int,
                       CUjit_option*, void**) {
  return driver_call([&] { return add(state, type, [&] { return image_file(path); }); });
}

/// Loads the joined text once, and unloads it: the link tells of code that no module can have.
CUresult cuLinkComplete(CUlinkState state, void** cubinOut, size_t* sizeOut) {
  return driver_call([&] {
    return enter([&](Context& context) {
      require(state != nullptr, cudaErrorInvalidResourceHandle);
      require(cubinOut != nullptr && !state->texts.empty());
      state->linked = join_ptx(state->texts);
      try {
        Registry& registry = runtime().registry();
        registry.remove(registry.load_module(state->linked, "", context.loader()),
                        &context.loader());
      } catch (const CudaError& error) {
        state->options.write_error(error.what());
        state->options.finish();
        throw;
      }
      state->options.finish();
      *cubinOut = state->linked.data();
      if (sizeOut != nullptr) *sizeOut = state->linked.size() + 1;
    });
  });
}

CUresult cuLinkDestroy(CUlinkState state) {
  return driver_call([&] {
    return enter([&](Context&) {
      require(state != nullptr, cudaErrorInvalidResourceHandle);
      delete state;
    });
  });
}
