#include "heddle/sim/observation.hpp"

#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/sim/loads_text.hpp"
#include "heddle/sim/sample_text.hpp"
#include "heddle/sim/sm_list.hpp"
#include "heddle/sim/whole_file.hpp"

namespace heddle::sim {

namespace fs = std::filesystem;

std::string numbered_name(const std::string& file, unsigned number) {
  if (number == 0) return file;
  const fs::path path(file);
  return fmt::format("{}-{}{}", path.stem().string(), number, path.extension().string());
}

Observation::Observation(const Configuration& configuration, gpu::Gpu& gpu)
    : configuration_(configuration), gpu_(gpu), process_(getpid()) {
  const RunOptions& options = configuration.run;
  if (options.balance) gpu.measure_balance();
  if (options.stats_sms) gpu.count_each_sm();
  if (options.hit_classes) gpu.classify_hits();
  if (options.l1_replay) gpu.replay_l1();
  if (options.loads) gpu.profile_loads();
  if (options.lost_locality)
    gpu.count_lost_locality(
        {.entries = options.lost_locality_tags, .ways = options.lost_locality_ways});
  if (configuration.run_folder.empty()) return;
  if (options.sample != 0) {
    gpu.sample_every(options.sample);
    samples_ = OutputFile(reserve(kSamplesFile));
    samples_.write(sample_heading());
    samples_.flush();
  }
  const std::uint32_t sms = configuration.machine.sm.count;
  if (options.blocks) tables_.record_blocks(gpu, sms, reserve(kBlocksFile));
  if (options.warps) tables_.record_warps(gpu, sms, reserve(kWarpsFile));
  if (options.policy_notes) tables_.record_notes(gpu, sms, reserve(kPolicyNotesFile));
  if (options.loads) loads_file_ = reserve(kLoadsFile);
  if (options.l1_stream) {
    gpu.record_l1();
    l1_stream_.emplace(reserve(kL1StreamFile), gpu.l1_shape(), configuration.machine.sm.count);
  }
  if (options.timeline == TimelineForm::none) return;
  timeline_sms_ = read_sm_list(options.timeline_sms, sms, kTimelineSms);
  timeline_file_ = reserve(kTimelineFile);
}

/// The first free name of that kind, taken.
fs::path Observation::reserve(const std::string& file) const {
  for (unsigned number = 0;; ++number) {
    fs::path path = configuration_.run_folder / numbered_name(file, number);
    const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (descriptor >= 0) {
      close(descriptor);
      return path;
    }
    if (errno != EEXIST) throw Error(write_failure(path, errno));
  }
}

void Observation::watch(Cycle started) {
  const RunOptions& options = configuration_.run;
  timeline_.from = std::max(options.timeline_from, started);
  observe::TimelineWindow window{
      .from = timeline_.from,
      .to = options.timeline_to == 0 ? kNever : options.timeline_to,
      .most_events = std::max<std::uint64_t>(options.timeline_events / timeline_sms_.size(), 1)};
  if (options.timeline_cycles != 0)
    window.to = std::min(window.to, timeline_.from + options.timeline_cycles);
  for (const std::uint32_t sm : timeline_sms_) {
    timeline_.sms.push_back({sm, std::make_unique<observe::SmTimeline>(window)});
    gpu_.listen(sm, *timeline_.sms.back().timeline);
  }
}

void Observation::launched(const LaunchRecord& record, const isa::Program& program) {
  if (!timeline_file_.empty() && record.timed) {
    if (timeline_.sms.empty()) watch(record.started);
    timeline_.add(record, program);
  }
  if (!l1_stream_ || !record.timed || process_ != getpid()) return;
  l1_stream_->launch(record.grid, record.kernel);
  l1_stream_->flush();
}

void Observation::write_loads() {
  std::vector<const std::vector<observe::KernelLoads>*> sms;
  for (std::uint32_t sm = 0; sm < configuration_.machine.sm.count; ++sm)
    sms.push_back(&gpu_.loads(sm));
  std::string text = loads_heading();
  for (const observe::KernelLoads& kernel : sum_of(sms)) text += loads_lines(kernel);
  write_whole_file(loads_file_, text);
  loads_file_.clear();
}

void Observation::write_l1_stream() {
  for (std::uint32_t sm = 0; sm < configuration_.machine.sm.count; ++sm) {
    std::vector<replay::Record>& records = gpu_.l1_records(sm);
    if (!records.empty() && process_ == getpid()) l1_stream_->records(sm, records);
    records.clear();
  }
  l1_stream_->flush();  // a forked child must not find any to write
}

void Observation::ended(const LaunchRecord& record) {
  timeline_.ended(record);
  if (process_ == getpid()) tables_.ended(record);
}

void Observation::update(std::uint64_t first_running) {
  if (l1_stream_) write_l1_stream();
  if (process_ != getpid()) return;
  tables_.write(first_running);
  if (!samples_.is_open()) return;
  for (const observe::Sample& sample : gpu_.samples())
    samples_.write(sample_line(sample, configuration_.machine, gpu_.energy_model()));
  samples_.flush();  // a forked child must not find any to write
  gpu_.samples().clear();
}

void Observation::finish() {
  update(kNever);
  if (process_ != getpid()) return;
  samples_.close();
  tables_.close();
  if (!loads_file_.empty()) write_loads();
  if (timeline_file_.empty()) return;
  write_timeline();
}

void Observation::write_timeline() {
  WholeFile file(timeline_file_);
  const auto write = [&](std::string_view text) { file.write(text); };
  switch (configuration_.run.timeline) {
    case TimelineForm::text:
      write_timeline_text(timeline_, write);
      break;
    case TimelineForm::csv:
      write_timeline_csv(timeline_, write);
      break;
    default:
      write_timeline_json(timeline_, write);
  }
  file.commit();
  timeline_file_.clear();
  if (const std::string reason = timeline_.why_empty(); !reason.empty())
    fmt::print(stderr, "heddle: warning: the timeline is empty: {}\n", reason);
  if (!timeline_.is_cut()) return;
  fmt::print(
      stderr,
      "heddle: warning: the timeline ends at cycle {}, where it has {} events; ask for fewer "
      "cycles (--from, --to), fewer SMs (--sms) or more events (--events)\n",
      timeline_.end(), configuration_.run.timeline_events);
}

}  // namespace heddle::sim
