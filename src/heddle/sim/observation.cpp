#include "heddle/sim/observation.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/own_process.hpp"

namespace heddle::sim {

namespace fs = std::filesystem;

namespace {

probe::Launch launch_of(const LaunchRecord& record) {
  return {.number = record.grid,
          .kernel = record.kernel,
          .grid = record.grid_size,
          .block = record.block_size,
          .started = record.started,
          .ended = record.ended};
}

}  // namespace

std::string numbered_name(const std::string& file, unsigned number) {
  if (number == 0) return file;
  const fs::path path(file);
  return fmt::format("{}-{}{}", path.stem().string(), number, path.extension().string());
}

Observation::Observation(const Configuration& configuration, gpu::Gpu& gpu)
    : folder_(configuration.run_folder), process_(own_process()) {
  if (configuration.run.balance) gpu.measure_balance();
  if (configuration.run.stats_sms) gpu.count_each_sm();
  for (auto& probe : configuration.probes.make()) {
    const std::string_view file = probe->output().file;
    if (folder_.empty() && !file.empty() && probe->no_counts().is_empty()) continue;
    gpu.attach(*probe);
    if (!folder_.empty() && !file.empty()) files_.emplace_back(*probe, reserve(file));
    probes_.push_back(std::move(probe));
  }
}

bool Observation::is_child() const { return process_ != own_process(); }

/// Creates the file under the first free numbered name, and returns its path.
fs::path Observation::reserve(std::string_view file) const {
  for (unsigned number = 0;; ++number) {
    fs::path path = folder_ / numbered_name(std::string(file), number);
    const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (descriptor >= 0) {
      close(descriptor);
      return path;
    }
    if (errno != EEXIST) throw Error(write_failure(path, errno));
  }
}

void Observation::launched(const LaunchRecord& record, const isa::Program& program) {
  if (!record.timed) return;
  for (const auto& probe : probes_) probe->launched(launch_of(record), program);
}

void Observation::ended(const LaunchRecord& record) {
  const probe::Launch launch = launch_of(record);
  for (const auto& probe : probes_) probe->ended(launch);
  if (is_child()) return;
  for (ProbeFile& file : files_) file.ended(launch);
}

void Observation::update(std::uint64_t first_running) {
  for (ProbeFile& file : files_) {
    if (is_child())
      file.forget();
    else
      file.update(first_running);
  }
}

void Observation::finish() {
  if (is_child()) return;
  for (ProbeFile& file : files_) file.finish();
}

}  // namespace heddle::sim
