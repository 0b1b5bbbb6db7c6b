// The events of a memory partition: its L2 slices and its DRAM channel.
#pragma once

#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/model/event_kind.hpp"
#include "heddle/model/memory_request.hpp"

namespace heddle::model {

/// `merged`: the sectors were on their way already. A store that found its line is a hit.
enum class L2Outcome : std::uint8_t { hit, miss, merged };

/// An L2 slice took a request. A request that has to wait for room is told of when it is taken.
struct L2Access {
  static constexpr EventKind kKind = EventKind::l2_access;
  Cycle cycle = 0;  ///< core cycle
  Addr line = 0;    ///< of the request; lines of the sender may be shorter than those of the L2
  std::uint32_t slice = 0;   ///< number of the slice in the GPU
  std::uint16_t sm = 0;      ///< that sent the request
  std::uint8_t kernel = 0;   ///< kernel slot
  std::uint8_t sectors = 0;  ///< mask of the sectors of `line`
  RequestKind kind = RequestKind::load;
  L2Outcome outcome = L2Outcome::hit;
};

/// The column commands of a request begin, or one of them where banks form groups; the row is open.
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

/// A bank opens a row, for a request of this kernel. Accesses less activates are the row hits.
struct DramActivate {
  static constexpr EventKind kKind = EventKind::dram_activate;
  Cycle cycle = 0;  ///< core cycle of the command; before it a bank with an open row precharges
  std::uint32_t channel = 0, bank = 0;
  std::uint64_t row = 0;
  std::uint8_t kernel = 0;  ///< kernel slot
};

}  // namespace heddle::model
