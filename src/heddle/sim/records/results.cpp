#include "heddle/sim/records/results.hpp"

#include <algorithm>

#include "heddle/sim/records/record_text.hpp"

namespace heddle::sim {

namespace {

/// The reason that is shown for a process that failed and could not record the reason.
constexpr const char* kNoRoom = "it could not record what it did: is the disk full?";

/// Returns `own` as a share of the launch's time. If the record is a sum over launches, returns
/// `own` as a share of their total time.
double share(Cycle own, const LaunchRecord& launch) {
  const double cycles = value_of(launch.statistics, "cycles");
  return cycles == 0 ? 1 : static_cast<double>(own) / cycles;
}

void add_to_stream(std::vector<StreamResult>& streams, const LaunchRecord& launch,
                   std::size_t process) {
  const auto same = [&](const StreamResult& stream) {
    return stream.process == process && stream.stream == launch.stream;
  };
  auto found = std::find_if(streams.begin(), streams.end(), same);
  if (found == streams.end()) {
    found = streams.insert(streams.end(), StreamResult{});
    found->process = process;
    found->stream = launch.stream;
  }
  found->launches += launch.launches;
  found->timed_launches += launch.timed ? launch.launches : 0;
  accumulate(found->statistics, launch.statistics, share(launch.own_time.stream, launch));
}

}  // namespace

void RunResult::add(const LaunchRecord& launch, std::size_t process) {
  const auto same = [&](const KernelResult& kernel) { return kernel.symbol == launch.kernel; };
  auto found = std::find_if(kernels.begin(), kernels.end(), same);
  if (found == kernels.end()) {
    found = kernels.insert(kernels.end(), KernelResult{});
    found->symbol = launch.kernel;
  }
  const std::uint64_t timed = launch.timed ? launch.launches : 0;
  found->launches += launch.launches;
  found->timed_launches += timed;
  found->launches_by_kernels += launch.launches_by_kernels;
  take_shape(*found, launch);
  accumulate(found->statistics, launch.statistics, share(launch.own_time.kernel, launch));
  accumulate(found->sms, launch.sms);
  add_to_stream(streams, launch, process);
  launches += launch.launches;
  timed_launches += timed;
  accumulate(total, launch.statistics, share(launch.own_time.process, launch));
  accumulate(sms, launch.sms);
}

HostTime RunResult::host_time() const {
  HostTime sum;
  for (const ProcessResult& process : processes) sum += process.host_time;
  return sum;
}

RunResult gather_results(const std::filesystem::path& run_folder) {
  RunResult result;
  result.crash = read_crash(run_folder);
  for (const Journal& journal : read_journals(run_folder)) {
    RecordDecoder decoder(journal.file.string());
    const std::uint64_t before = result.launches;
    visit_records(journal, [&](std::string_view record) {
      const std::size_t process = result.processes.size();
      decoder.decode(record, [&](const LaunchRecord& launch) { result.add(launch, process); });
    });
    const bool is_silent = journal.state == ProcessState::failed && decoder.fault().empty();
    result.processes.push_back({.program = decoder.program(),
                                .state = journal.state,
                                .fault = is_silent ? kNoRoom : decoder.fault(),
                                .stop = decoder.stop(),
                                .launches = result.launches - before,
                                .host_time = journal.host_time,
                                .warnings = decoder.warnings()});
  }
  return result;
}

void visit_launches(const std::filesystem::path& run_folder,
                    const std::function<void(std::size_t process, const LaunchRecord&)>& visit) {
  std::size_t process = 0;
  for (const Journal& journal : read_journals(run_folder)) {
    RecordDecoder decoder(journal.file.string());
    visit_records(journal, [&](std::string_view record) {
      decoder.decode(record, [&](const LaunchRecord& launch) { visit(process, launch); });
    });
    ++process;
  }
}

const Statistic* find_statistic(const std::vector<Statistic>& statistics, std::string_view name) {
  const auto same = [&](const Statistic& value) { return value.name == name; };
  const auto found = std::find_if(statistics.begin(), statistics.end(), same);
  return found == statistics.end() ? nullptr : &*found;
}

double value_of(const std::vector<Statistic>& statistics, std::string_view name) {
  const Statistic* const found = find_statistic(statistics, name);
  return found == nullptr ? 0 : found->value;
}

}  // namespace heddle::sim
