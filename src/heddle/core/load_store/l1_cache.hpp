// A first-level cache of an SM: tags, miss registers, and the rules by which accesses are served.
// The data cache writes global stores through to the L2. Atomics execute at the L2. The data cache
// may keep lines of local memory until they are evicted. The constant cache and the texture cache
// work in the same way and are only read.
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

/// An evicted line with data that the L2 does not have.
struct WriteBack {
  Addr line = 0;
  std::uint8_t sectors = 0;
  std::uint8_t kernel = 0;
};

class L1Cache {
 public:
  enum class Outcome : std::uint8_t {
    hit,
    miss,     ///< the `fetch` sectors must be requested; fill() informs the waiter
    merged,   ///< all missing sectors are already on their way
    blocked,  ///< no line or no miss register is free; try again after a fill
    no_port,  ///< the load needs a request, and no request can be sent now
  };
  enum class WriteOutcome : std::uint8_t {
    through,  ///< the store must be sent to the L2
    kept,     ///< the line keeps the data until it is evicted
    blocked,  ///< no line is free; try again after a fill
  };

  /// Without `replacement`, the least recently used line is evicted. `always_hits`: each load hits,
  /// and no line is kept.
  L1Cache(const L1Spec& spec, WriteHit write_hit,
          std::unique_ptr<policy::CacheReplacement> replacement = nullptr,
          bool always_hits = false);

  /// `waiter`: the load that fill() reports when its sectors have arrived. `can_send`: a request
  /// can be sent now; if not, a miss has the outcome `no_port`. A newly allocated line belongs to
  /// the kernel slot.
  Outcome load(const Transaction& transaction, std::uint32_t waiter, bool can_send,
               std::uint8_t& fetch, L1Counters& counters, std::uint8_t kernel = 0);
  /// Handles a store to local memory (`is_local`) or global memory. If the outcome is `through`,
  /// the caller has already sent the store to the L2.
  WriteOutcome store(const Transaction& transaction, bool is_local, std::uint8_t kernel,
                     L1Counters& counters);
  bool keeps_local_stores() const { return spec_.local_write == LocalWrite::back && !lent_; }
  void atomic(const Transaction& transaction, L1Counters& counters);
  /// Fills sectors that have arrived. Calls ready(waiter) for each load that now has all its
  /// sectors. A newly allocated line belongs to the kernel slot.
  template <typename Ready>
  void fill(Addr line, std::uint8_t sectors, Ready&& ready, std::uint8_t kernel = 0) {
    place_fill(line, sectors, kernel);
    mshr_.fill(line, sectors, ready);
  }
  // For listeners.
  /// Sectors that the last store made valid.
  std::uint8_t stored() const { return stored_; }
  struct Eviction {
    Addr line = memory::TagArray::kNoLine;
    /// true: a store or an atomic removed the line; false: the line made room for another line.
    bool written = false;
  };
  /// Returns the line that was evicted since the last call, if any. No access or fill evicts more
  /// than one.
  Eviction take_evicted() { return std::exchange(evicted_, {}); }
  /// Evicted lines that must still be sent to the L2. The caller removes them.
  std::vector<WriteBack>& write_backs() { return write_backs_; }
  const std::vector<WriteBack>& write_backs() const { return write_backs_; }
  /// Removes all lines. Called between kernels.
  void invalidate() { tags_.clear(); }
  /// Removes the lines of a kernel slot. Calls gone(address) for each line with valid sectors.
  template <typename Gone>
  void invalidate(std::uint8_t kernel, Gone&& gone) {
    tags_.clear_of(kernel, gone);
  }

  /// Removes all lines, as lend() does, and gives the cache another capacity. `bytes`: whole sets,
  /// at most the capacity at first.
  void resize(std::uint64_t bytes);

  // Lending of the cache's memory.
  /// Removes all lines, and allocates none from now on. Dirty lines go to write_backs().
  void lend();
  /// Ends the loan. The memory, which is empty, serves as a cache again.
  void take_back() { lent_ = false; }
  bool is_lent() const { return lent_; }
  /// Whether the loan is complete: no line waits to be written back, and no fill is on its way.
  bool is_vacant() const { return write_backs_.empty() && outstanding() == 0; }

  std::uint32_t hit_latency() const { return spec_.hit_latency; }
  std::uint32_t line_bytes() const { return spec_.line_bytes; }
  /// Lines that the cache has requested and not received.
  std::uint32_t outstanding() const { return mshr_.used(); }

 private:
  /// Counts a store to a cache whose loads always hit.
  WriteOutcome store_to_ideal(bool keep, L1Counters& counters);
  /// Moves dirty lines to write_backs().
  void save_dirty();
  std::uint64_t index(Addr line) const { return line / spec_.line_bytes; }
  memory::TagArray::Line* find(Addr line) { return tags_.find(line, index(line)); }
  /// Evicts a line of the address's set and returns it for the address. Null: no line can be
  /// evicted.
  memory::TagArray::Line* take_line(Addr line, std::uint8_t kernel);
  /// Invalidates a line after a store or atomic. The line becomes free, unless sectors are on their
  /// way to it.
  void drop(memory::TagArray::Line& line);
  void place_fill(Addr line, std::uint8_t sectors, std::uint8_t kernel);

  L1Spec spec_;
  WriteHit write_hit_;
  /// Sectors that a miss fetches if lines are not sectored; 0 if they are.
  std::uint8_t whole_line_;
  memory::TagArray tags_;
  memory::Mshr mshr_;
  std::vector<WriteBack> write_backs_;
  bool always_hits_;
  bool lent_ = false;
  std::uint8_t stored_ = 0;
  Eviction evicted_;
};

}  // namespace heddle::core
