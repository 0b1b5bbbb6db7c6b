// The command bus and the data bus of a DRAM channel: from when on each of them is free. One bus
// carries the commands for rows (precharge, activate) and for columns (read, write), or each kind
// has its own.
#pragma once

#include <algorithm>
#include <cstdint>

#include "heddle/memory/clock.hpp"
#include "heddle/memory/dram_ticks.hpp"

namespace heddle::memory {

/// The data of one column command of the scheduler: back-to-back bursts of one request.
struct CommandBursts {
  std::uint32_t count = 0, bytes = 0;
};

class DramBuses {
 public:
  DramBuses(const DramTicks& ticks, bool dual_command_bus)
      : ticks_(ticks), dual_command_bus_(dual_command_bus) {}

  /// Returns the time from which the buses allow a column command.
  Tick column_base(bool write) const {
    const Tick lead = ticks_.lead[write ? 1 : 0];
    const Tick data = data_free_ + (write && !last_write_ ? ticks_.turnaround : 0);
    const Tick base = std::max(column_free_, data > lead ? data - lead : 0);
    return !write && write_end_ != 0 ? std::max(base, write_end_ + ticks_.cdlr) : base;
  }
  /// Returns the time from which the command bus and other activates allow a change of a bank's
  /// row. The change begins with a precharge if a row is open, otherwise with an activate.
  Tick activate_base(bool open) const {
    const Tick precharge = open ? ticks_.rp : 0;
    return std::max(row_free_ + precharge, next_activate_) - precharge;
  }
  /// Returns the time from which the command bus takes a command for a row.
  Tick row_free() const { return row_free_; }
  /// Returns the time from which the command bus takes any command.
  Tick command_free() const { return std::min(row_free_, column_free_); }

  struct Transfer {
    Tick last = 0;      ///< time of the last column command
    Tick data_end = 0;  ///< end of the last data
  };
  /// Issues column commands back to back, the first one at `when`.
  Transfer issue_column(Tick when, bool write, const CommandBursts& bursts) {
    const Tick last = when + (bursts.count - 1) * ticks_.spacing;
    data_free_ = last + ticks_.lead[write ? 1 : 0] + ticks_.burst;
    column_free_ = last + ticks_.command_spacing;
    if (!dual_command_bus_) row_free_ = std::max(row_free_, when + ticks_.cycle);
    last_write_ = write;
    if (write) write_end_ = data_free_;
    turn_ = when;
    turn_end_ = last + ticks_.spacing;
    turn_bytes_ = bursts.bytes;
    return {last, data_free_};
  }
  /// Issues an activate, after a precharge if `open`. Returns the time of the activate.
  Tick issue_activate(Tick when, bool open) {
    const Tick activate = when + (open ? ticks_.rp : 0);
    next_activate_ = activate + ticks_.rrd;
    row_free_ = when + ticks_.cycle;
    if (!dual_command_bus_) column_free_ = std::max(column_free_, row_free_);
    return activate;
  }
  void issue_refresh(Tick when) { row_free_ = std::max(row_free_, when + ticks_.cycle); }

  /// Returns how many bytes of the last column commands are transferred at `at` or later, if their
  /// bursts follow one another without gaps.
  std::uint64_t bytes_to_come(Tick at) const {
    if (at >= turn_end_) return 0;
    const Tick left = turn_end_ - std::max(at, turn_);
    return (turn_bytes_ * left + turn_end_ - turn_ - 1) / (turn_end_ - turn_);
  }

 private:
  DramTicks ticks_;
  bool dual_command_bus_;
  bool last_write_ = false;  ///< the last data belonged to a write
  Tick row_free_ = 0, column_free_ = 0, data_free_ = 0;
  Tick write_end_ = 0;      ///< end of the last data of a write
  Tick next_activate_ = 0;  ///< no activate of any bank before this time
  /// The last column commands: the time of the first of them, the earliest time of the next command
  /// after them, and the bytes that they transfer.
  Tick turn_ = 0, turn_end_ = 0;
  std::uint32_t turn_bytes_ = 0;
};

}  // namespace heddle::memory
