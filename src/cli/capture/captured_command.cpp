// `heddle captured` runs a capture on a device of its own. `heddle run FILE` starts this command as
// its program, so results, progress and limits are as for any program.
#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/files/own_work.hpp"
#include "heddle/sim/records/crash_report.hpp"
#include "study/captures/captured_run.hpp"

namespace heddle::cli {
namespace {

/// Describes the first difference in memory; "" if there is none.
std::string difference(const capture::Capture& capture, const exec::MemoryImage& memory) {
  const std::vector<bool> same = capture::same_memory(capture, memory);
  for (std::size_t i = 0; i < same.size(); ++i) {
    const capture::FinalMemory& final = capture.final_memory[i];
    if (same[i] || !final.compared) continue;
    return fmt::format(
        "memory at the end is not what it was when the capture was made: first {} bytes at {:#x}; "
        "the kernels' results depend on this machine or on the order of blocks and warps",
        final.bytes, final.address);
  }
  return "";
}

void run_capture(const std::string& file) {
  const sim::Configuration configuration = sim::Configuration::from_environment();
  if (!configuration.run_folder.empty()) sim::report_crashes(configuration.run_folder);
  const SignalStack stack;
  const capture::Capture capture = capture::read_capture(file);
  sim::Device device(configuration);
  study::CapturedRun(capture, device).run();
  device.withdraw_progress();
  const std::string differs = difference(capture, device.memory());
  if (differs.empty()) return;
  device.report_failure(differs);
  fail("{}", differs);
}

}  // namespace

int captured_command(Arguments arguments) {
  CLI::App app("Runs a capture; heddle run FILE is what people type", "heddle captured");
  std::string file;
  app.add_option("file", file, "capture")->required();
  if (!parse(app, arguments)) return 0;
  run_capture(file);
  return 0;
}

}  // namespace heddle::cli
