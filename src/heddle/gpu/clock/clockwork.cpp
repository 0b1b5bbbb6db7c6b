#include "heddle/gpu/clock/clockwork.hpp"

#include <algorithm>
#include <utility>

namespace heddle::gpu {

Clockwork::Clockwork(Chip& chip, unsigned host_threads)
    : chip_(chip),
      team_(std::clamp(host_threads, 1u, chip.machine.sm.count)),
      sm_ran_(chip.sms.size()),
      partition_ran_(chip.partitions.size()),
      sm_receives_(chip.sms.size()),
      partition_next_(chip.partitions.size(), kNever),
      partition_receives_(chip.partitions.size()),
      sm_faults_(chip.sms.size()),
      partition_faults_(chip.partitions.size()),
      cut_points_(chip) {}

Cycle Clockwork::quantum_end(Cycle limit) const {
  return std::min(limit, now_ + chip_.machine.control.quantum);
}

const std::vector<StampedReport>& Clockwork::run_quantum(Cycle until, Cycle window_end) {
  cut_points_.plan(now_, until, window_end);
  phase_clock_.next_quantum();
  team_.run([&](unsigned member) { run_sms(member, until); });
  phase_clock_.charge(Phase::sm);
  raise_fault(sm_faults_);
  list_ran();
  team_.run([&](unsigned member) { run_memory(member, until); });
  raise_fault(partition_faults_);
  team_.run([&](unsigned member) { run_interconnect(member, until); });
  phase_clock_.charge(Phase::memory);
  collect_reports();
  return reports_;
}

void Clockwork::end_quantum(Cycle until) {
  now_ = until;
  cut_points_.collect();
}

Cycle Clockwork::next() const {
  const Cycle quantum_end = now_ + chip_.machine.control.quantum;
  Cycle next = chip_.interconnect.next();
  for (std::size_t i = 0; i < chip_.sms.size() && next >= quantum_end; ++i)
    next = std::min(next, sm_receives_[i] != 0 ? chip_.sms[i]->next() : chip_.wakes[i]);
  for (std::size_t i = 0; i < chip_.partitions.size() && next >= quantum_end; ++i)
    next = std::min(next,
                    partition_receives_[i] != 0 ? chip_.partitions[i]->next() : partition_next_[i]);
  return next;
}

void Clockwork::skip_idle_quanta(Cycle next, Cycle limit) {
  const Cycle from = now_;
  const Cycle quantum = chip_.machine.control.quantum;
  if (next > now_) now_ = std::min(limit, now_ + (next - now_) / quantum * quantum);
  cut_points_.skip(from, now_);
}

bool Clockwork::is_due(std::size_t sm, Cycle until) const {
  if (chip_.wakes[sm] < until) return true;
  return sm_receives_[sm] != 0 && chip_.sms[sm]->next() < until;
}

void Clockwork::list_ran() {
  ran_.clear();
  for (std::uint32_t i = 0; i < sm_ran_.size(); ++i) {
    if (sm_ran_[i] != 0) ran_.push_back(i);
  }
}

void Clockwork::run_sms(unsigned member, Cycle until) {
  if (balance_meter_.is_on()) balance_meter_.begin_quantum();
  const bool must_stop = cut_points_.stops_before(until);
  for (std::size_t i = member; i < chip_.sms.size(); i += team_.size()) {
    const bool did_run = std::exchange(sm_ran_[i], must_stop || is_due(i, until)) != 0;
    if (did_run) chip_.sms[i]->logs().clear();
    if (sm_ran_[i] == 0) continue;
    core::Sm& sm = *chip_.sms[i];
    try {
      cut_points_.run_sm(i, until);
    } catch (...) {
      sm_faults_[i] = {std::current_exception(), sm.now()};
      has_fault_ = true;
    }
    sm_receives_[i] = sm.awaits_credit() ? 1 : 0;
    if (balance_meter_.is_on()) balance_meter_.end_sm(i);
  }
  if (balance_meter_.is_on()) balance_meter_.end_quantum();
}

void Clockwork::raise_fault(std::vector<Fault>& faults) {
  if (!has_fault_) return;
  has_fault_ = false;
  const auto first =
      std::min_element(faults.begin(), faults.end(),
                       [](const Fault& a, const Fault& b) { return a.cycle < b.cycle; });
  const std::exception_ptr thrown = first->thrown;
  std::fill(faults.begin(), faults.end(), Fault());
  std::rethrow_exception(thrown);
}

void Clockwork::run_memory(unsigned member, Cycle until) {
  const std::uint32_t slices = chip_.machine.l2.slices_per_channel;
  const unsigned members = team_.size();
  // The host thread that runs a partition first makes the SMs' stores to the partition's addresses
  // visible. Then it runs the partition, including the partition's atomics.
  for (const std::uint32_t sm : ran_) {
    for (const auto& entry : chip_.sms[sm]->logs().entries()) {
      if (entry->log.empty()) continue;
      const auto is_mine = [&, base = entry->base](Addr line) {
        return members == 1 || chip_.address_map.slice(base + line) / slices % members == member;
      };
      entry->log.write_to(*entry->memory, is_mine);
    }
  }
  const bool must_stop = cut_points_.stops_before(until);
  for (std::size_t i = member; i < chip_.partitions.size(); i += members) {
    partition_ran_[i] = must_stop || partition_next_[i] < until || partition_receives_[i] != 0;
    if (partition_ran_[i] == 0) continue;
    try {
      partition_next_[i] = cut_points_.run_partition(i, now_, until);
    } catch (...) {
      partition_faults_[i] = {std::current_exception(), now_};
      has_fault_ = true;
    }
    partition_receives_[i] = chip_.partitions[i]->awaits_credit() ? 1 : 0;
  }
}

void Clockwork::run_interconnect(unsigned member, Cycle until) {
  // The two directions share no state, so two host threads may run them.
  if (member == 0) run_requests(until);
  if (member + 1 == team_.size()) run_replies(until);
}

void Clockwork::run_requests(Cycle until) {
  auto& requests = chip_.interconnect.requests;
  const auto send = [&](std::uint32_t input, core::RequestPort& port) {
    for (memory::RequestPacket& packet : port.outbox()) {
      packet.output = static_cast<std::uint16_t>(chip_.address_map.slice(packet.payload.line));
      requests.send(input, packet);
    }
    port.outbox().clear();
  };
  for (const std::uint32_t sm : ran_) {
    send(sm, chip_.sms[sm]->port());
    if (chip_.memory_spec.contexts_give_way)
      send(requests.context_input(sm), *chip_.sms[sm]->context_switch().own_port());
  }
  cut_points_.run_requests(until);
  const std::uint32_t slices = chip_.machine.l2.slices_per_channel;
  for (const std::uint32_t output : requests.arrived()) {
    const std::size_t partition = output % chip_.memory_spec.slices() / slices;
    partition_next_[partition] =
        std::min(partition_next_[partition], chip_.partitions[partition]->next_service());
  }
}

void Clockwork::run_replies(Cycle until) {
  const std::uint32_t slices = chip_.machine.l2.slices_per_channel;
  auto& replies = chip_.interconnect.replies;
  const auto send = [&](std::uint32_t input, memory::Partition::Replies& port) {
    for (const memory::ReplyPacket& packet : port.outbox()) replies.send(input, packet);
    port.outbox().clear();
  };
  for (std::uint32_t i = 0; i < partition_ran_.size(); ++i) {
    if (partition_ran_[i] == 0) continue;
    memory::Partition& partition = *chip_.partitions[i];
    for (std::uint32_t slice = 0; slice < slices; ++slice) {
      const std::uint32_t input = i * slices + slice;
      send(input, partition.replies(slice));
      if (chip_.memory_spec.contexts_give_way)
        send(replies.context_input(input), partition.context_replies(slice));
    }
  }
  cut_points_.run_replies(until);
  for (const std::uint32_t sm : replies.arrived()) sm_receives_[sm] = 1;
}

void Clockwork::collect_reports() {
  reports_.clear();
  for (const std::uint32_t sm : ran_) {
    for (const auto& report : chip_.sms[sm]->reports())
      reports_.push_back({report, static_cast<std::uint16_t>(sm)});
    chip_.sms[sm]->reports().clear();
  }
  if (reports_.size() < 2) return;
  std::stable_sort(reports_.begin(), reports_.end(),
                   [](const auto& a, const auto& b) { return a.report.when < b.report.when; });
}

}  // namespace heddle::gpu
