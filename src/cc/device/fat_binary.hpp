// The container that embeds PTX in host objects, in the layout of CUDA 12 (sdk/README.md, "Fat
// binary").
#pragma once

#include <span>
#include <string>

namespace heddle::cc {

/// PTX for a compute capability, 75 for 7.5.
struct DeviceText {
  unsigned architecture = 75;
  std::string ptx;
};

/// A fat binary with an uncompressed entry for each text.
std::string fat_binary(std::span<const DeviceText> texts);

}  // namespace heddle::cc
