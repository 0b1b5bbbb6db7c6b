// Records the warps that have ended on one SM, by launch, in the order in which they ended. For
// each warp, records its cycles on the SM, the instructions that it issued, and its accesses to the
// texture cache.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "heddle/probe/unit_probe.hpp"

namespace heddle::probe {

/// Line accesses of a warp's loads to the texture cache.
struct TextureAccesses {
  std::uint64_t accesses = 0;
  std::uint64_t misses = 0;  ///< number of accesses that requested a line from the L2
  std::uint64_t merges = 0;  ///< number of accesses that waited for a line that was already
                             ///< requested

  TextureAccesses& operator+=(const TextureAccesses& other) {
    accesses += other.accesses;
    misses += other.misses;
    merges += other.merges;
    return *this;
  }
};

/// A warp that has ended. The warp was on the SM in cycles `launched` to `end` - 1.
struct WarpStay {
  std::uint64_t block = 0;  ///< number of the warp's block in the grid
  std::uint32_t index = 0;  ///< index of the warp in its block
  Cycle dispatched = 0;     ///< cycle in which the warp's block arrived
  Cycle launched = 0, end = 0;
  std::uint64_t instructions = 0;
  TextureAccesses texture;
};

class WarpRecord final
    : public UnitHears<model::WarpLaunched, model::WarpFinished, model::L1Access> {
 public:
  void on(const model::WarpFinished& event) override;
  void on(const model::L1Access& event) override;
  void on(const model::WarpLaunched& event) override;

  /// Returns the stays of the launch and removes them.
  std::vector<WarpStay> take(std::uint64_t grid);

 private:
  TextureAccesses& texture(std::uint16_t entity);

  std::map<std::uint64_t, std::vector<WarpStay>> stays_;  ///< indexed by launch number
  std::vector<TextureAccesses> textures_;  ///< by entity: texture accesses of the entity's current
                                           ///< warp
};

}  // namespace heddle::probe
