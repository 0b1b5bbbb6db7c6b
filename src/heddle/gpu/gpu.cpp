#include "heddle/gpu/gpu.hpp"

#include <algorithm>
#include <utility>

#include "heddle/base/error.hpp"

namespace heddle::gpu {
Gpu::Gpu(const MachineSpec& machine, const PolicyChoice& policies, exec::MemoryImage& image,
         exec::SystemServices& services, unsigned host_threads)
    : Gpu(machine, policies, make_dispatch_boundary(machine, policies), image, services,
          host_threads) {}

Gpu::Gpu(const MachineSpec& machine, const PolicyChoice& policies, DispatchBoundary boundary,
         exec::MemoryImage& image, exec::SystemServices& services, unsigned host_threads)
    : image_(image),
      services_(services),
      chip_(machine, policies, boundary, image),
      observers_(chip_.machine, chip_.sms),
      accounts_(chip_, observers_),
      dispatcher_(std::move(boundary), chip_, accounts_),
      watchdog_(chip_, policies),
      faults_(machine.sm.count),
      issued_at_window_end_(machine.sm.count),
      team_(std::clamp(host_threads, 1u, machine.sm.count)) {}

std::uint64_t Gpu::start(std::shared_ptr<const exec::Grid> grid, GridContext context) {
  watchdog_.note_progress(now_);
  return dispatcher_.start(std::move(grid), std::move(context), now_);
}

std::optional<GridContext> Gpu::suspend(std::uint64_t grid) {
  auto context = dispatcher_.suspend(grid, now_);
  if (context && idle()) sampling_.end_span(now_);
  return context;
}

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
    const Cycle next = std::min(next_work(), dispatcher_.next(now_));
    if (next == kNever) {
      if (dispatcher_.any_held()) return;
      watchdog_.report_standstill(dispatcher_.any_block());
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
  dispatcher_.skip_windows(now_);
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
  Cycle window = dispatcher_.window_end();
  const auto run_to = [&](Cycle at) {
    if (window <= at) {
      sm.run(window);
      issued_at_window_end_[index] = sm.thread_instructions();
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
  if (dispatcher_.window_end() <= until) dispatcher_.set_issued(issued_at_window_end_);
  dispatcher_.begin_grids(until);
  reports_.clear();
  for (std::size_t i = 0; i < chip_.sms.size(); ++i) {
    for (const auto& report : chip_.sms[i]->reports())
      reports_.push_back({report, static_cast<std::uint16_t>(i)});
    chip_.sms[i]->reports().clear();
  }
  std::stable_sort(reports_.begin(), reports_.end(),
                   [](const auto& a, const auto& b) { return a.report.when < b.report.when; });
  std::optional<Cycle> ended;
  for (const StampedReport& report : reports_) {
    dispatcher_.advance(report.report.when);
    if (report.report.kind == core::SmReport::Kind::service_wanted)
      serve(report);
    else if (const auto end = dispatcher_.apply(report))
      ended = end;
  }
  dispatcher_.advance(until);
  if (ended && idle()) sampling_.end_span(*ended);
  return ended.has_value();
}

void Gpu::serve(const StampedReport& report) {
  core::Sm& sm = *chip_.sms[report.sm];
  const core::SmReport& call = report.report;
  exec::perform_system_call(sm.warp_of(call.entity), call.pc, call.lanes, services_);
  sm.schedule_service_end(call.when + chip_.machine.control.control_latency, call.entity);
}

Cycle Gpu::next_work() const {
  Cycle next = chip_.interconnect.next();
  for (const auto& sm : chip_.sms) next = std::min(next, sm->next());
  for (const auto& partition : chip_.partitions) next = std::min(next, partition->next());
  return next;
}

void Gpu::check_progress(bool alone) {
  if (!alone) watchdog_.note_progress(now_);  // the host may store what warps poll
  if (!watchdog_.due(now_)) return;
  if (dispatcher_.any_held())
    watchdog_.note_progress(now_);  // held blocks and grids may let others go on
  watchdog_.check(now_);
}

}  // namespace heddle::gpu
