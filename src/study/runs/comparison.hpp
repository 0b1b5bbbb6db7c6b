// What `heddle compare` shows of several runs: sections of rows, each row with a value of every run
// and, but for the first run, which is the baseline, how it differs from the baseline's.
#pragma once

#include <string>
#include <vector>

#include "study/runs/compared_run.hpp"

namespace heddle::study {

/// A value of one run; `number` is the same without unit and rounding, for programs.
struct ComparedValue {
  std::string text = "-", change{}, number{};
};

struct ComparedRow {
  std::string label;
  std::string_view unit;  ///< of the numbers
  std::vector<ComparedValue> runs;
};

struct ComparedSection {
  std::string title;
  std::vector<ComparedRow> rows;
};

/// A kernel in one run.
struct ComparedKernel {
  std::string kernel;  ///< short, and of no other kernel
  std::string run;
  std::string launches = "-", cycles = "-", change{}, share = "-", ipc = "-";
};

struct ComparedRuns {
  std::vector<std::string> names;  ///< of the runs
  std::vector<std::string> caveats;
  ComparedSection headline, stalls, parameters;
  std::vector<ComparedKernel> kernels;  ///< those of most cycles first, each with all runs
  std::vector<std::string> kernel_notes;
};

ComparedRuns compare(const std::vector<ComparedRun>& runs);

/// For a terminal of `width` columns: runs that find no room beside the others follow below them,
/// beside the baseline again.
std::string comparison_text(const ComparedRuns& comparison, unsigned width);
std::string comparison_markdown(const ComparedRuns& comparison);
/// A line a row, with values that programs read and without changes.
std::string comparison_csv(const ComparedRuns& comparison);

}  // namespace heddle::study
