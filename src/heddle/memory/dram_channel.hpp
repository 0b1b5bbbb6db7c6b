// One DRAM channel: banks with row buffers behind a shared command and data bus, and a queue from
// which it chooses what to serve. FR-FCFS issues the column command that may go first (the oldest
// of those), else opens a row for the oldest request of a bank whose open row nobody wants; FCFS
// knows only the oldest request. Writes may have a queue of their own, which is drained in batches.
// Time passes from command to command; all bursts of a request follow one another. With groups of
// banks each burst is a command of its own, so that those of other groups may go between: within a
// group they keep t_ccd_l from each other.
//
// Rows of the addresses lie in the banks in turn, where the turn's start is shifted by the upper
// bits. With groups, addresses lie as GPGPU-Sim 3 has them: 256 bytes in turn in two neighbouring
// banks of a group, whose rows are full then, and nothing is shifted.
//
// Demand goes before contexts: requests of contexts count as younger than any demand, and a bank
// serves them only if it has no demand that is served now. One that has waited for the age limit
// counts as demand that came at that time. A part of the queue is left to demand.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "heddle/memory/bank_commands.hpp"
#include "heddle/memory/clock.hpp"
#include "heddle/memory/counters.hpp"
#include "heddle/memory/event_source.hpp"
#include "heddle/memory/specs.hpp"
#include "heddle/model/kernel_slots.hpp"

namespace heddle::memory {

struct DramRequest {
  Addr address = 0;          ///< among those of the channel
  std::uint32_t cookie = 0;  ///< the caller's own
  std::uint8_t sectors = 1;  ///< how many 32-byte sectors
  std::uint8_t kernel = 0;
  bool write = false;
  TrafficClass traffic = TrafficClass::demand;
};

/// A read whose last data has come.
struct DramCompletion {
  Tick when = 0;
  std::uint32_t cookie = 0;
};

class DramChannel {
 public:
  /// `context_age_limit`: core cycles; 0: none.
  DramChannel(const DramSpec& spec, double core_mhz, std::uint32_t context_age_limit = 0);

  /// In DRAM cycles: the least t_refi with which there is time for a column command between two
  /// refreshes. The first activate goes t_rfc after a refresh, on the row command bus in the next
  /// cycle at the earliest, and the column command t_rcd after it.
  static constexpr std::uint32_t least_refresh_interval(const DramSpec& spec) {
    return std::max(spec.t_rfc, 1u) + std::max(spec.t_rcd, 1u) + 1;
  }

  /// From now on it tells of its commands.
  void tell(const EventSource& source) { source_ = source; }
  /// Whether so many reads and writes of a class can be queued.
  bool has_room(std::uint32_t reads, std::uint32_t writes,
                TrafficClass traffic = TrafficClass::demand) const {
    const auto& [most_reads, most_writes] = capacity_[traffic];
    if (spec_.write_queue_entries == 0) return used_[0] + used_[1] + reads + writes <= most_reads;
    return (reads == 0 || used_[0] + reads <= most_reads) &&
           (writes == 0 || used_[1] + writes <= most_writes);
  }
  bool empty() const { return used_[0] + used_[1] == 0; }
  std::uint32_t queued() const { return used_[0] + used_[1]; }
  /// Queues a request at `now`; there must be room.
  void enqueue(Tick now, const DramRequest& request);
  /// Issues all commands that are due before `until`, and appends the reads that they finish.
  void run(Tick until, std::vector<DramCompletion>& completions);
  /// When the next command may issue as things stand; never if the queue is empty.
  Tick next() const { return next_; }
  const DramCounters& counters(unsigned kernel) const { return counters_[kernel]; }
  /// Counted bytes whose bursts have not had their turn before `at`, up to which it has run: the
  /// last column commands take theirs one after the other.
  std::uint64_t bytes_to_come(Tick at) const;

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::uint64_t kClosed = ~std::uint64_t{0};
  /// In the sequence of contexts, by which they are younger than any demand.
  static constexpr std::uint64_t kContext = std::uint64_t{1} << 63;

  struct Entry {
    DramRequest request;
    std::uint64_t row = 0;
    std::uint64_t sequence = 0;  ///< by age
    Tick arrival = 0;
    std::uint32_t next = kNone;  ///< in its list, by age, or in the free list
    std::uint32_t left = 0;      ///< bytes of which no column command has gone
  };
  struct Place {
    std::uint32_t bank = 0;
    std::uint64_t row = 0;
  };
  /// What one command of the scheduler moves: bursts of one request that follow one another.
  struct Bursts {
    std::uint32_t count = 0, bytes = 0;
  };
  /// The requests of one bank and class that read, or that write, by age.
  struct List {
    std::uint32_t first = kNone, last = kNone;
    std::uint32_t hit = kNone;  ///< oldest that finds its row open
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
  /// What a request is in its list: the first, and the only one that finds its row open.
  struct Appended {
    bool first = false, hit = false;
  };

  /// The commands that may go first.
  struct Choice {
    DramCommand column, activate;
  };
  /// Whether reads and whether writes are served now.
  using Served = std::array<bool, 2>;

  /// Whether reads and writes take turns. Whose turn it is then depends on the times at which
  /// `choose` is called; else what comes next is the same whenever it is asked.
  bool has_turns() const { return spec_.write_queue_entries != 0; }
  Served served();
  Choice choose();
  DramCommand first_activate();
  Choice choose_oldest() const;
  /// From when on the buses allow a column command.
  Tick column_base(bool write) const;
  /// From when on the command bus and other activates allow a bank's row to be changed: the
  /// precharge if a row is open, else the activate.
  Tick activate_base(bool open) const;
  /// When the bank itself allows that.
  Tick activate_ready(const Bank& bank) const;
  /// Whether a column command on the row can go before the next refresh closes it.
  bool leaves_time_for_column(const DramCommand& activate) const;
  bool has_groups() const { return spec_.bank_groups > 1; }
  Place place_of(Addr address) const;
  Bursts next_bursts(const Entry& entry) const;
  void issue_column(const DramCommand& command, std::vector<DramCompletion>& completions);
  void count(const DramRequest& request, const Bursts& bursts, bool is_last);
  /// After a column command in this cycle the bank's group waits. The bank itself is not updated.
  void hold_group(std::uint32_t bank, Tick when);
  void issue_activate(const DramCommand& command);
  void tell_access(const DramCommand& command, const DramRequest& request,
                   const Bursts& bursts) const;
  void refresh();
  /// Contexts that have waited for too long do from now on.
  void count_aged_as_demand(Tick now);
  /// Lets the request wait in the list of its bank, class and kind.
  Appended append(std::uint32_t entry, std::uint32_t bank);
  std::uint32_t take_first(const Bank& bank, List& list);
  static TrafficClass class_of(std::uint64_t sequence) {
    return sequence < kContext ? TrafficClass::demand : TrafficClass::context;
  }
  List& list_of(const DramCommand& command) {
    return banks_[command.bank].lists[class_of(command.sequence)][command.write ? 1 : 0];
  }
  /// Finds out anew which commands a bank may take. The queue, the bank or what is served has
  /// changed.
  void update(std::uint32_t bank);
  /// The same for the lists of one class; false: none of their requests is served now.
  bool update(std::uint32_t bank, const Lists& lists);
  void update_all();
  void find_hit(const Bank& bank, List& list) const;
  void remove(List& list, std::uint32_t entry);

  DramSpec spec_;
  Tick cycle_;                                        ///< ticks of a command cycle
  ByTraffic<std::array<std::uint32_t, 2>> capacity_;  ///< reads (or both), writes
  std::array<std::uint32_t, 2> used_{};               ///< the same
  std::uint32_t contexts_ = 0;                        ///< queued
  Tick age_limit_;                                    ///< 0: none
  Tick next_aged_ = kNever;                           ///< no context counts as demand before
  Tick row_command_free_ = 0, column_command_free_ = 0;
  Tick bus_free_ = 0, write_end_ = 0, next_activate_ = 0;
  Tick next_ = kNever;
  Tick next_refresh_ = kNever;
  bool last_write_ = false;  ///< the last data on the bus was a write's
  /// The last column commands: when they began, when the next may follow, what they move.
  Tick turn_ = 0, turn_end_ = 0;
  std::uint32_t turn_bytes_ = 0;
  bool draining_ = false;  ///< writes have their turn
  std::uint64_t sequence_ = 0;
  std::uint64_t busy_banks_ = 0;  ///< banks with requests
  std::uint32_t free_ = kNone;
  std::vector<Entry> entries_;
  std::vector<Bank> banks_;
  Served served_{true, true};
  std::array<BankCommands, 2> columns_;    ///< of reads, of writes, to open rows
  std::array<BankCommands, 2> activates_;  ///< of closed banks, of open ones after a precharge
  std::array<DramCounters, model::kTrafficSlots> counters_{};
  EventSource source_;
};

}  // namespace heddle::memory
