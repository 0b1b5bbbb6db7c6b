// The comparison of several runs for `heddle compare`. A comparison has sections of rows. A row has
// a value for each run. The first run is the baseline; every other value is shown with its change
// from the baseline.
#pragma once

#include <string>
#include <vector>

#include "study/runs/compared_run.hpp"

namespace heddle::study {

/// A value of one run. `number` is the value without unit and rounding, for programs.
struct ComparedValue {
  std::string text = "-", change{}, number{};
};

struct ComparedRow {
  std::string label;
  std::string_view unit;  ///< unit of `number`
  std::vector<ComparedValue> runs;
};

struct ComparedSection {
  std::string title;
  std::vector<ComparedRow> rows;
};

/// A kernel in one run.
struct ComparedKernel {
  std::string kernel;  ///< short name, different for each kernel
  std::string run;
  std::string launches = "-", cycles = "-", change{}, share = "-", ipc = "-";
};

struct ComparedRuns {
  std::vector<std::string> names;  ///< names of the runs
  std::vector<std::string> caveats;
  ComparedSection headline, stalls, parameters;
  std::vector<ComparedKernel> kernels;  ///< kernels with most cycles first; one entry for each run
  std::vector<std::string> kernel_notes;
};

ComparedRuns compare(const std::vector<ComparedRun>& runs);

/// The comparison for a terminal of `width` characters. Runs that do not fit into the width follow
/// below the other runs, again beside the baseline.
std::string comparison_text(const ComparedRuns& comparison, unsigned width);
std::string comparison_markdown(const ComparedRuns& comparison);
/// One line for each row, with the numbers for programs and without changes. Leaves out kernels.
std::string comparison_csv(const ComparedRuns& comparison);

}  // namespace heddle::study
