// The options of nvrtcCompileProgram: those of `heddle cc`, and some of NVRTC's own.
#pragma once

#include <span>
#include <string>

#include "cc/options/options.hpp"

namespace heddle::nvrtc {

struct RtcOptions {
  cc::Options compiler;
  /// Whether functions without __host__ and __device__ are device functions (-default-device).
  bool device_by_default = false;
  /// Whether the architecture is a real one (sm_75): then there is a cubin.
  bool real_architecture = false;
};

/// Throws Refusal(NVRTC_ERROR_INVALID_OPTION) for an unknown option, or one that heddle has not.
RtcOptions read_rtc_options(std::span<const char* const> options);

}  // namespace heddle::nvrtc
