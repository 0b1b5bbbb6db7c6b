// A first-level cache of an SM: tags, miss registers and the rules of who may be served from it.
// The data cache writes global stores through to the L2 (atomics are performed there) and may keep
// the lines of local memory until they are evicted. The constant and the texture cache are of the
// same kind and are only read.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "heddle/core/load_store/transaction.hpp"
#include "heddle/core/terms/counters.hpp"
#include "heddle/core/terms/specs.hpp"
#include "heddle/memory/mshr.hpp"
#include "heddle/memory/tag_array.hpp"

namespace heddle::core {

/// A line that was evicted with data that the L2 does not have.
struct WriteBack {
  Addr line = 0;
  std::uint8_t sectors = 0;
  std::uint8_t kernel = 0;
};

class L1Cache {
 public:
  enum class Outcome : std::uint8_t {
    hit,
    miss,     ///< `fetch` sectors have to be requested; the waiter is told by fill
    merged,   ///< all are on their way already
    blocked,  ///< no line or miss register is free: try again after a fill
    no_port,  ///< a request would have to leave, and cannot now
  };
  enum class WriteOutcome : std::uint8_t {
    through,  ///< the L2 has to be told
    kept,     ///< the line holds it until it is evicted
    blocked,  ///< no line is free: try again after a fill
  };

  /// Without `replacement` the least recently used line goes.
  L1Cache(const L1Spec& spec, WriteHit write_hit,
          std::unique_ptr<policy::CacheReplacement> replacement = nullptr);

  /// `can_send`: a request could leave now. Without it a miss is blocked. A line that it takes is
  /// the kernel slot's.
  Outcome load(const Transaction& transaction, std::uint32_t waiter, bool can_send,
               std::uint8_t& fetch, L1Counters& counters, std::uint8_t kernel = 0);
  /// A store of this space comes by; if it must be sent on, it has been.
  WriteOutcome store(const Transaction& transaction, bool is_local, std::uint8_t kernel,
                     L1Counters& counters);
  bool keeps_local_stores() const { return spec_.local_write == LocalWrite::back && !lent_; }
  void atomic(const Transaction& transaction, L1Counters& counters);
  /// Sectors have come: calls ready(waiter) for the loads that have all they need. A line that
  /// they take is the kernel slot's.
  template <typename Ready>
  void fill(Addr line, std::uint8_t sectors, Ready&& ready, std::uint8_t kernel = 0) {
    place_fill(line, sectors, kernel);
    mshr_.fill(line, sectors, ready);
  }
  // For observers.
  /// Sectors that became present by the last store.
  std::uint8_t stored() const { return stored_; }
  struct Eviction {
    Addr line = memory::TagArray::kNoLine;
    bool written = false;  ///< a store or atomic took it away; else it made room for another
  };
  /// The line that went since the last call, if one did: no access or fill takes more than one.
  Eviction take_evicted() { return std::exchange(evicted_, {}); }
  /// Lines that still have to be sent to the L2; the caller takes them away.
  std::vector<WriteBack>& write_backs() { return write_backs_; }
  const std::vector<WriteBack>& write_backs() const { return write_backs_; }
  /// Between kernels: nothing is left in it.
  void invalidate() { tags_.clear(); }
  /// The lines of a kernel slot are gone: calls gone(address) for each that had sectors.
  template <typename Gone>
  void invalidate(std::uint8_t kernel, Gone&& gone) {
    tags_.clear_of(kernel, gone);
  }

  // Its memory serves for something else.
  /// Nothing gets a line from now on. What the L2 does not have is to be written back.
  void lend();
  /// It is empty, and a cache again.
  void take_back() { lent_ = false; }
  bool is_lent() const { return lent_; }
  /// Nothing leaves it or comes to it any more.
  bool is_vacant() const { return write_backs_.empty() && outstanding() == 0; }

  std::uint32_t hit_latency() const { return spec_.hit_latency; }
  std::uint32_t line_bytes() const { return spec_.line_bytes; }
  std::uint32_t outstanding() const { return mshr_.used(); }  ///< lines that it waits for

 private:
  std::uint64_t index(Addr line) const { return line / spec_.line_bytes; }
  memory::TagArray::Line* find(Addr line) { return tags_.find(line, index(line)); }
  /// The place of the line that goes, with what that had; null: none may.
  memory::TagArray::Line* take_line(Addr line, std::uint8_t kernel);
  /// A store or atomic has made it stale: its place is free, unless sectors are on their way to it.
  void drop(memory::TagArray::Line& line);
  void place_fill(Addr line, std::uint8_t sectors, std::uint8_t kernel);

  L1Spec spec_;
  WriteHit write_hit_;
  std::uint8_t whole_line_;  ///< sectors fetched on a miss when lines are not sectored, else 0
  memory::TagArray tags_;
  memory::Mshr mshr_;
  std::vector<WriteBack> write_backs_;
  bool lent_ = false;
  std::uint8_t stored_ = 0;
  Eviction evicted_;
};

}  // namespace heddle::core
