#include "study/catalogue/characteristics.hpp"

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "study/catalogue/stated_class.hpp"
#include "study/tables/table.hpp"

namespace heddle::study {
namespace {

constexpr std::string_view kBaseline = "baseline";  ///< setting in characteristics.toml
constexpr const char* kDiffers = " ≠";
constexpr const char* kIntroduction =
    "# The workloads: what their kernels are like\n\n"
    "Kernels on each study's machine, in the study's shape and with its registers where it states "
    "them; in parentheses what the\n"
    "study's own table says. `heddle sweep workloads/characteristics.toml` runs them.\n\n"
    "The columns, by their statistics in `stats.json`:\n\n"
    "| column | meaning |\n|---|---|\n"
    "| blocks of grids | from the least to the greatest of the kernel's launches |\n"
    "| use | the most utilized component if it is above its threshold (GPUDuet, section 3.4.2), "
    "with ≠ where the study has another class |\n"
    "| SIMD eff. | `simd_efficiency` |\n"
    "| accesses | `global.transactions_per_access`: lines that an instruction for global memory "
    "touches |\n"
    "| MPKI | `l1d.mpki`: L1 misses and merges per 1000 thread instructions |\n"
    "| hits | `l1d.hit_class.*`: the share of the L1's hits on data that the same thread, another "
    "of the warp, or another warp was the first to reference |\n"
    "| barriers, at barriers | `barrier.instruction_share` and `barrier.stall_share`: of the "
    "instructions and of the schedulers' cycles |\n"
    "| RTRU | `rtru.mean`: the share of a block's resources that lie idle because its warps end at "
    "different times |\n";

std::string with(const std::string& measured, const std::optional<std::uint64_t>& stated) {
  return stated ? fmt::format("{} ({})", measured, *stated) : measured;
}

std::string percent(double share) { return fmt::format("{:.1f}%", 100 * share); }

const StudyKernel* stated_of(const StudyUse& use, const std::string& kernel) {
  const auto found = std::ranges::find(use.kernels, kernel, &StudyKernel::kernel);
  return found == use.kernels.end() ? nullptr : &*found;
}

std::string label_of(const StudyUse& use, const StudyKernel* stated) {
  return stated != nullptr && !stated->label.empty() ? stated->label : use.label;
}

std::vector<std::string> shape_row(const Workload& workload, const StudyUse& use,
                                   const MeasuredKernel& kernel) {
  static const StudyKernel kNothing;
  const StudyKernel* const found = stated_of(use, kernel.function);
  const StudyKernel& stated = found == nullptr ? kNothing : *found;
  const std::string limit = stated.limit.empty() ? kernel.saved.limited_by
                                                 : fmt::format("{} ({})", kernel.saved.limited_by,
                                                               comma_list(stated.limit));
  return {label_of(use, found),
          workload.name,
          kernel.function,
          limit,
          with(kernel.grids(), stated.blocks),
          with(std::to_string(kernel.saved.block.volume()), stated.threads),
          with(fmt::format("{:g}", kernel.warps()), stated.warps),
          with(std::to_string(kernel.saved.registers), stated.registers),
          with(std::to_string(kernel.saved.shared_bytes), stated.shared),
          with(std::to_string(kernel.saved.blocks_per_sm), stated.blocks_per_sm)};
}

/// The most utilized component of the kernel, with a mark if the study states another class.
std::string use_of(const StudyUse& use, const MeasuredKernel& kernel) {
  const std::string_view measured = kernel.utilization_class();
  const auto agrees = is_of_class(use.class_of(stated_of(use, kernel.function)), measured);
  return std::string(measured) + (agrees.value_or(true) ? "" : kDiffers);
}

/// The line with the note on the kernel or its benchmark; "" if there is none, or if `so_far` has
/// the same line.
std::string notes_of(const StudyUse& use, const MeasuredKernel& kernel, std::string_view so_far) {
  const StudyKernel* const stated = stated_of(use, kernel.function);
  const std::string& note = stated != nullptr && !stated->note.empty() ? stated->note : use.note;
  const std::string line = fmt::format("- {}: {}\n", label_of(use, stated), note);
  const bool is_new = !note.empty() && so_far.find(line) == std::string_view::npos;
  return is_new ? line : "";
}

/// The shares of the L1's hits within a thread, within a warp and between warps: "52 / 30 / 18%";
/// "-" if there were no hits.
std::string hit_shares(const MeasuredKernel& kernel) {
  std::array<double, 3> hits = {kernel.value("l1d.hit_class.intra_thread"),
                                kernel.value("l1d.hit_class.inter_thread"),
                                kernel.value("l1d.hit_class.inter_warp")};
  const double all = hits[0] + hits[1] + hits[2];
  if (all == 0) return "-";
  return fmt::format("{:.0f} / {:.0f} / {:.0f}%", 100 * hits[0] / all, 100 * hits[1] / all,
                     100 * hits[2] / all);
}

std::vector<std::string> behaviour_row(const Workload& workload, const StudyUse& use,
                                       const MeasuredKernel& kernel) {
  const auto count = [&](const char* name) {
    return format_count(static_cast<std::uint64_t>(kernel.value(name)));
  };
  const StudyKernel* const stated = stated_of(use, kernel.function);
  const std::string& stated_class = use.class_of(stated);
  return {label_of(use, stated),
          workload.name,
          kernel.function,
          stated_class.empty() ? "-" : stated_class,
          use_of(use, kernel),
          count("cycles"),
          count("warp_instructions"),
          count("thread_instructions"),
          fmt::format("{:.2f}", kernel.value("simd_efficiency")),
          fmt::format("{:.2f}", kernel.value("global.transactions_per_access")),
          fmt::format("{:.1f}", kernel.value("l1d.mpki")),
          hit_shares(kernel),
          percent(kernel.value("barrier.instruction_share")),
          percent(kernel.value("barrier.stall_share")),
          percent(kernel.value("rtru.mean"))};
}

std::string study_section(const Catalogue& catalogue, const Study& study,
                          std::span<const MeasuredKernel> measured) {
  Table shapes{{"label", "workload", "kernel", "limit", "blocks of grids", "threads", "warps",
                "registers", "shared [B]", "blocks/SM"},
               {}};
  Table behaviour{{"label", "workload", "kernel", "class there", "use", "cycles", "warp instr.",
                   "thread instr.", "SIMD eff.", "accesses", "MPKI", "hits: thread / warp / others",
                   "barriers", "at barriers", "RTRU"},
                  {}};
  std::string size, notes;
  for (const MeasuredKernel& kernel : measured) {
    if (kernel.run.paper != study.name || kernel.run.setting != kBaseline) continue;
    const Workload* const workload = catalogue.find_workload(kernel.run.workload);
    const StudyUse* const use = workload == nullptr ? nullptr : workload->find_study(study.name);
    if (use == nullptr) continue;
    size = kernel.run.size;
    shapes.rows.push_back(shape_row(*workload, *use, kernel));
    behaviour.rows.push_back(behaviour_row(*workload, *use, kernel));
    notes += notes_of(*use, kernel, notes);
  }
  if (shapes.rows.empty()) return "";
  if (!notes.empty()) notes = "\n" + notes;
  return fmt::format("\n## {}: {}\n\nMachine `{}`, size `{}`.\n\n{}\n{}{}", study.name, study.title,
                     study.machine, size, shapes.markdown(), behaviour.markdown(), notes);
}

/// The section with the speed-ups of an L1 of 8 MiB over an L1 of 32 KiB; "" if `speedups` has no
/// such speed-up.
std::string cache_section(const Catalogue& catalogue, std::span<const SettingSpeedup> speedups) {
  Table table{{"workload", "class there", "8 MiB over 32 KiB"}, {}};
  for (const SettingSpeedup& pair : speedups) {
    if (pair.baseline != "32 KiB" || pair.setting != "8 MiB") continue;
    const Workload* const workload = catalogue.find_workload(pair.workload);
    const bool shown =
        std::ranges::find(catalogue.studies, pair.paper, &Study::name) != catalogue.studies.end();
    if (workload == nullptr || !shown) continue;
    const StudyUse* const use = workload->find_study(pair.paper);
    table.rows.push_back({pair.workload, use == nullptr ? "-" : use->class_name,
                          fmt::format("{:.2f}", pair.speedup)});
  }
  if (table.rows.empty()) return "";
  return "\n## What the L1's size means\n\nOn the machine of the study, with `lrr`, an L1 of 8 MiB "
         "against one of 32 KiB: cycles over cycles. Highly cache\nsensitive (HCS) means 3 and "
         "more.\n\n" +
         table.markdown();
}

}  // namespace

std::vector<SettingSpeedup> setting_speedups(Database& database) {
  std::vector<SettingSpeedup> all;
  Statement query(database,
                  "SELECT workload, paper, baseline, setting, speedup FROM speedups "
                  "WHERE speedup IS NOT NULL ORDER BY run");
  while (query.next())
    all.push_back({query.text(0), query.text(1), query.text(2), query.text(3), query.number(4)});
  return all;
}

std::string characteristics(const Catalogue& catalogue, std::span<const MeasuredKernel> measured,
                            std::span<const SettingSpeedup> speedups) {
  std::string text = kIntroduction;
  for (const Study& study : catalogue.studies) text += study_section(catalogue, study, measured);
  return text + cache_section(catalogue, speedups);
}

}  // namespace heddle::study
