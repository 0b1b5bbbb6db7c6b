// A kernel for which only the resources of a block are given, as in
// NAME:threads=256,registers=24,shared=4KiB.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace heddle::study {

inline constexpr const char* kDemandForm = "NAME:threads=N,registers=N[,shared=BYTES]";

struct KernelDemand {
  std::string name;
  /// Number of threads of a block; number of registers of a thread.
  std::uint32_t threads = 0, registers = 0;
  std::uint64_t shared_bytes = 0;  ///< shared memory of a block
};

/// Reads a demand. Returns nullopt if the text does not have this form; the text may then be the
/// name of a file. Throws Error for a demand with a mistake.
std::optional<KernelDemand> parse_demand(const std::string& text);

}  // namespace heddle::study
