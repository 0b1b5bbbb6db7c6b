// The container that embeds PTX in host objects, in the layout of CUDA 12 (sdk/README.md, "Fat
// binary").
#pragma once

#include <string>
#include <string_view>

namespace heddle::cc {

/// A fat binary with one uncompressed PTX entry for compute capability `architecture` (75 is 7.5).
std::string fat_binary(std::string_view ptx, unsigned architecture);

}  // namespace heddle::cc
