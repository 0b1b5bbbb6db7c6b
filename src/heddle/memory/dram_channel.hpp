// One DRAM channel: banks with row buffers behind a shared command and data bus, and a queue from
// which it serves first the requests that find their row open, then the oldest (FR-FCFS). Time
// passes from command to command.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/memory/clock.hpp"
#include "heddle/memory/counters.hpp"
#include "heddle/memory/specs.hpp"

namespace heddle::memory {

struct DramRequest {
  Addr address = 0;          ///< among those of the channel
  std::uint32_t cookie = 0;  ///< the caller's own
  std::uint8_t sectors = 1;  ///< how many 32-byte sectors
  std::uint8_t kernel = 0;
  bool write = false;
};

/// A read whose last data has come.
struct DramCompletion {
  Tick when = 0;
  std::uint32_t cookie = 0;
};

class DramChannel {
 public:
  static constexpr unsigned kKernels = 8;

  DramChannel(const DramSpec& spec, double core_mhz);

  bool full() const { return used_ == entries_.size(); }
  bool empty() const { return used_ == 0; }
  std::uint32_t waiting() const { return used_; }
  /// Queues a request at `now`; not when full.
  void enqueue(Tick now, const DramRequest& request);
  /// Issues all commands that are due before `until`, and appends the reads that they finish.
  void run(Tick until, std::vector<DramCompletion>& completions);
  /// When the next command may issue as things stand; never if the queue is empty.
  Tick next() const { return next_; }
  const DramCounters& counters(unsigned kernel) const { return counters_[kernel]; }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::uint64_t kClosed = ~std::uint64_t{0};

  struct Entry {
    DramRequest request;
    std::uint64_t row = 0;
    std::uint64_t sequence = 0;
    Tick arrival = 0;
    std::uint32_t next = kNone;  ///< in its bank's list, by age, or in the free list
  };
  struct Bank {
    std::uint64_t open_row = kClosed;
    Tick column_ready = 0, activate_ready = 0, precharge_ready = 0;
    std::uint32_t first = kNone, last = kNone;
    std::uint32_t hit = kNone;  ///< oldest entry that finds its row open
  };
  struct Command {
    Tick when = kNever;
    std::uint64_t sequence = ~std::uint64_t{0};
    std::uint32_t bank = kNone;
  };

  void find_hit(Bank& bank);
  Tick column_time(const Bank& bank) const;
  /// When its row may be changed: the precharge, or the activate if no row is open.
  Tick activate_time(const Bank& bank) const;
  void choose(Command& column, Command& activate) const;
  void issue_column(const Command& command, std::vector<DramCompletion>& completions);
  void issue_activate(const Command& command);
  void remove(Bank& bank, std::uint32_t entry);

  DramSpec spec_;
  Tick cycle_;  ///< ticks of a command cycle
  Tick command_free_ = 0, bus_free_ = 0, write_end_ = 0, next_activate_ = 0;
  Tick next_ = kNever;
  bool last_write_ = false;  ///< the last data on the bus was a write's
  std::uint64_t sequence_ = 0;
  std::uint64_t busy_banks_ = 0;  ///< banks with requests
  std::uint32_t used_ = 0, free_ = kNone;
  std::vector<Entry> entries_;
  std::vector<Bank> banks_;
  DramCounters counters_[kKernels];
};

}  // namespace heddle::memory
