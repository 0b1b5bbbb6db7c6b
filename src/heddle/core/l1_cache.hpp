// The L1 data cache of an SM: tags, miss registers and the rules of who may be served from it.
// Loads reserve their line when they miss; global stores and atomics go to the L2 and evict or
// update a copy here.
#pragma once

#include <cstdint>

#include "heddle/core/counters.hpp"
#include "heddle/core/specs.hpp"
#include "heddle/core/transaction.hpp"
#include "heddle/memory/mshr.hpp"
#include "heddle/memory/tag_array.hpp"

namespace heddle::core {

class L1Cache {
 public:
  enum class Outcome : std::uint8_t {
    hit,
    miss,     ///< `fetch` sectors have to be requested; the waiter is told by fill
    merged,   ///< all are on their way already
    blocked,  ///< no line or miss register is free: try again after a fill
  };

  L1Cache(const memory::CacheSpec& spec, WriteHit write_hit);

  /// `can_send`: a request could leave now. Without it a miss is blocked.
  Outcome load(const Transaction& transaction, std::uint32_t waiter, bool can_send,
               std::uint8_t& fetch, L1Counters& counters);
  /// A store or atomic passes by.
  void write(const Transaction& transaction, bool is_atomic, L1Counters& counters);
  /// Sectors have come: calls ready(waiter) for the loads that have all they need.
  template <typename Ready>
  void fill(Addr line, std::uint8_t sectors, Ready&& ready) {
    if (memory::TagArray::Line* const found = tags_.find(line, index(line))) {
      found->valid |= static_cast<std::uint8_t>(sectors & found->pending);
      found->pending &= static_cast<std::uint8_t>(~sectors);
    }
    mshr_.fill(line, sectors, ready);
  }
  /// Between kernels: nothing is left in it.
  void invalidate() { tags_.clear(); }

  std::uint32_t hit_latency() const { return spec_.hit_latency; }
  std::uint32_t line_bytes() const { return spec_.line_bytes; }
  std::uint32_t outstanding() const { return mshr_.used(); }  ///< lines that it waits for

 private:
  std::uint64_t index(Addr line) const { return line / spec_.line_bytes; }

  memory::CacheSpec spec_;
  WriteHit write_hit_;
  std::uint8_t whole_line_;  ///< sectors fetched on a miss when lines are not sectored, else 0
  memory::TagArray tags_;
  memory::Mshr mshr_;
};

}  // namespace heddle::core
