#include "heddle/gpu/clock/clockwork.hpp"

#include <algorithm>
#include <utility>

namespace heddle::gpu {

Clockwork::Clockwork(Chip& chip, unsigned host_threads)
    : chip_(chip),
      team_(std::clamp(host_threads, 1u, chip.machine.sm.count)),
      partition_next_(chip.partitions.size(), kNever),
      due_sms_(chip.wakes),
      due_partitions_(partition_next_),
      sm_faults_(chip.sms.size()),
      partition_faults_(chip.partitions.size()),
      cut_points_(chip) {}

Cycle Clockwork::quantum_end(Cycle limit) const {
  return std::min(limit, now_ + chip_.machine.control.quantum);
}

const std::vector<StampedReport>& Clockwork::run_quantum(Cycle until, Cycle window_end) {
  cut_points_.plan(now_, until, window_end);
  phase_clock_.next_quantum();
  list_sms(until);
  team_.run([&](unsigned member) { run_sms(member, until); });
  phase_clock_.charge(Phase::sm);
  raise_fault(sm_faults_);
  list_partitions(until);
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
  if (next >= quantum_end) {
    next = std::min(
        next, due_sms_.next(quantum_end, [&](std::size_t i) { return chip_.sms[i]->next(); }));
  }
  if (next >= quantum_end) {
    next = std::min(next, due_partitions_.next(quantum_end, [&](std::size_t i) {
      return chip_.partitions[i]->next();
    }));
  }
  return next;
}

void Clockwork::skip_idle_quanta(Cycle next, Cycle limit) {
  const Cycle from = now_;
  const Cycle quantum = chip_.machine.control.quantum;
  if (next > now_) now_ = std::min(limit, now_ + (next - now_) / quantum * quantum);
  cut_points_.skip(from, now_);
}

void Clockwork::list_sms(Cycle until) {
  running_sms_.swap(ran_before_);
  if (cut_points_.stops_before(until)) return due_sms_.list_all(running_sms_);
  due_sms_.list(until, [&](std::size_t i) { return chip_.sms[i]->next(); }, running_sms_);
}

void Clockwork::list_partitions(Cycle until) {
  if (cut_points_.stops_before(until)) return due_partitions_.list_all(running_partitions_);
  // A partition that awaits a credit runs.
  due_partitions_.list(until, [](std::size_t) { return Cycle{0}; }, running_partitions_);
}

void Clockwork::run_sms(unsigned member, Cycle until) {
  if (balance_meter_.is_on()) balance_meter_.begin_quantum();
  for (const std::uint32_t sm : ran_before_)
    if (is_share_of_sms(sm, member)) chip_.sms[sm]->logs().clear();
  for (const std::uint32_t i : running_sms_) {
    if (!is_share_of_sms(i, member)) continue;
    core::Sm& sm = *chip_.sms[i];
    try {
      cut_points_.run_sm(i, until);
    } catch (...) {
      sm_faults_[i] = {std::current_exception(), sm.now()};
      has_fault_ = true;
    }
    due_sms_.set_receives(i, sm.awaits_credit());
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
  for (const std::uint32_t sm : running_sms_) {
    for (const auto& entry : chip_.sms[sm]->logs().entries()) {
      if (entry->log.empty()) continue;
      const auto is_mine = [&, base = entry->base](Addr line) {
        return members == 1 || chip_.address_map.slice(base + line) / slices % members == member;
      };
      entry->log.write_to(*entry->memory, is_mine);
    }
  }
  for (const std::uint32_t i : running_partitions_) {
    if (!is_share(i, member)) continue;
    try {
      partition_next_[i] = cut_points_.run_partition(i, now_, until);
    } catch (...) {
      partition_faults_[i] = {std::current_exception(), now_};
      has_fault_ = true;
    }
    due_partitions_.set_receives(i, chip_.partitions[i]->awaits_credit());
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
  for (const std::uint32_t sm : running_sms_) {
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
  for (const std::uint32_t i : running_partitions_) {
    memory::Partition& partition = *chip_.partitions[i];
    for (std::uint32_t slice = 0; slice < slices; ++slice) {
      const std::uint32_t input = i * slices + slice;
      send(input, partition.replies(slice));
      if (chip_.memory_spec.contexts_give_way)
        send(replies.context_input(input), partition.context_replies(slice));
    }
  }
  cut_points_.run_replies(until);
  for (const std::uint32_t sm : replies.arrived()) due_sms_.set_receives(sm, true);
}

void Clockwork::collect_reports() {
  reports_.clear();
  for (const std::uint32_t sm : running_sms_) {
    for (const auto& report : chip_.sms[sm]->reports())
      reports_.push_back({report, static_cast<std::uint16_t>(sm)});
    chip_.sms[sm]->reports().clear();
  }
  if (reports_.size() < 2) return;
  std::stable_sort(reports_.begin(), reports_.end(),
                   [](const auto& a, const auto& b) { return a.report.when < b.report.when; });
}

}  // namespace heddle::gpu
