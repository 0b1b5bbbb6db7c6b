#include "study/runs/summary.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "heddle/base/statistics/counted.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/launches/launch_filter.hpp"
#include "study/runs/headline.hpp"
#include "study/runs/kernel_name.hpp"
#include "study/tables/table.hpp"

namespace heddle::study {
namespace {

/// Number of kernels that are shown; further kernels are only counted.
constexpr std::size_t kKernels = 8;
constexpr std::size_t kKernelWidth = 40;  ///< most characters of a kernel's name
constexpr std::size_t kLineWidth = 100;

struct KernelLine {
  const sim::KernelResult* kernel;
  /// Cycles; warp instructions of launches with timing; warp instructions of all launches.
  double cycles, timed_instructions, instructions;
};

std::vector<KernelLine> kernel_lines(const sim::RunResult& result) {
  std::vector<KernelLine> lines;
  for (const sim::KernelResult& kernel : result.kernels) {
    const auto value = [&](const char* name) { return sim::value_of(kernel.statistics, name); };
    const double timed = value("warp_instructions");
    lines.push_back(
        {&kernel, value("cycles"), timed, timed + value("functional.warp_instructions")});
  }
  std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) {
    return std::pair(a.cycles, a.instructions) > std::pair(b.cycles, b.instructions);
  });
  return lines;
}

/// The text with each line moved two characters to the right.
std::string indented(const std::string& text) {
  std::string moved;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    moved += "  " + text.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return moved;
}

std::string kernel_table(const sim::RunResult& result) {
  const std::vector<KernelLine> lines = kernel_lines(result);
  double all = 0;
  for (const KernelLine& line : lines) all += line.cycles;
  Table table{
      {"kernel", "launches", "cycles", "share", "warp instructions", "IPC", "blocks per SM"}, {}};
  for (std::size_t i = 0; i < std::min(lines.size(), kKernels); ++i) {
    const KernelLine& line = lines[i];
    const bool timed = line.cycles > 0;
    table.rows.push_back(
        {shortened(demangled(line.kernel->symbol), kKernelWidth),
         format_count(line.kernel->launches),
         timed ? format_count(static_cast<std::uint64_t>(line.cycles)) : "-",
         timed ? fmt::format("{:.1f}%", 100 * line.cycles / all) : "-",
         format_count(static_cast<std::uint64_t>(line.instructions)),
         timed ? fmt::format("{:.2f}", line.timed_instructions / line.cycles) : "-",
         fmt::format("{} ({})", line.kernel->blocks_per_sm, line.kernel->limited_by)});
  }
  table.align_right({1, 2, 3, 4, 5});
  std::string text = "\n" + indented(table.text());
  if (lines.size() > kKernels)
    text += fmt::format("  and {} more kernels\n", lines.size() - kKernels);
  return text;
}

std::string title(const SummarySubject& subject) {
  std::string text =
      fmt::format("\nheddle: {} on {}: {}\n", subject.run.program.filename().string(),
                  subject.run.machine, sim::name_of(subject.outcome.status));
  if (!subject.outcome.reason.empty()) text += fmt::format("  {}\n", subject.outcome.reason);
  std::vector<std::string> policies;
  for (const sim::PolicyChoices::Choice& choice : subject.configuration.policies.all()) {
    if (subject.configuration.asks(choice.key))
      policies.push_back(fmt::format("{} {}", choice.key, choice.name));
  }
  return text + fmt::format("  {}\n", comma_list(policies));
}

/// The values with their labels, two on each line.
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

/// A text such as "  issue slots: issued 90.0%, barrier 10.0%", wrapped to kLineWidth.
std::string share_line(std::string_view what, const std::vector<HeadlineRow>& rows) {
  if (rows.empty()) return "";
  std::vector<std::string> shares;
  for (const HeadlineRow& row : rows) shares.push_back(fmt::format("{} {}", row.label, row.value));
  std::string text, head = fmt::format("  {}: ", what);
  for (const std::string& line : wrapped(comma_list(shares), kLineWidth - head.size())) {
    text += head + line + "\n";
    head.assign(head.size(), ' ');
  }
  return text;
}

/// For each kernel, the values of the check of scalar annotations; shares in percent.
std::string checked_table(const sim::RunResult& result) {
  std::string text;
  const auto add = [&](const std::string& name, const std::vector<Statistic>& statistics) {
    const auto share = [&](const char* value) { return 100 * sim::value_of(statistics, value); };
    if (sim::value_of(statistics, "checked.instructions") == 0) return;
    text += fmt::format("  {:<{}}{:>18.0f}{:>9.1f}%{:>11.1f}%{:>12.0f}{:>9.1f}%\n", name,
                        kKernelWidth, sim::value_of(statistics, "checked.instructions"),
                        share("checked.scalar_share"), share("checked.scalar_convergent_share"),
                        sim::value_of(statistics, "checked.points"), share("checked.live_share"));
  };
  for (const sim::KernelResult& kernel : result.kernels) {
    add(shortened(demangled(kernel.symbol), kKernelWidth), kernel.statistics);
  }
  add("all", result.total);
  if (text.empty()) return "";
  return fmt::format("\n  {:<{}}{:>18}{:>10}{:>12}{:>12}{:>10}\n", "scalars checked", kKernelWidth,
                     "warp instructions", "scalar", "convergent", "points", "live") +
         text;
}

bool has_effect(const std::string& name, const sim::KernelRegisters& kernel_registers,
                const sim::RunResult& result) {
  return std::ranges::any_of(result.kernels, [&](const sim::KernelResult& kernel) {
    return kernel_registers.sets(name, kernel.symbol);
  });
}

std::string register_lines(const sim::KernelRegisters& kernel_registers,
                           const sim::RunResult& result) {
  std::string text;
  for (const auto& [name, registers] : kernel_registers.by_name()) {
    if (!has_effect(name, kernel_registers, result)) continue;
    text += fmt::format("  {} registers a thread for kernel {}, as set\n", registers, name);
  }
  return text;
}

}  // namespace

std::string summary(const SummarySubject& subject) {
  const sim::RunResult& result = subject.result;
  const std::vector<Statistic>& total = result.total;
  std::string text = title(subject);
  if (result.launches == 0) return text + "  no kernel was launched\n";
  if (result.timed_launches > 0) {
    text += value_table(headline(total, subject.configuration.machine.device.core_clock_mhz));
    text += share_line("issue slots", issue_slots(total));
    text += share_line("energy", energy_components(total));
  }
  text += kernel_table(result);
  text += checked_table(result);
  text += register_lines(subject.configuration.kernel_registers, result);
  double instructions = sim::value_of(total, "warp_instructions");
  instructions += sim::value_of(total, "functional.warp_instructions");
  text += fmt::format(
      "\n  {}, {} timed; host: {:.2f} s, {:.2f} M warp instructions/s, {}\n",
      counted(result.launches, "launch", "es"), result.timed_launches, subject.host.wall_seconds,
      subject.host.wall_seconds == 0 ? 0 : instructions / subject.host.wall_seconds / 1e6,
      format_bytes(subject.host.peak_bytes));
  return text;
}

std::string untimed_warning(const sim::RunOptions& options, const sim::RunResult& result) {
  if (options.timing == sim::Timing::none || result.launches == 0 || result.timed_launches > 0) {
    return "";
  }
  const sim::LaunchFilter filter(options);
  std::vector<std::string> names;
  for (const sim::KernelResult& kernel : result.kernels) {
    if (filter.matches(kernel.symbol)) {
      return fmt::format("nothing was timed: --skip {} leaves no launch of the {} there were",
                         options.skip, result.launches);
    }
    if (names.size() < kKernels) names.push_back(demangled(kernel.symbol));
  }
  if (result.kernels.size() > kKernels) names.emplace_back("...");
  return fmt::format("nothing was timed: --kernels '{}' matches none of the kernels: {}",
                     options.kernels, comma_list(names));
}

std::string unknown_kernel_warning(const sim::KernelRegisters& kernel_registers,
                                   const sim::RunResult& result) {
  if (result.launches == 0) return "";
  std::vector<std::string> names;
  for (const sim::KernelResult& kernel : result.kernels) {
    if (names.size() < kKernels) names.push_back(demangled(kernel.symbol));
  }
  if (result.kernels.size() > kKernels) names.emplace_back("...");
  for (const auto& [name, registers] : kernel_registers.by_name()) {
    if (has_effect(name, kernel_registers, result)) continue;
    return fmt::format("kernel.{}.registers = {} had no effect: the kernels that ran are {}", name,
                       registers, comma_list(names));
  }
  return "";
}

std::string fitted_kernel_warning(const sim::RunResult& result) {
  std::vector<std::string> names;
  for (const sim::KernelResult& kernel : result.kernels) {
    if (kernel.registers < kernel.counted_registers)
      names.push_back(fmt::format("{} ({} of {})", demangled(kernel.symbol), kernel.registers,
                                  kernel.counted_registers));
  }
  if (names.empty()) return "";
  return fmt::format(
      "no block fits on an SM with the registers that are counted; the code, which needs fewer, "
      "ran with what there is for one: {} (--set kernel.NAME.registers=N sets the count)",
      comma_list(names));
}

}  // namespace heddle::study
