#include "study/runs/comparison.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/core.h>

#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/records/results.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "study/runs/change.hpp"
#include "study/runs/headline.hpp"
#include "study/runs/kernel_name.hpp"

namespace heddle::study {
namespace {

/// The number of kernels that are shown; further kernels are only counted.
constexpr std::size_t kComparedKernels = 12;
constexpr std::size_t kComparedNameWidth = 36;  ///< most characters of a kernel's name

/// Makes a row from the values of all runs. `values` has one value for each run.
ComparedRow compared_row(const std::vector<HeadlineRow>& values) {
  ComparedRow row{values[0].label, values[0].unit, {}};
  for (const HeadlineRow& value : values) {
    ComparedValue shown{value.value, "", fmt::format("{}", value.number)};
    const bool has_change = &value != values.data() && value.value != "-" && values[0].value != "-";
    if (has_change)
      shown.change = change_text(values[0].number, value.number, value.change, value.better);
    row.runs.push_back(std::move(shown));
  }
  return row;
}

ComparedSection headline_section(const std::vector<ComparedRun>& runs) {
  ComparedSection section{"total", {}};
  std::vector<std::vector<HeadlineRow>> columns;
  for (const ComparedRun& run : runs) columns.push_back(headline(run.stats.total, run.core_mhz()));
  for (std::size_t i = 0; i < columns[0].size(); ++i) {
    std::vector<HeadlineRow> values;
    for (const auto& column : columns) values.push_back(column[i]);
    section.rows.push_back(compared_row(values));
  }
  return section;
}

/// The stall reasons, sorted by their greatest share in any run, greatest first.
ComparedSection stall_section(const std::vector<ComparedRun>& runs) {
  std::vector<std::pair<double, std::vector<HeadlineRow>>> reasons;
  std::map<std::string, std::size_t> index;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (const HeadlineRow& share : slot_shares(runs[run].stats.total)) {
      const auto [at, is_new] = index.emplace(share.label, reasons.size());
      HeadlineRow none = share;
      none.value = "0.0%";
      none.number = 0;
      if (is_new) reasons.emplace_back(0, std::vector<HeadlineRow>(runs.size(), none));
      auto& [most, values] = reasons[at->second];
      values[run] = share;
      most = std::max(most, share.number);
    }
  }
  std::ranges::stable_sort(reasons, std::ranges::greater{},
                           [](const auto& reason) { return reason.first; });
  ComparedSection section{"issue slots", {}};
  for (const auto& [most, values] : reasons) {
    if (most >= kVisiblePercent) section.rows.push_back(compared_row(values));
  }
  return section;
}

/// Whether a run has another value than the default for the parameter.
bool is_set_apart(const ComparedRow& row, const std::map<std::string, std::string>& defaults) {
  const auto usual = defaults.find(row.label);
  return std::ranges::any_of(row.runs, [&](const ComparedValue& value) {
    return value.text != "-" && (usual == defaults.end() || value.text != usual->second);
  });
}

/// The parameters in which the runs differ. A parameter that some runs lack, such as one of a
/// policy, is shown only if another run has a value that is not the default.
ComparedSection parameter_section(const std::vector<ComparedRun>& runs) {
  std::set<std::string> keys;
  for (const ComparedRun& run : runs) {
    for (const auto& [key, setting] : run.settings) keys.insert(key);
  }
  std::map<std::string, std::string> defaults;
  for (const sim::ParameterRow& row : sim::all_parameters())
    defaults.emplace(row.key, sim::to_string(row.value));
  ComparedSection section{"parameters that differ", {}};
  for (const std::string& key : keys) {
    ComparedRow row{key, "", {}};
    for (const ComparedRun& run : runs) {
      const std::string value = run.setting(key);
      row.runs.push_back({value, "", value});
    }
    const auto has = [&](const auto& is) { return std::ranges::any_of(row.runs, is); };
    const bool differs = has([&](const auto& value) { return value.text != row.runs[0].text; });
    const bool is_missing = has([](const auto& value) { return value.text == "-"; });
    if (differs && (!is_missing || is_set_apart(row, defaults)))
      section.rows.push_back(std::move(row));
  }
  return section;
}

/// One kernel in all runs; the pointer is null for a run without a kernel of this symbol.
struct KernelColumns {
  std::string name;
  std::vector<const sim::SavedKernel*> runs;
  double most_cycles = 0;
};

double cycles_of(const sim::SavedKernel& kernel) {
  return sim::value_of(kernel.statistics, "cycles");
}

std::vector<KernelColumns> kernel_columns(const std::vector<ComparedRun>& runs) {
  std::vector<KernelColumns> kernels;
  std::map<std::string, std::size_t> index;  // key: symbol of the kernel
  std::map<std::string, unsigned> names;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    for (const sim::SavedKernel& kernel : runs[run].stats.kernels) {
      const auto [at, is_new] = index.emplace(kernel.symbol, kernels.size());
      if (is_new) {
        std::string name = short_name(kernel.name, kComparedNameWidth);
        if (const unsigned number = ++names[name]; number > 1) name += fmt::format(" ({})", number);
        kernels.push_back({name, std::vector<const sim::SavedKernel*>(runs.size()), 0});
      }
      KernelColumns& columns = kernels[at->second];
      columns.runs[run] = &kernel;
      columns.most_cycles = std::max(columns.most_cycles, cycles_of(kernel));
    }
  }
  std::ranges::stable_sort(kernels, std::ranges::greater{}, &KernelColumns::most_cycles);
  return kernels;
}

/// For each run, the sum of the cycles of its kernels.
std::vector<double> kernel_cycles(const std::vector<ComparedRun>& runs) {
  std::vector<double> sums;
  for (const ComparedRun& run : runs) {
    double sum = 0;
    for (const sim::SavedKernel& kernel : run.stats.kernels) sum += cycles_of(kernel);
    sums.push_back(sum);
  }
  return sums;
}

ComparedKernel kernel_line(const KernelColumns& kernel, std::size_t run, const std::string& name,
                           double all_cycles) {
  ComparedKernel line{kernel.name, name};
  if (kernel.runs[run] == nullptr) {
    line.change = "no launch";
    return line;
  }
  const sim::SavedKernel& own = *kernel.runs[run];
  line.launches = format_count(own.launches);
  const double cycles = cycles_of(own);
  if (cycles == 0) {
    line.change = "not timed";
    return line;
  }
  line.cycles = format_count(static_cast<std::uint64_t>(cycles));
  line.share = fmt::format("{:.1f}%", 100 * cycles / all_cycles);
  line.ipc = fmt::format("{:.2f}", sim::value_of(own.statistics, "warp_instructions") / cycles);
  const double baseline = kernel.runs[0] == nullptr ? 0 : cycles_of(*kernel.runs[0]);
  if (run != 0 && baseline != 0)
    line.change = change_text(baseline, cycles, ChangeForm::speed, Better::less);
  return line;
}

/// Names the runs that launched the kernel; "" if all runs launched it.
std::string absence_note(const KernelColumns& kernel, const std::vector<ComparedRun>& runs) {
  std::vector<std::string> having;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    if (kernel.runs[run] != nullptr) having.push_back(runs[run].name);
  }
  if (having.size() == runs.size()) return "";
  return fmt::format("{} was launched in {} only", kernel.name, comma_list(having));
}

void add_kernels(const std::vector<ComparedRun>& runs, ComparedRuns& comparison) {
  const std::vector<double> all_cycles = kernel_cycles(runs);
  std::size_t shown = 0, left = 0;
  for (const KernelColumns& kernel : kernel_columns(runs)) {
    const std::string note = absence_note(kernel, runs);
    if (!note.empty()) comparison.kernel_notes.push_back(note);
    if (++shown > kComparedKernels) {
      ++left;
      continue;
    }
    for (std::size_t run = 0; run < runs.size(); ++run)
      comparison.kernels.push_back(kernel_line(kernel, run, runs[run].name, all_cycles[run]));
  }
  if (left != 0) comparison.kernel_notes.push_back(fmt::format("and {} more kernels", left));
  for (const ComparedRun& run : runs) {
    if (!run.stats.kernels.empty() || run.stats.launches == 0) continue;
    comparison.kernel_notes.push_back(
        fmt::format("{} tells no kernels apart (--stats total)", run.name));
  }
}

}  // namespace

ComparedRuns compare(const std::vector<ComparedRun>& runs) {
  ComparedRuns comparison{
      {}, caveats(runs), headline_section(runs), stall_section(runs), parameter_section(runs), {},
      {}};
  for (const ComparedRun& run : runs) comparison.names.push_back(run.name);
  add_kernels(runs, comparison);
  return comparison;
}

}  // namespace heddle::study
