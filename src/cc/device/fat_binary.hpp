// The container in which PTX is embedded in host objects, as CUDA 12 lays it out: sdk/README.md,
// "Fat binary".
#pragma once

#include <string>
#include <string_view>

namespace heddle::cc {

/// A fat binary with one uncompressed PTX entry for compute capability `architecture` (75 is 7.5).
std::string fat_binary(std::string_view ptx, unsigned architecture);

}  // namespace heddle::cc
