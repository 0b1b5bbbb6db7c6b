// The exception with which NVRTC's functions end, with the code that the program gets. The message
// is for the log of the compiled program.
#pragma once

#include <string>

#include <nvrtc.h>

#include "heddle/base/error.hpp"

namespace heddle::nvrtc {

class Refusal : public Error {
 public:
  explicit Refusal(nvrtcResult code, const std::string& message = {})
      : Error(message), code_(code) {}
  nvrtcResult code() const { return code_; }

 private:
  nvrtcResult code_;
};

/// Throws Refusal if `holds` is false.
inline void require(bool holds, nvrtcResult code = NVRTC_ERROR_INVALID_INPUT) {
  if (!holds) throw Refusal(code);
}

}  // namespace heddle::nvrtc
