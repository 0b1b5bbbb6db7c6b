// A kernel for which only the resources of a block are given:
// NAME:threads=256,registers=24,shared=4KiB.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace heddle::study {

inline constexpr const char* kDemandForm = "NAME:threads=N,registers=N[,shared=BYTES]";

struct KernelDemand {
  std::string name;
  std::uint32_t threads = 0, registers = 0;
  std::uint64_t shared_bytes = 0;
};

/// Nothing: the text is no demand, but perhaps a file. Throws Error for one with mistakes.
std::optional<KernelDemand> parse_demand(const std::string& text);

}  // namespace heddle::study
