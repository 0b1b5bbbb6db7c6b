// What an SM reports to the GPU, which decides on it between two quanta.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/model/resources.hpp"

namespace heddle::core {

struct SmReport {
  enum class Kind : std::uint8_t {
    block_finished,
    block_saved,
    warp_drained,   ///< others of its block have not drained; only if warps return resources
    warps_started,  ///< of those that waited
    service_wanted
  };
  Kind kind = Kind::block_finished;
  std::uint8_t kernel = 0;
  model::Resources amount = {};  ///< that blocks and warps return or, warps_started, take
  bool has_waiting = false;      ///< warps_started: others still wait
  std::uint16_t entity = 0;      ///< service_wanted: this entity
  Pc pc = 0;                     ///< service_wanted: of the call
  LaneMask lanes = 0;            ///< service_wanted: that call
  Cycle when = 0;
};

}  // namespace heddle::core
