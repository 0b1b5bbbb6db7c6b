#include "heddle/memory/dram_channel.hpp"

#include <algorithm>
#include <bit>

#include "heddle/model/memory_request.hpp"

namespace heddle::memory {

DramChannel::DramChannel(const DramSpec& spec, double core_mhz)
    : spec_(spec),
      cycle_(period(core_mhz, spec.clock_mhz)),
      entries_(spec.queue_entries),
      banks_(spec.banks) {
  for (std::uint32_t i = spec.queue_entries; i-- > 0;) {
    entries_[i].next = free_;
    free_ = i;
  }
}

void DramChannel::enqueue(Tick now, const DramRequest& request) {
  const std::uint64_t row_number = request.address / spec_.row_bytes;
  const std::uint64_t row = row_number / spec_.banks;
  const auto bank_number =
      static_cast<std::uint32_t>((row_number + row + (row >> 5)) % spec_.banks);
  const std::uint32_t id = free_;
  free_ = entries_[id].next;
  ++used_;
  entries_[id] = {request, row, sequence_++, now, kNone};
  Bank& bank = banks_[bank_number];
  (bank.first == kNone ? bank.first : entries_[bank.last].next) = id;
  bank.last = id;
  busy_banks_ |= std::uint64_t{1} << bank_number;
  if (bank.hit == kNone && bank.open_row == row) bank.hit = id;
  next_ = std::min(next_, std::max(now, command_free_));
}

void DramChannel::run(Tick until, std::vector<DramCompletion>& completions) {
  while (next_ < until) {
    Command column, activate;
    choose(column, activate);
    next_ = std::min(column.when, activate.when);
    if (next_ >= until) return;
    if (column.when <= activate.when) {
      issue_column(column, completions);
    } else {
      issue_activate(activate);
    }
    next_ = busy_banks_ == 0 ? kNever : command_free_;
  }
}

void DramChannel::choose(Command& column, Command& activate) const {
  for (std::uint64_t banks = busy_banks_; banks != 0; banks &= banks - 1) {
    const auto number = static_cast<std::uint32_t>(std::countr_zero(banks));
    const Bank& bank = banks_[number];
    const bool hit = bank.hit != kNone;
    Command& best = hit ? column : activate;
    const Entry& entry = entries_[hit ? bank.hit : bank.first];
    // Age decides between open rows, whatever turning the bus around may cost: only the bank's own
    // state counts here.
    const Tick when =
        hit ? std::max({bank.column_ready, command_free_, entry.arrival}) : activate_time(bank);
    if (when < best.when || (when == best.when && entry.sequence < best.sequence))
      best = {when, entry.sequence, number};
  }
  if (column.bank != kNone) column.when = column_time(banks_[column.bank]);
}

Tick DramChannel::column_time(const Bank& bank) const {
  const Entry& entry = entries_[bank.hit];
  const bool write = entry.request.write;
  const Tick lead = cycle_ * (write ? spec_.t_wl : spec_.t_cl);
  Tick when = std::max({bank.column_ready, command_free_, entry.arrival});
  const Tick bus = bus_free_ + (write && !last_write_ ? cycle_ * spec_.bus_turnaround : 0);
  if (bus > when + lead) when = bus - lead;
  if (!write && write_end_ != 0) when = std::max(when, write_end_ + cycle_ * spec_.t_cdlr);
  return when;
}

Tick DramChannel::activate_time(const Bank& bank) const {
  const Tick precharge = bank.open_row == kClosed ? 0 : cycle_ * spec_.t_rp;
  const Tick activate = std::max(bank.activate_ready, next_activate_);
  Tick when = std::max(command_free_, entries_[bank.first].arrival);
  if (bank.open_row != kClosed) when = std::max(when, bank.precharge_ready);
  return std::max(when + precharge, activate) - precharge;
}

void DramChannel::issue_column(const Command& command, std::vector<DramCompletion>& completions) {
  Bank& bank = banks_[command.bank];
  const std::uint32_t id = bank.hit;
  const DramRequest request = entries_[id].request;
  const std::uint32_t bytes = request.sectors * model::kSectorBytes;
  const Tick burst = cycle_ * ((bytes + spec_.bytes_per_cycle - 1) / spec_.bytes_per_cycle);
  const Tick data =
      std::max(command.when + cycle_ * (request.write ? spec_.t_wl : spec_.t_cl), bus_free_);
  bus_free_ = data + burst;
  command_free_ = command.when + cycle_;
  bank.column_ready = command.when + cycle_ * spec_.t_ccd;
  DramCounters& counters = counters_[request.kernel];
  counters.bytes += bytes;
  last_write_ = request.write;
  if (request.write) {
    ++counters.writes;
    write_end_ = bus_free_;
    bank.precharge_ready = std::max(bank.precharge_ready, bus_free_ + cycle_ * spec_.t_wr);
  } else {
    ++counters.reads;
    bank.precharge_ready = std::max(bank.precharge_ready, bus_free_);
    completions.push_back({bus_free_, request.cookie});
  }
  remove(bank, id);
  if (bank.first == kNone) busy_banks_ &= ~(std::uint64_t{1} << command.bank);
  find_hit(bank);
}

void DramChannel::issue_activate(const Command& command) {
  Bank& bank = banks_[command.bank];
  const Entry& entry = entries_[bank.first];
  const Tick open = command.when + (bank.open_row == kClosed ? 0 : cycle_ * spec_.t_rp);
  bank.open_row = entry.row;
  bank.column_ready = open + cycle_ * spec_.t_rcd;
  bank.activate_ready = open + cycle_ * spec_.t_rc;
  bank.precharge_ready = open + cycle_ * spec_.t_ras;
  next_activate_ = open + cycle_ * spec_.t_rrd;
  command_free_ = command.when + cycle_;
  ++counters_[entry.request.kernel].activates;
  find_hit(bank);
}

void DramChannel::find_hit(Bank& bank) {
  bank.hit = bank.first;
  while (bank.hit != kNone && entries_[bank.hit].row != bank.open_row)
    bank.hit = entries_[bank.hit].next;
}

void DramChannel::remove(Bank& bank, std::uint32_t id) {
  std::uint32_t previous = kNone;
  for (std::uint32_t at = bank.first; at != id; at = entries_[at].next) previous = at;
  (previous == kNone ? bank.first : entries_[previous].next) = entries_[id].next;
  if (bank.last == id) bank.last = previous;
  entries_[id].next = free_;
  free_ = id;
  --used_;
}

}  // namespace heddle::memory
