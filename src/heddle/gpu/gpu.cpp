#include "heddle/gpu/gpu.hpp"

#include <algorithm>
#include <utility>

#include "heddle/base/error.hpp"

namespace heddle::gpu {
Gpu::Gpu(const MachineSpec& machine, const PolicyChoice& policies, exec::MemoryImage& image,
         exec::SystemServices& services, unsigned host_threads)
    : image_(image),
      services_(services),
      policies_(make_dispatch_boundary(machine, policies)),
      chip_(machine, policies, policies_, image),
      observers_(chip_.machine, chip_.sms),
      accounts_(chip_, observers_),
      faults_(machine.sm.count),
      watchdog_(chip_, policies),
      team_(std::clamp(host_threads, 1u, machine.sm.count)),
      windows_(policies_.window(), machine.sm.count),
      ledgers_(machine.sm.count, Ledger(machine.sm)),
      admitted_(machine.sm.count),
      fits_(machine.sm.count) {}

void Gpu::advance(Cycle limit, bool alone) {
  if (idle()) {
    now_ = std::max(now_, limit);
    return;
  }
  const PhaseClock::Running running(phase_clock_);
  while (now_ < limit && !idle()) {
    requests_.look();
    const Cycle until = std::min(limit, now_ + chip_.machine.control.quantum);
    const auto look_at = [this](Cycle at) { return look(at); };
    if (sampling_.on()) sampling_.plan(now_, until, look_at);
    const bool ended = run_quantum(until);
    now_ = until;
    if (sampling_.on()) sampling_.collect(look_at);
    if (ended) return;
    const Cycle next = next_work();
    if (next == kNever && any_held()) return;
    if (next == kNever) {
      const auto has_blocks = [](const Ledger& ledger) { return ledger.has_blocks(); };
      watchdog_.report_standstill(std::any_of(ledgers_.begin(), ledgers_.end(), has_blocks));
    }
    // Quanta with nothing to do are skipped whole.
    if (next > now_)
      now_ = std::min(limit, now_ + (next - now_) / chip_.machine.control.quantum *
                                        chip_.machine.control.quantum);
    if (sampling_.on()) sampling_.skip(until, now_, look_at);
    check_progress(alone);
  }
}

observe::SampleState Gpu::look(Cycle at) const {
  observe::SampleState sum;
  for (const auto& sm : chip_.sms) sum += state_of(*sm, at);
  for (const auto& partition : chip_.partitions) sum += state_of(*partition);
  return sum;
}

bool Gpu::run_quantum(Cycle until) {
  phase_clock_.next_quantum();
  skip_windows();
  team_.run([&](unsigned member) { run_sms(member, until); });
  phase_clock_.charge(Phase::sm);
  raise_fault();
  team_.run([&](unsigned member) { run_memory(member, until); });
  team_.run([&](unsigned member) { run_interconnect(member, until); });
  phase_clock_.charge(Phase::memory);
  return bookkeeping(until);
}

void Gpu::run_sms(unsigned member, Cycle until) {
  for (std::size_t i = member; i < chip_.sms.size(); i += team_.size()) {
    core::Sm& sm = *chip_.sms[i];
    auto& replies = chip_.interconnect.replies.arrivals(static_cast<std::uint32_t>(i));
    for (; !replies.empty(); replies.pop(now_)) sm.schedule_reply(replies.next(), replies.front());
    sm.log().clear();
    try {
      run_sm(i, until);
    } catch (...) {
      faults_[i] = {std::current_exception(), sm.now()};
    }
  }
}

void Gpu::raise_fault() {
  const auto first =
      std::min_element(faults_.begin(), faults_.end(),
                       [](const SmFault& a, const SmFault& b) { return a.cycle < b.cycle; });
  if (first->thrown == nullptr) return;
  const std::exception_ptr thrown = first->thrown;
  std::fill(faults_.begin(), faults_.end(), SmFault());
  std::rethrow_exception(thrown);
}

void Gpu::run_memory(unsigned member, Cycle until) {
  const std::uint32_t slices = chip_.machine.l2.slices_per_channel;
  const unsigned members = team_.size();
  // Who runs a partition also makes the stores to its addresses visible, before its atomics.
  const auto is_mine = [&](Addr line) {
    return members == 1 || chip_.address_map.slice(line) / slices % members == member;
  };
  for (const auto& sm : chip_.sms) {
    if (!sm->log().empty()) sm->log().write_to(image_, is_mine);
  }
  for (std::size_t i = member; i < chip_.partitions.size(); i += members) run_partition(i, until);
}

void Gpu::run_sm(std::size_t index, Cycle until) {
  core::Sm& sm = *chip_.sms[index];
  Cycle window = windows_.end();
  const auto run_to = [&](Cycle at) {
    if (window <= at) {
      sm.run(window);
      windows_.take(index, sm.thread_instructions());
      window = kNever;
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

void Gpu::run_partition(std::size_t index, Cycle until) {
  memory::Partition& partition = *chip_.partitions[index];
  if (!sampling_.on() || sampling_.points().empty()) return partition.run(now_, until);
  partition.run(now_, sampling_.points().front());
  for (std::size_t point = 0; point < sampling_.points().size(); ++point) {
    partition.run_on(sampling_.points()[point]);
    sampling_.take(point, chip_.sms.size() + index, state_of(partition));
  }
  partition.run_on(until);
}

void Gpu::run_interconnect(unsigned member, Cycle until) {
  // The two directions have nothing in common.
  if (member == 0) run_requests(until);
  if (member + 1 == team_.size()) run_replies(until);
}

void Gpu::run_requests(Cycle until) {
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

void Gpu::run_replies(Cycle until) {
  const std::uint32_t slices = chip_.machine.l2.slices_per_channel;
  for (std::uint32_t i = 0; i < chip_.memory_spec.slices(); ++i) {
    auto& outbox = chip_.partitions[i / slices]->replies(i % slices).outbox();
    for (const memory::ReplyPacket& packet : outbox) chip_.interconnect.replies.send(i, packet);
    outbox.clear();
  }
  chip_.interconnect.replies.run(until);
}

bool Gpu::bookkeeping(Cycle until) {
  begin_grids(until);
  reports_.clear();
  for (std::size_t i = 0; i < chip_.sms.size(); ++i) {
    for (const auto& report : chip_.sms[i]->reports())
      reports_.push_back({report, static_cast<std::uint16_t>(i)});
    chip_.sms[i]->reports().clear();
  }
  std::stable_sort(reports_.begin(), reports_.end(),
                   [](const auto& a, const auto& b) { return a.report.when < b.report.when; });
  bool ended = false;
  for (const auto& report : reports_) {
    end_windows(report.report.when);
    end_launches(report.report.when);
    wake_saved(report.report.when);
    switch (report.report.kind) {
      case core::SmReport::Kind::warp_drained:
        drain_warp(report);
        break;
      case core::SmReport::Kind::warps_started:
        start_warps(report);
        break;
      case core::SmReport::Kind::service_wanted:
        serve(report);
        break;
      case core::SmReport::Kind::block_saved:
        save_block(report);
        break;
      case core::SmReport::Kind::block_finished:
        ended |= finish_block(report);
        break;
    }
  }
  end_windows(until);
  end_launches(until);
  wake_saved(until);
  return ended;
}

Cycle Gpu::next_work() const {
  Cycle next = waiting_.empty() ? kNever : now_;
  next = std::min({next, chip_.interconnect.next(), next_return()});
  for (const GridRun* run : order_) {
    if (!run->launched) next = std::min(next, run->launch_end);
  }
  for (const auto& sm : chip_.sms) next = std::min(next, sm->next());
  for (const auto& partition : chip_.partitions) next = std::min(next, partition->next());
  return next;
}

GridCounters Gpu::counters_so_far(std::uint64_t grid) {
  const GridRun& run = *grids_.at(grid);
  if (run.status.finished || !run.started) return run.status.counters;
  return accounts_.so_far(run.slot, now_);
}

void Gpu::check_progress(bool alone) {
  if (!alone) watchdog_.note_progress(now_);  // the host may store what warps poll
  if (!watchdog_.due(now_)) return;
  if (any_held()) watchdog_.note_progress(now_);  // held blocks and grids may let others go on
  watchdog_.check(now_);
}

}  // namespace heddle::gpu
