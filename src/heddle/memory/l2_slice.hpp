// One slice of the L2 cache: write-back, write-allocate, with its own port and miss registers. A
// slice serves requests in order of arrival. A request is blocked if it finds no free line, miss
// register or DRAM queue entry. A blocked request delays the requests behind it. If requests that
// save and restore contexts (context requests) have low priority, they have their own queue and
// delay only each other. Some miss registers and some entries of the DRAM queue are then reserved
// for demand requests.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "heddle/base/slot_pool.hpp"
#include "heddle/memory/address_map.hpp"
#include "heddle/memory/clock.hpp"
#include "heddle/memory/counters.hpp"
#include "heddle/memory/dirty_lines.hpp"
#include "heddle/memory/dram_channel.hpp"
#include "heddle/memory/event_source.hpp"
#include "heddle/memory/mshr.hpp"
#include "heddle/memory/tag_array.hpp"
#include "heddle/model/memory_request.hpp"

namespace heddle::memory {

/// Performs the operations of an atomic request when the request arrives at its slice.
class AtomicUnit {
 public:
  virtual ~AtomicUnit() = default;
  /// Returns whether memory has changed. Several partitions may call this function at the same
  /// time.
  virtual bool perform(const model::MemoryRequest& request) = 0;
  /// Returns the largest number of the request's operations on one address.
  virtual std::uint32_t most_on_one_address(const model::MemoryRequest& /*request*/) const {
    return 1;
  }
};

class L2Slice {
 public:
  enum class Outcome : std::uint8_t {
    replied,  ///< the request is done, and its reply can leave
    waiting,  ///< the reply comes after a fill
    blocked,  ///< nothing has changed; the caller tries again when `may_serve` returns true
  };

  L2Slice(const MemorySpec& spec, const AddressMap& map, std::uint32_t number, DramChannel& channel,
          std::unique_ptr<policy::CacheReplacement> replacement = nullptr);

  /// Makes the slice report the requests that it accepts to the subscribers of `source`.
  void tell(const EventSource& source) { source_ = source; }
  /// Serves one request at `now`.
  Outcome access(Tick now, const model::MemoryRequest& original);
  /// Serves one request of the queue of context requests at `now`, as `access` does.
  Outcome access_context(Tick now, const model::MemoryRequest& original);
  /// Returns false if the last request was blocked and would be blocked again.
  bool may_serve() const { return may_serve(last_); }
  bool may_serve_context() const { return may_serve(last_context_); }
  /// Lets the first context request try again. The caller has one of two reasons: the request
  /// counts as demand now, or a demand request has brought in or evicted a line.
  void try_context_again() { last_context_.blocked = false; }
  /// Handles sectors of a line that have come from DRAM. Appends the requests that these sectors
  /// complete to `answered`.
  void fill(Addr line, std::uint8_t sectors, std::vector<model::MemoryRequest>& answered);

  const L2Counters& counters(unsigned kernel) const { return counters_[kernel]; }
  /// Line and sectors of an outstanding DRAM read, by cookie.
  struct Fetch {
    Addr line = 0;
    std::uint8_t sectors = 0;
  };
  const Fetch& fetch(std::uint32_t cookie) const { return fetches_[cookie]; }
  void release_fetch(std::uint32_t cookie) { fetches_.give_back(cookie); }

 private:
  /// State of the last request of a queue.
  struct LastRequest {
    std::uint32_t lacking_reads = 0,
                  lacking_writes = 0;  ///< read and write entries of the DRAM queue that the
                                       ///< request lacked
    /// Traffic class of the request that lacked entries of the DRAM queue.
    TrafficClass traffic = TrafficClass::demand;
    bool blocked = false;     ///< the request was blocked, and no fill since then can unblock it
    std::uint64_t index = 0;  ///< set index of the request's line

    bool lacks_room() const { return lacking_reads + lacking_writes != 0; }
  };

  bool may_serve(const LastRequest& last) const {
    return !last.blocked ||
           (last.lacks_room() &&
            channel_.has_room(last.lacking_reads, last.lacking_writes, last.traffic));
  }
  /// Handles a fill of the set `index`. Lets the last request try again if the fill may unblock
  /// this request.
  void allow_retry(LastRequest& last, std::uint64_t index) const {
    if (!last.lacks_room() || tags_.are_in_one_set(index, last.index)) last.blocked = false;
  }
  Outcome read(Tick now, const model::MemoryRequest& request, const model::MemoryRequest& original,
               TagArray::Line* line);
  Outcome write(Tick now, const model::MemoryRequest& request, TagArray::Line* line);
  Outcome hit(L2Counters& counters);
  void tell_access(Tick now, const model::MemoryRequest& request) const;
  /// Allocates a line for `request`, which then reads DRAM `reads` times and makes `dirtied`
  /// sectors dirty. Evicts a line if necessary. Returns null if no line can be evicted or the DRAM
  /// queue has no room.
  TagArray::Line* allocate(Tick now, const model::MemoryRequest& request, std::uint32_t reads,
                           std::uint8_t dirtied);
  // The limit of dirty sectors. `apart` is a line that is not written back for the limit.
  /// Returns how many of the oldest dirty lines must be written back, so that the sectors `dirtied`
  /// can become dirty when the sectors `cleaned` are not dirty any more. Both are masks.
  std::uint32_t lines_over(unsigned dirtied, unsigned cleaned, const TagArray::Line* apart) const;
  void write_back_oldest(Tick now, std::uint32_t lines, const TagArray::Line* apart,
                         TrafficClass traffic);
  /// Writes the line's dirty sectors to DRAM.
  void write_back(Tick now, TagArray::Line& line, TrafficClass traffic);
  void make_dirty(TagArray::Line& line, std::uint8_t sectors);
  /// Returns the sectors that a miss of these sectors fetches.
  std::uint8_t fetched(std::uint8_t sectors) const;
  /// Returns whether the DRAM queue has room. If not, records which entries are lacking.
  bool finds_room(std::uint32_t reads, std::uint32_t writes, TrafficClass traffic);
  void send_fetch(Tick now, const model::MemoryRequest& request, std::uint8_t sectors);
  std::uint64_t set_index(Addr line) const { return map_.local(line) / line_bytes_; }

  const AddressMap& map_;
  std::uint32_t number_;  ///< number of the slice in its channel
  std::uint32_t line_bytes_;
  /// Mask of the sectors that a miss fetches if lines are not sectored; 0 if lines are sectored.
  std::uint8_t all_sectors_;
  std::uint32_t fetch_sectors_;  ///< aligned sectors that DRAM delivers together
  bool always_hits_;             ///< no line is kept, and no request reaches DRAM
  std::uint32_t most_dirty_;     ///< most dirty sectors; 0: no limit
  std::uint32_t dirty_ = 0;      ///< number of dirty sectors; counted only with a limit
  DramChannel& channel_;
  LastRequest last_, last_context_;
  ByTraffic<std::uint32_t> miss_registers_;  ///< by traffic class: number of registers in use at
                                             ///< which a miss of the class is blocked
  TagArray tags_;
  DirtyLines dirty_lines_;  ///< maintained only with a limit
  Mshr mshr_;
  SlotPool<model::MemoryRequest> waiting_;  ///< indexed by waiter id
  SlotPool<Fetch> fetches_;                 ///< indexed by cookie
  std::array<L2Counters, model::kTrafficSlots> counters_{};
  model::L2Outcome outcome_{};  ///< outcome of the last request that was not blocked
  EventSource source_;
};

}  // namespace heddle::memory
