#include "cli/inspect/analysis_table.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/compile/annotations/annotate.hpp"
#include "heddle/compile/lower.hpp"
#include "heddle/ptx/parser.hpp"

namespace heddle::cli {
namespace {

constexpr std::size_t kNameWidth = 40;

/// The columns after the kernel's name.
struct AnalysisRow {
  double instructions = 0;
  double scalar = 0, scalar_convergent = 0;  ///< percent of the instructions
  double registers = 0;  ///< registers of a thread in the allocation that the kernel runs with
  double alone = 0;      ///< registers of a warp if no register is scalar
  double vectors = 0, scalars = 0, warp = 0;
  double warp_convergent = 0;
  double loops = 0, points = 0;
  double live = 0, live_apart = 0;  ///< percent of the registers; mean over the preemption points
  double milliseconds = 0;

  static constexpr double AnalysisRow::* kColumns[] = {
      &AnalysisRow::instructions, &AnalysisRow::scalar,      &AnalysisRow::scalar_convergent,
      &AnalysisRow::registers,    &AnalysisRow::alone,       &AnalysisRow::vectors,
      &AnalysisRow::scalars,      &AnalysisRow::warp,        &AnalysisRow::warp_convergent,
      &AnalysisRow::loops,        &AnalysisRow::points,      &AnalysisRow::live,
      &AnalysisRow::live_apart,   &AnalysisRow::milliseconds};
};

const std::vector<std::string> kHeadings = {
    "kernel", "instructions", "scalar %", "convergent %", "registers",
    "a warp", "vectors",      "scalars",  "a warp",       "a warp, convergent",
    "loops",  "points",       "live %",   "live apart %", "ms"};

double percent(double part, double whole) { return whole == 0 ? 0 : 100 * part / whole; }

AnalysisRow row_of(const isa::Program& program, std::uint32_t point_interval) {
  const auto begin = std::chrono::steady_clock::now();
  const isa::Annotations found = compile::annotate(program, point_interval);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
  const auto count = [](const std::vector<bool>& marks) {
    return static_cast<double>(std::count(marks.begin(), marks.end(), true));
  };
  const auto a_warp = [](const isa::RegisterClasses& classes) {
    return static_cast<double>(kWarpSize * classes.vectors + classes.scalars);
  };
  AnalysisRow row;
  row.instructions = static_cast<double>(program.code.size());
  row.scalar = percent(count(found.scalar), row.instructions);
  row.scalar_convergent = percent(count(found.scalar_convergent), row.instructions);
  row.registers = program.rows;
  row.alone = kWarpSize * found.vectors_alone;
  row.vectors = found.classes.vectors;
  row.scalars = found.classes.scalars;
  row.warp = a_warp(found.classes);
  row.warp_convergent = a_warp(found.classes_convergent);
  row.loops = static_cast<double>(found.loops.size());
  row.points = static_cast<double>(found.points.size());
  for (const isa::PreemptionPoint& point : found.points) {
    row.live += percent(static_cast<double>(point.live.size()), row.registers) / row.points;
    row.live_apart +=
        percent(static_cast<double>(point.live_apart.size()), row.registers) / row.points;
  }
  row.milliseconds = time.count();
  return row;
}

std::vector<std::string> words(const std::string& name, const AnalysisRow& row) {
  std::vector<std::string> words{name};
  for (double AnalysisRow::* const column : AnalysisRow::kColumns) {
    const double value = row.*column;
    const bool is_whole = value == static_cast<double>(static_cast<long>(value));
    words.push_back(is_whole ? fmt::format("{:.0f}", value) : fmt::format("{:.1f}", value));
  }
  if (row.points == 0) {
    const std::size_t live = words.size() - 3;
    words[live] = words[live + 1] = "-";
  }
  return words;
}

/// The mean of each column. The shares of live registers are means over the kernels that have
/// preemption points.
AnalysisRow mean(const std::vector<AnalysisRow>& rows) {
  AnalysisRow sum;
  double with_points = 0;
  for (const AnalysisRow& row : rows) {
    for (double AnalysisRow::* const column : AnalysisRow::kColumns) sum.*column += row.*column;
    with_points += row.points > 0;
  }
  for (double AnalysisRow::* const column : AnalysisRow::kColumns) {
    const bool is_live = column == &AnalysisRow::live || column == &AnalysisRow::live_apart;
    const double size = is_live ? with_points : static_cast<double>(rows.size());
    if (size != 0) sum.*column /= size;
  }
  return sum;
}

}  // namespace

study::Table analysis_table(const std::vector<std::string>& files, const std::string& kernel,
                            const compile::Options& options) {
  study::Table table;
  table.columns = kHeadings;
  std::vector<AnalysisRow> rows;
  for (const std::string& file : files) {
    const isa::Module module =
        compile::lower_what_runs(ptx::parse(read_file(file, file_kinds::kPtx), file), options);
    for (const auto& program : module.kernels) {
      if (!kernel.empty() && program->name != kernel) continue;
      if (program->refusal.has_value()) throw SourceError(*program->refusal);
      rows.push_back(row_of(*program, options.point_interval));
      const std::string name = demangled(program->name);
      table.rows.push_back(
          words(name.substr(0, std::min(name.find('('), kNameWidth)), rows.back()));
    }
  }
  if (rows.empty()) fail("no such kernel in these files");
  table.rows.push_back(words(fmt::format("mean of {}", rows.size()), mean(rows)));
  table.align_right();
  return table;
}

}  // namespace heddle::cli
