// What programs ask of a launch, and what they learn of it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/exec/step/grid.hpp"
#include "heddle/isa/module.hpp"

namespace heddle::sim {

/// A module that is loaded: its variables have addresses in device memory.
struct LoadedModule {
  isa::Module module;
  std::vector<Addr> addresses;  ///< the address of each of module.variables
  /// Returns null if the module has no such kernel.
  const isa::Program* kernel(std::string_view name) const;
};

struct LaunchRequest {
  std::shared_ptr<const LoadedModule> module;
  std::shared_ptr<const isa::Program> program;
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<std::uint8_t> parameters;
  std::uint64_t stream = 0;   ///< number of the stream; used only in results
  std::int32_t priority = 0;  ///< a smaller number is more urgent
  bool cooperative = false;   ///< all blocks must be resident at the same time
  /// Blocks of a cluster in each direction, as the launch says; zeros: as the kernel says.
  Dim3 cluster{0, 0, 0};
  std::uint32_t stack_bytes = exec::kDefaultStackBytes;  ///< per thread
  std::uint32_t preferred_shared = exec::kNoPreference;  ///< as in exec::LaunchShape
  std::uint32_t depth = 0;                               ///< as in exec::LaunchShape
};

struct Occupancy {
  std::uint32_t blocks_per_sm = 0;
  std::string limited_by;  ///< all resources that limit the number of blocks, for example
                           ///< "registers, warps"
  std::string misfit;  ///< why no block fits on an SM, and what the user can do; "" if a block fits
};

using GridId = std::uint64_t;

/// Functions that are called for each launch that the options do not choose, and that is therefore
/// computed without timing.
struct ComputedWatch {
  std::function<void(GridId)> begins;  ///< called before the launch changes memory
  struct Part {
    GridId grid = 0;
    bool finished = false;  ///< false: the launch has stopped, and waits for a copy or another
                            ///< launch
    std::uint64_t warp_instructions = 0, blocks = 0;
  };
  std::function<void(const Part&)> ended;
};

}  // namespace heddle::sim
