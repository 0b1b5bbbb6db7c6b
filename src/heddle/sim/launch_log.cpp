#include "heddle/sim/launch_log.hpp"

#include <cstdio>

#include <fmt/core.h>

#include "heddle/base/statistics/statistic_refill.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/base/text/visible_text.hpp"
#include "heddle/exec/step/executable.hpp"
#include "heddle/policy/preemption/preemption.hpp"
#include "heddle/sim/launches/launch_statistics.hpp"
#include "heddle/sim/launches/meeting_warnings.hpp"

namespace heddle::sim {

LaunchLog::LaunchLog(const Configuration& configuration, gpu::Gpu& gpu)
    : configuration_(configuration),
      observation_(configuration, gpu),
      recorder_(configuration.run_folder, configuration.run.stats) {}

void LaunchLog::begun(const Launch& launch) {
  observation_.launched(launch.record, *launch.request.program);
  live().launches.fetch_add(1, std::memory_order_relaxed);
}

void LaunchLog::ended(Launch& launch, const gpu::GridCounters& counters) {
  LaunchRecord& record = launch.record;
  record.complete = true;
  record.started = counters.started;
  record.ended = counters.ended;
  note_time(record, counters);
  for (const auto& sm : counters.each_sm) record.sms.push_back(statistics_of(sm));
  record.statistics = std::move(reused_statistics_);
  refill(record.statistics, counters);
  const std::size_t own = record.statistics.size();
  computed(launch);
  observation_.ended(record);
  record.statistics.resize(own);
  reused_statistics_ = std::move(record.statistics);
}

void LaunchLog::computed(Launch& launch) {
  add_check(launch);
  warn_of_meetings(launch);
  recorder_.launch(launch.record);
}

void LaunchLog::stopped(Launch& launch, const gpu::GridCounters* timed, Cycle now) {
  LaunchRecord& record = launch.record;
  if (timed != nullptr) {
    record.started = timed->started;
    record.ended = now;
    note_time(record, *timed);
    record.statistics = statistics_of(*timed);
    for (const auto& sm : timed->each_sm) record.sms.push_back(statistics_of(sm));
  }
  if (launch.run != nullptr) record.statistics = statistics_of(launch.run->counts());
  add_check(launch);
  record.complete = false;
  recorder_.launch(record);
  if (timed != nullptr) observation_.ended(record);
}

void LaunchLog::note_time(LaunchRecord& record, const gpu::GridCounters& counters) {
  record.own_time = times_.add(record.kernel, record.stream, counters.started, counters.ended);
  recorded_cycles_ += record.own_time.process;
}

void LaunchLog::add_check(Launch& launch) {
  const auto& check = launch.grid->executable->scalar_check;
  if (check == nullptr) return;
  for (Statistic& value : statistics_of(check->take_counts()))
    launch.record.statistics.push_back(std::move(value));
}

void LaunchLog::warn_of_meetings(const Launch& launch) {
  for (const MeetingWarning& warning : meeting_warnings(*launch.grid))
    warn_once(warning.text, warning.instruction);
}

void LaunchLog::warn_once(const std::string& text, const std::string& subject) {
  if (!warned_of_.insert(subject).second) return;
  recorder_.warning(text);
  if (!configuration_.run_folder.empty()) return;
  withdraw_progress();
  fmt::print(stderr, "heddle: warning: {}\n", visible(text));
}

void LaunchLog::note_hindrances(const LaunchRecord& record, const gpu::GridStatus& status) {
  if (status.offence.empty() && !status.waited_behind_less_urgent) return;
  if (!configuration_.asks(policy::Preemption::kKind)) return;
  const std::string kernel = demangled(record.kernel);
  const auto warn = [this](const std::string& text) { warn_once(text, text); };
  if (!status.offence.empty())
    warn(fmt::format("blocks of {} are not discarded after {}", kernel, status.offence));
  if (status.waited_behind_less_urgent)
    warn(
        fmt::format("{} waited for one of {} kernel slots, which less urgent kernels had: a signal "
                    "frees SMs and no slot, and its cycles count from the slot on",
                    kernel, core::kKernelSlots));
}

void LaunchLog::allow_progress() {
  if (TerminalLine* const line = recorder_.terminal_line()) line->allow();
}

void LaunchLog::withdraw_progress() {
  if (TerminalLine* const line = recorder_.terminal_line()) line->withdraw();
}

}  // namespace heddle::sim
