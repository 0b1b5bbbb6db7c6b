#include "cli/report/summary.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "cli/report/headline.hpp"
#include "heddle/base/quantity.hpp"
#include "heddle/sim/launch_filter.hpp"

namespace heddle::cli {
namespace {

constexpr std::size_t kKernels = 8;       ///< shown; the rest is counted
constexpr std::size_t kKernelWidth = 40;  ///< of a name

/// Launches of one kernel, added up.
struct KernelTotal {
  std::string name;
  std::uint64_t launches = 0, timed = 0;
  double cycles = 0;
  double timed_instructions = 0, instructions = 0;  ///< by warp
  std::uint32_t blocks_per_sm = 0;
  std::string limited_by;
};

std::vector<KernelTotal> kernels_of(const sim::RunResult& result) {
  std::map<std::string, KernelTotal> by_name;
  for (const sim::ProcessResult& process : result.processes) {
    for (const sim::LaunchRecord& launch : process.launches) {
      KernelTotal& total = by_name[launch.kernel];
      ++total.launches;
      total.timed += launch.timed ? 1 : 0;
      total.cycles += sim::value_of(launch.statistics, "cycles");
      const double timed = sim::value_of(launch.statistics, "warp_instructions");
      total.timed_instructions += timed;
      total.instructions += timed;
      total.instructions += sim::value_of(launch.statistics, "functional.warp_instructions");
      total.blocks_per_sm = launch.blocks_per_sm;
      total.limited_by = launch.limited_by;
    }
  }
  std::vector<KernelTotal> kernels;
  for (auto& [symbol, total] : by_name) {
    total.name = sim::demangled(symbol);
    kernels.push_back(std::move(total));
  }
  std::stable_sort(kernels.begin(), kernels.end(), [](const auto& a, const auto& b) {
    return std::pair(a.cycles, a.instructions) > std::pair(b.cycles, b.instructions);
  });
  return kernels;
}

std::string shortened(const std::string& name) {
  if (name.size() <= kKernelWidth) return name;
  const std::string plain = name.substr(0, name.find('('));
  return plain.size() <= kKernelWidth ? plain : plain.substr(0, kKernelWidth - 3) + "...";
}

std::string kernel_table(const sim::RunResult& result) {
  const std::vector<KernelTotal> kernels = kernels_of(result);
  double all = 0;
  for (const KernelTotal& kernel : kernels) all += kernel.cycles;
  std::string text =
      fmt::format("\n  {:<{}}{:>9}{:>15}{:>8}{:>18}{:>8}  {}\n", "kernel", kKernelWidth, "launches",
                  "cycles", "share", "warp instructions", "IPC", "blocks per SM");
  for (std::size_t i = 0; i < std::min(kernels.size(), kKernels); ++i) {
    const KernelTotal& kernel = kernels[i];
    const bool timed = kernel.cycles > 0;
    text += fmt::format(
        "  {:<{}}{:>9}{:>15}{:>8}{:>18}{:>8}  {} ({})\n", shortened(kernel.name), kKernelWidth,
        kernel.launches, timed ? format_count(static_cast<std::uint64_t>(kernel.cycles)) : "-",
        timed ? fmt::format("{:.1f}%", 100 * kernel.cycles / all) : "-",
        format_count(static_cast<std::uint64_t>(kernel.instructions)),
        timed ? fmt::format("{:.2f}", kernel.timed_instructions / kernel.cycles) : "-",
        kernel.blocks_per_sm, kernel.limited_by);
  }
  if (kernels.size() > kKernels) {
    text += fmt::format("  and {} more kernels\n", kernels.size() - kKernels);
  }
  return text;
}

std::string title(const SummarySubject& subject) {
  std::string policies;
  for (const sim::PolicyKind& kind : sim::policy_kinds()) {
    policies += fmt::format(", {} {}", kind.name, subject.configuration.policies.chosen(kind.name));
  }
  std::string text =
      fmt::format("\nheddle: {} on {}{}: {}\n", subject.run.program.filename().string(),
                  subject.run.machine, policies, sim::name_of(subject.outcome.status));
  if (!subject.outcome.reason.empty()) text += fmt::format("  {}\n", subject.outcome.reason);
  return text;
}

/// Two values a line.
std::string value_table(const std::vector<HeadlineRow>& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); i += 2) {
    text += fmt::format("  {:<22}{:>16}", rows[i].label, rows[i].value);
    if (i + 1 < rows.size()) {
      text += fmt::format("      {:<22}{:>16}", rows[i + 1].label, rows[i + 1].value);
    }
    text += "\n";
  }
  return text;
}

std::string issue_line(const std::vector<Statistic>& total) {
  std::string text;
  for (const HeadlineRow& row : issue_slots(total)) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", row.label, row.value);
  }
  return text.empty() ? "" : "  issue slots: " + text + "\n";
}

}  // namespace

std::string summary(const SummarySubject& subject) {
  const sim::RunResult& result = subject.result;
  const std::vector<Statistic> total = result.total();
  std::string text = title(subject);
  if (result.launches() == 0) return text + "  no kernel was launched\n";
  if (result.timed_launches() > 0) {
    text += value_table(headline(total, subject.configuration.machine.device.core_clock_mhz));
    text += issue_line(total);
  }
  text += kernel_table(result);
  double instructions = sim::value_of(total, "warp_instructions");
  instructions += sim::value_of(total, "functional.warp_instructions");
  text += fmt::format(
      "\n  {} launches, {} timed; host: {:.2f} s, {:.2f} M warp instructions/s, {}\n",
      result.launches(), result.timed_launches(), subject.host.wall_seconds,
      subject.host.wall_seconds == 0 ? 0 : instructions / subject.host.wall_seconds / 1e6,
      format_bytes(subject.host.peak_bytes));
  return text;
}

}  // namespace heddle::cli
