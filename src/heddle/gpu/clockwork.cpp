#include "heddle/gpu/clockwork.hpp"

#include <algorithm>

namespace heddle::gpu {

Clockwork::Clockwork(Chip& chip, exec::MemoryImage& image, unsigned host_threads)
    : chip_(chip),
      image_(image),
      team_(std::clamp(host_threads, 1u, chip.machine.sm.count)),
      faults_(chip.sms.size()),
      issued_at_window_end_(chip.sms.size()) {}

Cycle Clockwork::quantum_end(Cycle limit) const {
  return std::min(limit, now_ + chip_.machine.control.quantum);
}

const std::vector<StampedReport>& Clockwork::run_quantum(Cycle until, Cycle window_end) {
  if (sampling_.on()) sampling_.plan(now_, until, [this](Cycle at) { return state_at(at); });
  phase_clock_.next_quantum();
  team_.run([&](unsigned member) { run_sms(member, until, window_end); });
  phase_clock_.charge(Phase::sm);
  raise_fault();
  team_.run([&](unsigned member) { run_memory(member, until); });
  team_.run([&](unsigned member) { run_interconnect(member, until); });
  phase_clock_.charge(Phase::memory);
  collect_reports();
  return reports_;
}

void Clockwork::end_quantum(Cycle until) {
  now_ = until;
  if (sampling_.on()) sampling_.collect([this](Cycle at) { return state_at(at); });
}

Cycle Clockwork::next() const {
  const Cycle quantum_end = now_ + chip_.machine.control.quantum;
  Cycle next = chip_.interconnect.next();
  for (std::size_t i = 0; i < chip_.sms.size() && next >= quantum_end; ++i)
    next = std::min(next, chip_.sms[i]->next());
  for (std::size_t i = 0; i < chip_.partitions.size() && next >= quantum_end; ++i)
    next = std::min(next, chip_.partitions[i]->next());
  return next;
}

void Clockwork::skip_idle_quanta(Cycle next, Cycle limit) {
  const Cycle from = now_;
  const Cycle quantum = chip_.machine.control.quantum;
  if (next > now_) now_ = std::min(limit, now_ + (next - now_) / quantum * quantum);
  if (sampling_.on()) sampling_.skip(from, now_, [this](Cycle at) { return state_at(at); });
}

void Clockwork::sample_every(Cycle interval) {
  sampling_.start(interval, chip_.sms.size() + chip_.partitions.size());
}

void Clockwork::run_sms(unsigned member, Cycle until, Cycle window_end) {
  if (balance_meter_.is_on()) balance_meter_.begin_quantum();
  for (std::size_t i = member; i < chip_.sms.size(); i += team_.size()) {
    core::Sm& sm = *chip_.sms[i];
    auto& replies = chip_.interconnect.replies.arrivals(static_cast<std::uint32_t>(i));
    for (; !replies.empty(); replies.pop(now_)) sm.schedule_reply(replies.next(), replies.front());
    sm.log().clear();
    try {
      run_sm(i, until, window_end);
    } catch (...) {
      faults_[i] = {std::current_exception(), sm.now()};
    }
    if (balance_meter_.is_on()) balance_meter_.end_sm(i);
  }
  if (balance_meter_.is_on()) balance_meter_.end_quantum();
}

void Clockwork::run_sm(std::size_t index, Cycle until, Cycle window_end) {
  core::Sm& sm = *chip_.sms[index];
  const auto run_to = [&](Cycle at) {
    if (window_end <= at) {
      sm.run(window_end);
      issued_at_window_end_[index] = sm.counters().thread_instructions();
      window_end = kNever;
    }
    sm.run(at);
  };
  for (std::size_t point = 0; sampling_.on() && point < sampling_.points().size(); ++point) {
    const Cycle at = sampling_.points()[point];
    run_to(at);
    sampling_.take(point, index, state_of(sm, at));
  }
  run_to(until);
}

void Clockwork::raise_fault() {
  const auto first =
      std::min_element(faults_.begin(), faults_.end(),
                       [](const SmFault& a, const SmFault& b) { return a.cycle < b.cycle; });
  if (first->thrown == nullptr) return;
  const std::exception_ptr thrown = first->thrown;
  std::fill(faults_.begin(), faults_.end(), SmFault());
  std::rethrow_exception(thrown);
}

void Clockwork::run_memory(unsigned member, Cycle until) {
  const std::uint32_t slices = chip_.machine.l2.slices_per_channel;
  const unsigned members = team_.size();
  // The thread that runs a partition makes the stores to its addresses visible, before its atomics.
  const auto is_mine = [&](Addr line) {
    return members == 1 || chip_.address_map.slice(line) / slices % members == member;
  };
  for (const auto& sm : chip_.sms) {
    if (!sm->log().empty()) sm->log().write_to(image_, is_mine);
  }
  for (std::size_t i = member; i < chip_.partitions.size(); i += members) run_partition(i, until);
}

void Clockwork::run_partition(std::size_t index, Cycle until) {
  memory::Partition& partition = *chip_.partitions[index];
  if (!sampling_.on() || sampling_.points().empty()) return partition.run(now_, until);
  partition.run(now_, sampling_.points().front());
  for (std::size_t point = 0; point < sampling_.points().size(); ++point) {
    partition.run_on(sampling_.points()[point]);
    sampling_.take(point, chip_.sms.size() + index, state_of(partition));
  }
  partition.run_on(until);
}

void Clockwork::run_interconnect(unsigned member, Cycle until) {
  // The two directions have nothing in common.
  if (member == 0) run_requests(until);
  if (member + 1 == team_.size()) run_replies(until);
}

void Clockwork::run_requests(Cycle until) {
  for (std::uint32_t i = 0; i < chip_.sms.size(); ++i) {
    auto& outbox = chip_.sms[i]->port().outbox();
    for (memory::RequestPacket& packet : outbox) {
      packet.output = static_cast<std::uint16_t>(chip_.address_map.slice(packet.payload.line));
      chip_.interconnect.requests.send(i, packet);
    }
    outbox.clear();
  }
  chip_.interconnect.requests.run(until);
}

void Clockwork::run_replies(Cycle until) {
  const std::uint32_t slices = chip_.machine.l2.slices_per_channel;
  for (std::uint32_t i = 0; i < chip_.memory_spec.slices(); ++i) {
    auto& outbox = chip_.partitions[i / slices]->replies(i % slices).outbox();
    for (const memory::ReplyPacket& packet : outbox) chip_.interconnect.replies.send(i, packet);
    outbox.clear();
  }
  chip_.interconnect.replies.run(until);
}

void Clockwork::collect_reports() {
  reports_.clear();
  for (std::size_t i = 0; i < chip_.sms.size(); ++i) {
    for (const auto& report : chip_.sms[i]->reports())
      reports_.push_back({report, static_cast<std::uint16_t>(i)});
    chip_.sms[i]->reports().clear();
  }
  std::stable_sort(reports_.begin(), reports_.end(),
                   [](const auto& a, const auto& b) { return a.report.when < b.report.when; });
}

observe::SampleState Clockwork::state_at(Cycle at) const {
  observe::SampleState sum;
  for (const auto& sm : chip_.sms) sum += state_of(*sm, at);
  for (const auto& partition : chip_.partitions) sum += state_of(*partition);
  return sum;
}

}  // namespace heddle::gpu
