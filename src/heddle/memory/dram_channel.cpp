#include "heddle/memory/dram_channel.hpp"

#include <algorithm>
#include <bit>

#include "heddle/model/memory_request.hpp"

namespace heddle::memory {

DramChannel::DramChannel(const DramSpec& spec, double core_mhz)
    : spec_(spec),
      cycle_(period(core_mhz, spec.clock_mhz)),
      capacity_{spec.queue_entries, spec.write_queue_entries},
      entries_(spec.queue_entries + spec.write_queue_entries),
      banks_(spec.banks) {
  for (auto i = static_cast<std::uint32_t>(entries_.size()); i-- > 0;) {
    entries_[i].next = free_;
    free_ = i;
  }
  if (spec.t_refi != 0) next_refresh_ = cycle_ * spec.t_refi;
}

void DramChannel::enqueue(Tick now, const DramRequest& request) {
  const std::uint64_t row_number = request.address / spec_.row_bytes;
  const std::uint64_t row = row_number / spec_.banks;
  const auto bank_number =
      static_cast<std::uint32_t>((row_number + row + (row >> 5)) % spec_.banks);
  const std::uint32_t id = free_;
  free_ = entries_[id].next;
  ++used_[request.write ? 1 : 0];
  entries_[id] = {request, row, sequence_++, now, kNone};
  Bank& bank = banks_[bank_number];
  List& list = bank.lists[request.write ? 1 : 0];
  (list.first == kNone ? list.first : entries_[list.last].next) = id;
  list.last = id;
  busy_banks_ |= std::uint64_t{1} << bank_number;
  if (list.hit == kNone && bank.open_row == row) list.hit = id;
  next_ = std::min(next_, std::max(now, std::min(row_command_free_, column_command_free_)));
}

void DramChannel::run(Tick until, std::vector<DramCompletion>& completions) {
  while (next_ < until) {
    Command column, activate;
    if (spec_.scheduler == DramScheduler::fcfs) {
      choose_oldest(column, activate);
    } else {
      choose(column, activate);
    }
    if (!leaves_time_for_column(activate)) activate.when = kNever;
    next_ = std::min(column.when, activate.when);
    if (next_refresh_ <= next_) {
      next_ = next_refresh_;
      if (next_ >= until) return;
      refresh();
      next_ = std::min(row_command_free_, column_command_free_);
      continue;
    }
    if (next_ >= until) return;
    if (column.when <= activate.when) {
      issue_column(column, completions);
    } else {
      issue_activate(activate);
    }
    next_ = busy_banks_ == 0 ? kNever : std::min(row_command_free_, column_command_free_);
  }
}

DramChannel::Served DramChannel::served() {
  if (spec_.write_queue_entries == 0) return {};
  if (used_[1] >= spec_.write_high || used_[0] == 0) {
    draining_ = true;
  } else if (used_[1] <= spec_.write_low) {
    draining_ = false;
  }
  return {!draining_, draining_};
}

void DramChannel::choose(Command& column, Command& activate) {
  const Served now = served();
  const std::array<bool, 2> allowed = {now.reads, now.writes};
  const std::array<Tick, 2> base = {column_base(false), column_base(true)};
  for (std::uint64_t banks = busy_banks_; banks != 0; banks &= banks - 1) {
    const auto number = static_cast<std::uint32_t>(std::countr_zero(banks));
    const Bank& bank = banks_[number];
    bool hit = false;
    std::uint32_t oldest = kNone;
    for (unsigned kind = 0; kind < 2; ++kind) {
      const List& list = bank.lists[kind];
      if (list.first == kNone || !allowed[kind]) continue;
      if (oldest == kNone || entries_[list.first].sequence < entries_[oldest].sequence)
        oldest = list.first;
      if (list.hit == kNone) continue;
      hit = true;
      const Entry& entry = entries_[list.hit];
      const Tick when = std::max({bank.column_ready, base[kind], entry.arrival});
      if (when < column.when || (when == column.when && entry.sequence < column.sequence))
        column = {when, entry.sequence, number, kind == 1};
    }
    if (hit || oldest == kNone) continue;
    const Entry& entry = entries_[oldest];
    const Tick when = std::max(activate_time(bank), entry.arrival);
    if (when < activate.when || (when == activate.when && entry.sequence < activate.sequence))
      activate = {when, entry.sequence, number, entry.request.write};
  }
}

void DramChannel::choose_oldest(Command& column, Command& activate) const {
  Command oldest;
  for (std::uint64_t banks = busy_banks_; banks != 0; banks &= banks - 1) {
    const auto number = static_cast<std::uint32_t>(std::countr_zero(banks));
    for (unsigned kind = 0; kind < 2; ++kind) {
      const std::uint32_t first = banks_[number].lists[kind].first;
      if (first != kNone && entries_[first].sequence < oldest.sequence)
        oldest = {0, entries_[first].sequence, number, kind == 1};
    }
  }
  if (oldest.bank == kNone) return;
  const Bank& bank = banks_[oldest.bank];
  const List& list = bank.lists[oldest.write ? 1 : 0];
  const Entry& entry = entries_[list.first];
  const bool hit = list.hit == list.first;
  const Tick ready =
      hit ? std::max(bank.column_ready, column_base(oldest.write)) : activate_time(bank);
  oldest.when = std::max(ready, entry.arrival);
  (hit ? column : activate) = oldest;
}

Tick DramChannel::column_base(bool write) const {
  const Tick lead = cycle_ * (write ? spec_.t_wl : spec_.t_cl);
  const Tick bus = bus_free_ + (write && !last_write_ ? cycle_ * spec_.bus_turnaround : 0);
  Tick base = std::max(column_command_free_, bus > lead ? bus - lead : 0);
  if (!write && write_end_ != 0) base = std::max(base, write_end_ + cycle_ * spec_.t_cdlr);
  return base;
}

Tick DramChannel::activate_time(const Bank& bank) const {
  const Tick activate = std::max(bank.activate_ready, next_activate_);
  if (bank.open_row == kClosed) return std::max(row_command_free_, activate);
  const Tick precharge = cycle_ * spec_.t_rp;
  const Tick when = std::max(row_command_free_, bank.precharge_ready);
  return std::max(when + precharge, activate) - precharge;
}

bool DramChannel::leaves_time_for_column(const Command& activate) const {
  if (activate.when >= next_refresh_) return false;
  const bool open = banks_[activate.bank].open_row != kClosed;
  const std::uint32_t cycles = (open ? spec_.t_rp : 0) + std::max(spec_.t_rcd, 1u);
  return activate.when + cycle_ * cycles < next_refresh_;
}

void DramChannel::issue_column(const Command& command, std::vector<DramCompletion>& completions) {
  Bank& bank = banks_[command.bank];
  List& list = bank.lists[command.write ? 1 : 0];
  const std::uint32_t id = list.hit;
  const DramRequest request = entries_[id].request;
  const std::uint32_t bytes = request.sectors * model::kSectorBytes;
  const std::uint32_t bursts = spec_.burst_per_sector && !request.write
                                   ? request.sectors
                                   : (bytes + spec_.burst_bytes - 1) / spec_.burst_bytes;
  const Tick burst =
      cycle_ * ((spec_.burst_bytes + spec_.bytes_per_cycle - 1) / spec_.bytes_per_cycle);
  const Tick spacing = std::max(burst, cycle_ * spec_.t_ccd);
  const Tick last = command.when + (bursts - 1) * spacing;  // the last column command
  bus_free_ = last + cycle_ * (request.write ? spec_.t_wl : spec_.t_cl) + burst;
  column_command_free_ = last + std::max(cycle_, cycle_ * spec_.t_ccd);
  if (!spec_.dual_command_bus)
    row_command_free_ = std::max(row_command_free_, command.when + cycle_);
  DramCounters& counters = counters_[request.kernel];
  counters.bytes += bytes;
  last_write_ = request.write;
  if (request.write) {
    ++counters.writes;
    counters.write_bursts += bursts;
    write_end_ = bus_free_;
    bank.precharge_ready = std::max(bank.precharge_ready, bus_free_ + cycle_ * spec_.t_wr);
  } else {
    ++counters.reads;
    counters.read_bursts += bursts;
    bank.precharge_ready = std::max(bank.precharge_ready, last + cycle_ * spec_.t_rtp);
    completions.push_back({bus_free_, request.cookie});
  }
  remove(list, id);
  --used_[request.write ? 1 : 0];
  if (bank.lists[0].first == kNone && bank.lists[1].first == kNone)
    busy_banks_ &= ~(std::uint64_t{1} << command.bank);
}

void DramChannel::issue_activate(const Command& command) {
  Bank& bank = banks_[command.bank];
  const Entry& entry = entries_[bank.lists[command.write ? 1 : 0].first];
  const Tick open = command.when + (bank.open_row == kClosed ? 0 : cycle_ * spec_.t_rp);
  bank.open_row = entry.row;
  bank.column_ready = open + cycle_ * spec_.t_rcd;
  bank.activate_ready = open + cycle_ * spec_.t_rc;
  bank.precharge_ready = open + cycle_ * spec_.t_ras;
  next_activate_ = open + cycle_ * spec_.t_rrd;
  row_command_free_ = command.when + cycle_;
  if (!spec_.dual_command_bus)
    column_command_free_ = std::max(column_command_free_, row_command_free_);
  ++counters_[entry.request.kernel].activates;
  for (List& list : bank.lists) {
    list.hit = list.first;
    find_hit(bank, list);
  }
}

void DramChannel::refresh() {
  Tick start = next_refresh_;
  bool open = false;
  for (const Bank& bank : banks_) {
    if (bank.open_row == kClosed) continue;
    open = true;
    start = std::max(start, bank.precharge_ready);
  }
  if (open) start += cycle_ * spec_.t_rp;
  for (Bank& bank : banks_) {
    bank.open_row = kClosed;
    bank.activate_ready = std::max(bank.activate_ready, start + cycle_ * spec_.t_rfc);
    for (List& list : bank.lists) list.hit = kNone;
  }
  row_command_free_ = std::max(row_command_free_, start + cycle_);
  next_refresh_ += cycle_ * spec_.t_refi;
}

void DramChannel::find_hit(const Bank& bank, List& list) const {
  while (list.hit != kNone && entries_[list.hit].row != bank.open_row)
    list.hit = entries_[list.hit].next;
}

void DramChannel::remove(List& list, std::uint32_t id) {
  const std::uint32_t next = entries_[id].next;
  const std::uint64_t row = entries_[id].row;
  std::uint32_t previous = kNone;
  for (std::uint32_t at = list.first; at != id; at = entries_[at].next) previous = at;
  (previous == kNone ? list.first : entries_[previous].next) = next;
  if (list.last == id) list.last = previous;
  // What was before it wants another row.
  list.hit = next;
  while (list.hit != kNone && entries_[list.hit].row != row) list.hit = entries_[list.hit].next;
  entries_[id].next = free_;
  free_ = id;
}

}  // namespace heddle::memory
