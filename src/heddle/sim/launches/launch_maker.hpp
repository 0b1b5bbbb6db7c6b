// Checks what programs ask of a launch, and makes the launch.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "heddle/exec/step/executable.hpp"
#include "heddle/gpu/chip/block_fit.hpp"
#include "heddle/sim/launches/launch.hpp"
#include "heddle/sim/launches/launch_filter.hpp"
#include "heddle/sim/settings/configuration.hpp"

namespace heddle::sim {

class LaunchMaker {
 public:
  /// Kernels read and write `memory` and `textures`. All arguments must outlive the maker.
  LaunchMaker(const Configuration& configuration, const gpu::BlockFit& fit,
              exec::MemoryImage& memory, const exec::TextureTable& textures);

  /// Throws Error if the machine cannot run the launch.
  void check(const LaunchRequest& request) const;
  Occupancy occupancy(const isa::Program& program, std::uint32_t threads,
                      std::uint32_t dynamic_shared_bytes, std::uint32_t preferred_shared) const;
  /// What the device decides about a launch.
  struct Terms {
    GridId id = 0;
    std::uint32_t kept_slots = 0;  ///< kernel slots that the launch must leave free
    std::optional<std::uint8_t> tenant;
  };
  Launch make(LaunchRequest request, const Terms& terms);
  /// Forgets what was made for the launches of a kernel, which is unloaded.
  void forget(const isa::Program& program) { executables_.erase(&program); }

 private:
  std::shared_ptr<const exec::Grid> make_grid(const LaunchRequest& request, const Terms& terms);

  const Configuration& configuration_;
  const gpu::BlockFit& fit_;
  exec::MemoryImage& memory_;
  const exec::TextureTable& textures_;
  LaunchFilter filter_;
  std::uint32_t yield_after_;  ///< LaunchShape::yield_after of all launches
  std::map<const isa::Program*, std::shared_ptr<const exec::ExecutableProgram>> executables_;
};

}  // namespace heddle::sim
