#include "cli/capture/capture_output.hpp"

#include <algorithm>
#include <set>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/sim/observation.hpp"
#include "jobs/streams/output_option.hpp"
#include "jobs/streams/wrote.hpp"
#include "study/captures/captured_run.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

std::string target_of(const std::string& file, unsigned number) {
  if (number == 0) return file;
  const fs::path path(file);
  return path.parent_path() / sim::numbered_name(path.filename(), number);
}

std::string dependent_text(const capture::Capture& capture) {
  std::uint64_t count = 0, bytes = 0;
  for (const capture::FinalMemory& memory : capture.final_memory) {
    if (memory.compared) continue;
    ++count;
    bytes += memory.bytes;
  }
  if (count == 0) return "";
  return fmt::format("; {} in {} allocation{} the order of blocks and {} not compared",
                     format_bytes(bytes), count, count == 1 ? " depends on" : "s depend on",
                     count == 1 ? "is" : "are");
}

}  // namespace

void note_dependent_memory(capture::Capture& capture, const sim::Configuration& configuration) {
  sim::Configuration untimed = configuration;
  untimed.run_folder.clear();
  untimed.run = {};
  untimed.run.timing = sim::Timing::none;
  untimed.probes = {};
  sim::Device device(untimed);
  device.services().print = [](std::string_view) {};
  study::CapturedRun(capture, device).run();
  const std::vector<bool> same = capture::same_memory(capture, device.memory());
  for (std::size_t i = 0; i < same.size(); ++i)
    capture.final_memory[i].compared = capture.final_memory[i].compared && same[i];
}

void write_captures(std::vector<capture::Capture>& captures,
                    const sim::Configuration& configuration, const std::string& file, bool quiet) {
  unsigned number = 0;
  for (capture::Capture& capture : captures) {
    if (configuration.run.timing == sim::Timing::full)
      note_dependent_memory(capture, configuration);
    const std::string target = target_of(file, number++);
    jobs::write_output(target,
                       [&](const jobs::TextSink& sink) { capture::write_capture(capture, sink); });
    if (!quiet) jobs::say_wrote(target, contents_text(capture) + dependent_text(capture));
  }
}

std::string contents_text(const capture::Capture& capture) {
  std::set<std::string> kernels;
  for (const capture::Step& step : capture.steps) {
    if (const auto* launch = std::get_if<capture::Launch>(&step.work))
      kernels.insert(launch->kernel);
  }
  std::uint64_t bytes = 0;
  for (const capture::Allocation& allocation : capture.allocations) bytes += allocation.bytes;
  const auto plural = [](std::uint64_t count) { return count == 1 ? "" : "s"; };
  const std::uint64_t launches = capture.launches(), memories = capture.allocations.size();
  return fmt::format("{} launch{} of {} kernel{}; {} in {} allocation{}", launches,
                     launches == 1 ? "" : "es", kernels.size(), plural(kernels.size()),
                     format_bytes(bytes), memories, plural(memories));
}

}  // namespace heddle::cli
