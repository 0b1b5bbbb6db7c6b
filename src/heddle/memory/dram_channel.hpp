// One DRAM channel: banks with row buffers behind a shared command and data bus, and a request
// queue. FR-FCFS issues the column command that can issue earliest, and the oldest of several. An
// activate that can issue before any column command goes first: it opens a row in a bank whose open
// row no request uses, for the bank's oldest request. FCFS serves only the oldest request. Writes
// may have their own queue, which the channel drains in batches. Time advances from command to
// command. Without bank groups, one command transfers all bursts of a request back to back. With
// bank groups, each burst has a command of its own, so that bursts of other groups can issue in
// between. Bursts of one group are at least t_ccd_l apart.
//
// Consecutive rows of addresses go to consecutive banks, in rounds over all banks. Upper address
// bits shift the bank at which each round starts. With bank groups, addresses are mapped as in
// GPGPU-Sim 3, without a shift: chunks of 256 bytes alternate between two neighbouring banks of a
// group until one row of each bank is full.
//
// Demand requests have priority over context requests, which save and restore contexts: a context
// request counts as younger than any demand request. A bank serves context requests only if no
// demand request of the bank can be served now. A context request that has waited for the age limit
// counts as a demand request that arrived at that time. Some entries of the queue are reserved for
// demand.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "heddle/base/ring_queue.hpp"
#include "heddle/memory/bank_commands.hpp"
#include "heddle/memory/clock.hpp"
#include "heddle/memory/counters.hpp"
#include "heddle/memory/dram_buses.hpp"
#include "heddle/memory/dram_ticks.hpp"
#include "heddle/memory/event_source.hpp"
#include "heddle/memory/specs.hpp"
#include "heddle/model/kernel_slots.hpp"

namespace heddle::memory {

struct DramRequest {
  Addr address = 0;          ///< address within the channel
  std::uint32_t cookie = 0;  ///< chosen by the caller to recognise the request
  std::uint8_t sectors = 1;  ///< number of 32-byte sectors
  std::uint8_t kernel = 0;
  bool write = false;
  TrafficClass traffic = TrafficClass::demand;
};

/// A read whose last data have arrived.
struct DramCompletion {
  Tick when = 0;
  std::uint32_t cookie = 0;
};

class DramChannel {
 public:
  /// `context_age_limit` is in core cycles; 0 means no limit. `is_ideal`: see IdealSpec::dram.
  DramChannel(const DramSpec& spec, double core_mhz, std::uint32_t context_age_limit = 0,
              bool is_ideal = false);

  /// The least t_refi, in DRAM cycles, that leaves time for a column command between two refreshes.
  /// The first activate issues t_rfc cycles after a refresh, but at least one cycle after it
  /// because of the row command bus. The column command issues t_rcd cycles after the activate.
  static constexpr std::uint32_t least_refresh_interval(const DramSpec& spec) {
    return std::max(spec.t_rfc, 1u) + std::max(spec.t_rcd, 1u) + 1;
  }

  /// Makes the channel report its commands to the subscribers of `source`.
  void tell(const EventSource& source) { source_ = source; }
  /// Whether the queue has room for this many reads and this many writes of a class.
  bool has_room(std::uint32_t reads, std::uint32_t writes,
                TrafficClass traffic = TrafficClass::demand) const {
    const auto& [most_reads, most_writes] = capacity_[traffic];
    if (spec_.write_queue_entries == 0) return used_[0] + used_[1] + reads + writes <= most_reads;
    return (reads == 0 || used_[0] + reads <= most_reads) &&
           (writes == 0 || used_[1] + writes <= most_writes);
  }
  bool empty() const { return used_[0] + used_[1] == 0; }
  std::uint32_t queued() const { return used_[0] + used_[1]; }
  /// Queues a request at `now`. The queue must have room.
  void enqueue(Tick now, const DramRequest& request);
  /// Issues all commands that are due before `until`. Appends the reads that they finish to
  /// `completions`.
  void run(Tick until, std::vector<DramCompletion>& completions);
  /// Returns the earliest time at which a command can issue in the present state, or kNever if the
  /// queue is empty.
  Tick next() const { return next_; }
  const DramCounters& counters(unsigned kernel) const { return counters_[kernel]; }
  /// Returns how many of the bytes that the counters contain are transferred at `at` or later.
  /// Assumes that the bursts of the last column commands follow one another without gaps. The
  /// channel must have run up to `at`.
  std::uint64_t bytes_to_come(Tick at) const { return buses_.bytes_to_come(at); }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::uint64_t kClosed = ~std::uint64_t{0};
  /// Offset of the sequence numbers of context requests. It makes them younger than any demand
  /// request.
  static constexpr std::uint64_t kContext = std::uint64_t{1} << 63;

  struct Entry {
    DramRequest request;
    std::uint64_t row = 0;
    std::uint64_t sequence = 0;  ///< a request with a smaller number is older
    Tick arrival = 0;
    std::uint32_t next = kNone;  ///< next entry in the request's list (by age) or in the free list
    std::uint32_t left = 0;  ///< bytes of the request that no column command has transferred yet
  };
  struct BankRow {
    std::uint32_t bank = 0;
    std::uint64_t row = 0;
  };
  /// The reads or the writes of one bank and one traffic class, by age.
  struct List {
    std::uint32_t first = kNone, last = kNone;
    std::uint32_t hit = kNone;  ///< oldest request whose row is open
  };
  using Lists = std::array<List, 2>;  ///< reads, writes
  struct Bank {
    std::uint64_t open_row = kClosed;
    Tick column_ready = 0, activate_ready = 0, precharge_ready = 0;
    ByTraffic<Lists> lists;

    bool is_idle() const {
      const auto is_empty = [](const Lists& each) {
        return each[0].first == kNone && each[1].first == kNone;
      };
      return is_empty(lists.all[0]) && is_empty(lists.all[1]);
    }
  };
  /// The position of a new request. `first`: the request is the first of its list. `hit`: the
  /// request is the only one of its list whose row is open.
  struct ListPosition {
    bool first = false, hit = false;
  };

  /// The first column command and the first activate that can issue.
  struct Choice {
    DramCommand column, activate;
  };
  /// Whether reads are served now, and whether writes are served now.
  using Served = std::array<bool, 2>;

  /// Whether the channel switches between serving reads and serving writes. If so, the next command
  /// depends on the times at which `choose` is called. If not, the next command does not depend on
  /// these times.
  bool has_turns() const { return spec_.write_queue_entries != 0; }
  Served served();
  Choice choose();
  DramCommand first_activate();
  Choice choose_oldest() const;
  /// Returns the time from which the bank itself allows a change of its row.
  Tick activate_ready(const Bank& bank) const;
  /// Returns whether a column command can follow the activate before the next refresh closes the
  /// row.
  bool leaves_time_for_column(const DramCommand& activate) const;
  bool has_groups() const { return spec_.bank_groups > 1; }
  std::uint32_t group_banks() const { return spec_.banks / spec_.bank_groups; }
  BankRow bank_row_of(Addr address) const;
  CommandBursts next_bursts(const Entry& entry) const;
  void issue_column(const DramCommand& command, std::vector<DramCompletion>& completions);
  void count(const DramRequest& request, const CommandBursts& bursts, bool is_last);
  /// Delays column commands of the bank's group after a column command at `when`. Updates the
  /// commands of the group's other banks; the caller updates `bank`.
  void hold_group(std::uint32_t bank, Tick when);
  void issue_activate(const DramCommand& command);
  void tell_access(const DramCommand& command, const DramRequest& request,
                   const CommandBursts& bursts) const;
  void refresh();
  // An ideal DRAM.
  void serve_at_once(Tick now, const DramRequest& request);
  void finish_unqueued(Tick until, std::vector<DramCompletion>& completions);
  /// Makes context requests that have waited for the age limit count as demand from now on.
  void count_aged_as_demand(Tick now);
  /// Appends the request to the list of its bank, traffic class and kind (read or write).
  ListPosition append(std::uint32_t entry, std::uint32_t bank);
  std::uint32_t take_first(const Bank& bank, List& list);
  static TrafficClass class_of(std::uint64_t sequence) {
    return sequence < kContext ? TrafficClass::demand : TrafficClass::context;
  }
  List& list_of(const DramCommand& command) {
    return banks_[command.bank].lists[class_of(command.sequence)][command.write ? 1 : 0];
  }
  /// Updates the commands that a bank can take. Called after a change of the queue, of the bank, or
  /// of the kinds (reads, writes) that are served.
  void update(std::uint32_t bank);
  /// Updates the bank's commands from the lists of one class. Returns false if none of the class's
  /// requests is served now.
  bool update(std::uint32_t bank, const Lists& lists);
  void update_all();
  void find_hit(const Bank& bank, List& list) const;
  void remove(List& list, std::uint32_t entry);

  DramSpec spec_;
  DramTicks ticks_;
  DramBuses buses_;
  /// By class: number of queue entries for reads (or for reads and writes together), and number of
  /// queue entries for writes.
  ByTraffic<std::array<std::uint32_t, 2>> capacity_;
  std::array<std::uint32_t, 2> used_{};  ///< numbers of occupied queue entries of reads and of
                                         ///< writes
  std::uint32_t contexts_ = 0;           ///< number of queued context requests
  Tick age_limit_;                       ///< in ticks; 0: no limit
  Tick next_aged_ = kNever;              ///< no context request counts as demand before this time
  Tick next_ = kNever;
  Tick next_refresh_ = kNever;
  bool draining_ = false;  ///< the channel drains the queue of writes
  std::uint64_t sequence_ = 0;
  std::uint64_t busy_banks_ = 0;  ///< banks with requests
  std::uint32_t free_ = kNone;
  std::vector<Entry> entries_;
  std::vector<Bank> banks_;
  Served served_{true, true};
  std::array<BankCommands, 2> columns_;  ///< column commands to open rows: for reads, for writes
  /// Activates of closed banks, then activates of open banks, which precharge first.
  std::array<BankCommands, 2> activates_;
  std::array<DramCounters, model::kTrafficSlots> counters_{};
  EventSource source_;
  bool is_ideal_;                       ///< the queue stays empty
  RingQueue<DramCompletion> unqueued_;  ///< only in an ideal DRAM: reads that have not ended
};

}  // namespace heddle::memory
