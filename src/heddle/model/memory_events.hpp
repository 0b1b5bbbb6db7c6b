// The events of a memory partition: its L2 slices and its DRAM channel.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/model/event_kind.hpp"
#include "heddle/model/memory_request.hpp"

namespace heddle::model {

/// The outcome of a request in an L2 slice. `merged`: the missing sectors had already been
/// requested from DRAM. A store that finds its line counts as a hit.
enum class L2Outcome : std::uint8_t { hit, miss, merged };

/// An L2 slice accepted a request. A request that is blocked is reported only when the slice
/// accepts it.
struct L2Access {
  static constexpr EventKind kKind = EventKind::l2_access;
  Cycle cycle = 0;  ///< core cycle
  Addr line = 0;  ///< address of the line in the request; lines of the sending cache may be shorter
                  ///< than lines of the L2
  std::uint32_t slice = 0;   ///< number of the slice in the GPU
  std::uint16_t sm = 0;      ///< SM that sent the request
  std::uint8_t kernel = 0;   ///< kernel slot
  std::uint8_t sectors = 0;  ///< mask of the sectors of `line`
  RequestKind kind = RequestKind::load;
  L2Outcome outcome = L2Outcome::hit;
};

/// The column commands of a request to an open row begin. Without bank groups, a request has one
/// event; with bank groups, each column command has its own event.
struct DramAccess {
  static constexpr EventKind kKind = EventKind::dram_access;
  Cycle cycle = 0;  ///< core cycle of the first command
  std::uint32_t channel = 0, bank = 0;
  std::uint64_t row = 0;
  std::uint32_t bursts = 0;
  std::uint32_t bytes = 0;
  std::uint8_t kernel = 0;  ///< kernel slot
  bool write = false;
};

/// A bank opens a row for a request of kernel slot `kernel`. The number of row hits is the number
/// of accesses minus the number of activates.
struct DramActivate {
  static constexpr EventKind kKind = EventKind::dram_activate;
  Cycle cycle = 0;  ///< core cycle of the command; in a bank with an open row, the precharge begins
                    ///< in this cycle
  std::uint32_t channel = 0, bank = 0;
  std::uint64_t row = 0;
  std::uint8_t kernel = 0;  ///< kernel slot
};

}  // namespace heddle::model
