// One slice of the L2 cache: write-back, write-allocate, with its own port and miss registers. It
// serves requests in the order in which they arrive; one that finds no free line, miss register or
// DRAM queue entry holds those behind it. Contexts that give way have a queue of their own, and
// hold only each other; a part of the miss registers and of DRAM's queue is left to demand.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "heddle/memory/address_map.hpp"
#include "heddle/memory/clock.hpp"
#include "heddle/memory/counters.hpp"
#include "heddle/memory/dram_channel.hpp"
#include "heddle/memory/event_source.hpp"
#include "heddle/memory/mshr.hpp"
#include "heddle/memory/tag_array.hpp"
#include "heddle/model/memory_request.hpp"

namespace heddle::memory {

/// Performs the operations of an atomic request, when and where it has arrived.
class AtomicUnit {
 public:
  virtual ~AtomicUnit() = default;
  /// Returns whether memory has changed. Called for different partitions at once.
  virtual bool perform(const model::MemoryRequest& request) = 0;
};

class L2Slice {
 public:
  enum class Outcome : std::uint8_t {
    replied,  ///< done: the reply may leave
    waiting,  ///< the reply comes with a fill
    blocked,  ///< nothing happened: try again when `may_serve`
  };

  L2Slice(const MemorySpec& spec, const AddressMap& map, std::uint32_t number, DramChannel& channel,
          std::unique_ptr<policy::CacheReplacement> replacement = nullptr);

  /// From now on it tells of the requests that it takes.
  void tell(const EventSource& source) { source_ = source; }
  /// Serves one request at `now`.
  Outcome access(Tick now, const model::MemoryRequest& original);
  /// The same of the queue of contexts.
  Outcome access_context(Tick now, const model::MemoryRequest& original);
  /// False if the last request was blocked and would be blocked again.
  bool may_serve() const { return may_serve(last_); }
  bool may_serve_context() const { return may_serve(last_context_); }
  /// The first context counts as demand now, or demand has brought or evicted a line.
  void try_context_again() { last_context_.blocked = false; }
  /// Sectors of a line have come from DRAM: appends the requests that they answer.
  void fill(Addr line, std::uint8_t sectors, std::vector<model::MemoryRequest>& answered);

  const L2Counters& counters(unsigned kernel) const { return counters_[kernel]; }
  /// Line and sectors of an outstanding DRAM read, by cookie.
  struct Fetch {
    Addr line = 0;
    std::uint8_t sectors = 0;
  };
  const Fetch& fetch(std::uint32_t cookie) const { return fetches_[cookie]; }
  void release_fetch(std::uint32_t cookie) { free_fetches_.push_back(cookie); }

 private:
  /// Of the last request of a queue.
  struct Last {
    std::uint32_t lacking_reads = 0, lacking_writes = 0;  ///< places of the DRAM queue
    TrafficClass traffic = TrafficClass::demand;          ///< of a request that lacked them
    bool blocked = false;     ///< it was blocked, and no fill that may help has come
    std::uint64_t index = 0;  ///< of its line

    bool lacks_room() const { return lacking_reads + lacking_writes != 0; }
  };

  bool may_serve(const Last& last) const {
    return !last.blocked ||
           (last.lacks_room() &&
            channel_.has_room(last.lacking_reads, last.lacking_writes, last.traffic));
  }
  void unblock(Last& last, std::uint64_t index) const {
    if (!last.lacks_room() || tags_.are_in_one_set(index, last.index)) last.blocked = false;
  }
  Outcome read(Tick now, const model::MemoryRequest& request, const model::MemoryRequest& original,
               TagArray::Line* line);
  Outcome write(Tick now, const model::MemoryRequest& request, TagArray::Line* line);
  void tell_access(Tick now, const model::MemoryRequest& request) const;
  /// A line for `request`, which then reads DRAM so often: evicts if need be; null if there is no
  /// line, or no room in the DRAM's queue.
  TagArray::Line* allocate(Tick now, const model::MemoryRequest& request, std::uint32_t reads);
  /// Notes what room is lacking.
  bool finds_room(std::uint32_t reads, std::uint32_t writes, TrafficClass traffic);
  void send_fetch(Tick now, const model::MemoryRequest& request, std::uint8_t sectors);
  std::uint64_t set_index(Addr line) const { return map_.local(line) / line_bytes_; }

  const AddressMap& map_;
  std::uint32_t number_;  ///< of the slice in its channel
  std::uint32_t line_bytes_;
  std::uint8_t all_sectors_;  ///< fetched on a miss when lines are not sectored; 0 when they are
  DramChannel& channel_;
  Last last_, last_context_;
  ByTraffic<std::uint32_t> miss_registers_;  ///< in use when a class finds no more
  TagArray tags_;
  Mshr mshr_;
  std::vector<model::MemoryRequest> waiting_;  ///< by waiter id
  std::vector<std::uint32_t> free_waiting_;
  std::vector<Fetch> fetches_;  ///< by cookie
  std::vector<std::uint32_t> free_fetches_;
  std::array<L2Counters, model::kTrafficSlots> counters_{};
  model::L2Outcome outcome_{};  ///< of the last request that was not blocked
  EventSource source_;
};

}  // namespace heddle::memory
