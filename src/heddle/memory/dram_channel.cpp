#include "heddle/memory/dram_channel.hpp"

#include <algorithm>
#include <bit>

#include "heddle/model/memory_request.hpp"

namespace heddle::memory {

DramChannel::DramChannel(const DramSpec& spec, double core_mhz, std::uint32_t context_age_limit,
                         bool is_ideal)
    : spec_(spec),
      ticks_(spec, core_mhz),
      buses_(ticks_, spec.dual_command_bus),
      capacity_{{std::array{spec.queue_entries, spec.write_queue_entries},
                 std::array{model::places_of_contexts(spec.queue_entries),
                            model::places_of_contexts(spec.write_queue_entries)}}},
      age_limit_(to_ticks(context_age_limit)),
      entries_(spec.queue_entries + spec.write_queue_entries),
      banks_(spec.banks),
      columns_{BankCommands(spec.banks), BankCommands(spec.banks)},
      activates_{BankCommands(spec.banks), BankCommands(spec.banks)},
      is_ideal_(is_ideal) {
  for (auto i = static_cast<std::uint32_t>(entries_.size()); i-- > 0;) {
    entries_[i].next = free_;
    free_ = i;
  }
  if (spec.t_refi != 0) next_refresh_ = ticks_.refi;
}

void DramChannel::run(Tick until, std::vector<DramCompletion>& completions) {
  if (is_ideal_) return finish_unqueued(until, completions);
  while (next_ < until) {
    auto [column, activate] = spec_.scheduler == DramScheduler::fcfs ? choose_oldest() : choose();
    if (!leaves_time_for_column(activate)) activate.when = kNever;
    next_ = std::min(column.when, activate.when);
    if (next_aged_ <= next_ && next_aged_ < next_refresh_) {
      next_ = next_aged_;
      if (next_ >= until) return;
      count_aged_as_demand(next_);
      continue;
    }
    if (next_refresh_ <= next_) {
      next_ = next_refresh_;
      if (next_ >= until) return;
      refresh();
      next_ = buses_.command_free();
      continue;
    }
    if (next_ >= until) return;
    if (column.when <= activate.when) {
      issue_column(column, completions);
    } else {
      issue_activate(activate);
    }
    if (busy_banks_ == 0) {
      next_ = kNever;
    } else if (has_turns()) {
      next_ = buses_.command_free();
    }
  }
}

DramChannel::Served DramChannel::served() {
  if (!has_turns()) return {true, true};
  if (used_[1] >= spec_.write_high || used_[0] == 0) {
    draining_ = true;
  } else if (used_[1] <= spec_.write_low) {
    draining_ = false;
  }
  return {!draining_, draining_};
}

DramChannel::Choice DramChannel::choose() {
  if (const Served now = served(); now != served_) {
    served_ = now;
    update_all();
  }
  Choice choice;
  for (const bool write : {false, true}) {
    if (columns_[write].empty()) continue;
    const DramCommand first = columns_[write].first(buses_.column_base(write));
    if (first.before(choice.column)) choice.column = first;
  }
  // No activate can issue before the row command bus is free. At equal times a column command has
  // priority over an activate.
  if (choice.column.when > buses_.row_free()) choice.activate = first_activate();
  return choice;
}

DramCommand DramChannel::first_activate() {
  DramCommand best;
  for (const bool open : {false, true}) {
    if (activates_[open].empty()) continue;
    const DramCommand first = activates_[open].first(buses_.activate_base(open));
    if (first.before(best)) best = first;
  }
  return best;
}

DramChannel::Choice DramChannel::choose_oldest() const {
  DramCommand oldest;
  for (std::uint64_t banks = busy_banks_; banks != 0; banks &= banks - 1) {
    const auto number = static_cast<std::uint32_t>(std::countr_zero(banks));
    for (const Lists& lists : banks_[number].lists) {
      for (unsigned kind = 0; kind < 2; ++kind) {
        const std::uint32_t first = lists[kind].first;
        if (first != kNone && entries_[first].sequence < oldest.sequence)
          oldest = {0, entries_[first].sequence, number, kind == 1};
      }
    }
  }
  if (oldest.bank == DramCommand::kNoBank) return {};
  const Bank& bank = banks_[oldest.bank];
  const List& list = bank.lists[class_of(oldest.sequence)][oldest.write ? 1 : 0];
  const Entry& entry = entries_[list.first];
  const bool hit = list.hit == list.first;
  const Tick base =
      hit ? buses_.column_base(oldest.write) : buses_.activate_base(bank.open_row != kClosed);
  const Tick ready = hit ? bank.column_ready : activate_ready(bank);
  oldest.when = std::max({base, ready, entry.arrival});
  Choice choice;
  (hit ? choice.column : choice.activate) = oldest;
  return choice;
}

Tick DramChannel::activate_ready(const Bank& bank) const {
  if (bank.open_row == kClosed) return bank.activate_ready;
  const Tick precharge = ticks_.rp;
  return std::max(bank.precharge_ready + precharge, bank.activate_ready) - precharge;
}

bool DramChannel::leaves_time_for_column(const DramCommand& activate) const {
  if (activate.when >= next_refresh_) return false;
  const bool open = banks_[activate.bank].open_row != kClosed;
  const Tick row = (open ? ticks_.rp : 0) + std::max(ticks_.rcd, ticks_.cycle);
  return activate.when + row < next_refresh_;
}

void DramChannel::issue_column(const DramCommand& command,
                               std::vector<DramCompletion>& completions) {
  Bank& bank = banks_[command.bank];
  List& list = list_of(command);
  const std::uint32_t id = list.hit;
  const DramRequest request = entries_[id].request;
  const CommandBursts bursts = next_bursts(entries_[id]);
  const bool is_last = (entries_[id].left -= bursts.bytes) == 0;
  const auto [last, data_end] = buses_.issue_column(command.when, request.write, bursts);
  count(request, bursts, is_last);
  if (request.write) {
    bank.precharge_ready = std::max(bank.precharge_ready, data_end + ticks_.wr);
  } else {
    bank.precharge_ready = std::max(bank.precharge_ready, last + ticks_.rtp);
    if (is_last) completions.push_back({data_end, request.cookie});
  }
  if (source_.is_heard<model::DramAccess>()) tell_access(command, request, bursts);
  if (is_last) {
    remove(list, id);
    --used_[request.write ? 1 : 0];
    if (command.sequence >= kContext) --contexts_;
    if (bank.is_idle()) busy_banks_ &= ~(std::uint64_t{1} << command.bank);
  }
  if (has_groups()) hold_group(command.bank, command.when);
  update(command.bank);
}

CommandBursts DramChannel::next_bursts(const Entry& entry) const {
  const std::uint32_t each =
      spec_.burst_per_sector && !entry.request.write ? model::kSectorBytes : spec_.burst_bytes;
  const std::uint32_t count = has_groups() ? 1 : (entry.left + each - 1) / each;
  return {count, std::min(entry.left, count * each)};
}

void DramChannel::count(const DramRequest& request, const CommandBursts& bursts, bool is_last) {
  DramCounters& counters = counters_[request.kernel];
  counters.bytes += bursts.bytes;
  (request.write ? counters.write_bursts : counters.read_bursts) += bursts.count;
  if (is_last) ++(request.write ? counters.writes : counters.reads);
}

void DramChannel::hold_group(std::uint32_t number, Tick when) {
  const Tick free = when + ticks_.ccd_l;
  const std::uint32_t first = number / group_banks() * group_banks();
  for (std::uint32_t bank = first; bank < first + group_banks(); ++bank) {
    banks_[bank].column_ready = std::max(banks_[bank].column_ready, free);
    if (bank != number && !banks_[bank].is_idle()) update(bank);
  }
}

void DramChannel::tell_access(const DramCommand& command, const DramRequest& request,
                              const CommandBursts& bursts) const {
  source_.subscribers->tell(model::DramAccess{.cycle = command.when / kTicksPerCycle,
                                              .channel = source_.number,
                                              .bank = command.bank,
                                              .row = banks_[command.bank].open_row,
                                              .bursts = bursts.count,
                                              .bytes = bursts.bytes,
                                              .kernel = request.kernel,
                                              .write = request.write});
}

void DramChannel::issue_activate(const DramCommand& command) {
  Bank& bank = banks_[command.bank];
  const Entry& entry = entries_[list_of(command).first];
  const Tick open = buses_.issue_activate(command.when, bank.open_row != kClosed);
  bank.open_row = entry.row;
  bank.column_ready = std::max(bank.column_ready, open + ticks_.rcd);
  bank.activate_ready = open + ticks_.rc;
  bank.precharge_ready = open + ticks_.ras;
  ++counters_[entry.request.kernel].activates;
  if (source_.is_heard<model::DramActivate>())
    source_.subscribers->tell(model::DramActivate{command.when / kTicksPerCycle, source_.number,
                                                  command.bank, entry.row, entry.request.kernel});
  for (Lists& lists : bank.lists) {
    for (List& list : lists) {
      list.hit = list.first;
      find_hit(bank, list);
    }
  }
  update(command.bank);
}

void DramChannel::refresh() {
  Tick start = next_refresh_;
  bool open = false;
  for (const Bank& bank : banks_) {
    if (bank.open_row == kClosed) continue;
    open = true;
    start = std::max(start, bank.precharge_ready);
  }
  if (open) start += ticks_.rp;
  for (Bank& bank : banks_) {
    bank.open_row = kClosed;
    bank.activate_ready = std::max(bank.activate_ready, start + ticks_.rfc);
    for (Lists& lists : bank.lists) {
      for (List& list : lists) list.hit = kNone;
    }
  }
  buses_.issue_refresh(start);
  next_refresh_ += ticks_.refi;
  update_all();
}

void DramChannel::update(std::uint32_t number) {
  const auto& lists = banks_[number].lists;
  const bool has_demand = update(number, lists[TrafficClass::demand]);
  if (!has_demand && contexts_ != 0) update(number, lists[TrafficClass::context]);
}

bool DramChannel::update(std::uint32_t number, const Lists& lists) {
  const Bank& bank = banks_[number];
  bool hit = false;
  std::uint32_t oldest = kNone;
  for (const bool write : {false, true}) {
    const List& list = lists[write];
    const bool asks = list.first != kNone && served_[write];
    if (asks && (oldest == kNone || entries_[list.first].sequence < entries_[oldest].sequence))
      oldest = list.first;
    if (!asks || list.hit == kNone) {
      columns_[write].clear(number);
      continue;
    }
    hit = true;
    const Entry& entry = entries_[list.hit];
    columns_[write].set(number, std::max(bank.column_ready, entry.arrival), entry.sequence, write);
  }
  const bool open = bank.open_row != kClosed;
  activates_[!open].clear(number);
  if (hit || oldest == kNone) {
    activates_[open].clear(number);
    return hit;
  }
  const Entry& entry = entries_[oldest];
  activates_[open].set(number, std::max(activate_ready(bank), entry.arrival), entry.sequence,
                       entry.request.write);
  return true;
}

void DramChannel::update_all() {
  for (std::uint32_t bank = 0; bank < banks_.size(); ++bank) update(bank);
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
  // All earlier requests of the list need another row.
  list.hit = next;
  while (list.hit != kNone && entries_[list.hit].row != row) list.hit = entries_[list.hit].next;
  entries_[id].next = free_;
  free_ = id;
}

}  // namespace heddle::memory
