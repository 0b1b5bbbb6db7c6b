// What GPGPU-Sim adds to each latency of its options.
#pragma once

#include <cstdint>

namespace heddle::study::gpgpusim {

/// A latency of GPGPU-Sim's options is that of a pipeline alone; one of heddle's parameters goes
/// from the issue of an instruction to the issue of a dependent one. The stages in between, which
/// read operands, dispatch and write back, take 5 to 8 cycles in GPGPU-Sim 4.2: chains of dependent
/// integer additions on SM2_GTX480, whose option says 4, take 10 cycles each.
inline constexpr std::uint64_t kFrontEndCycles = 6;
inline constexpr const char* kFrontEnd = "+ 6 for operands, dispatch and write-back";

}  // namespace heddle::study::gpgpusim
