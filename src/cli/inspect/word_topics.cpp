// The explanations that `heddle explain` prints for terms of the glossary, commands, ends of runs,
// and errors.

#include <array>

#include "cli/command.hpp"
#include "cli/inspect/row_topic.hpp"
#include "study/words/cuda_errors.hpp"
#include "study/words/guide_tables.hpp"

namespace heddle::cli {
namespace {

study::Table terms() { return study::glossary_terms(study::kGlossaryPage); }

study::Table command_table() {
  study::Table table{{"command", "does", "its options"}, {}};
  for (const Command& command : commands()) {
    if (command.doc.empty()) continue;
    table.rows.push_back({std::string(command.name), std::string(command.doc),
                          fmt::format("heddle {} --help", command.name)});
  }
  return table;
}

study::Table ends_of_runs() { return study::table_of(study::kResultsPage, "status"); }
study::Table ends_in_sweeps() { return study::table_of(study::kSweepsPage, "status"); }
study::Table faults() { return study::table_of(study::kResultsPage, "fault"); }

study::Table python_errors() { return study::table_of(study::kPythonPage, "exception"); }

study::Table cuda_errors() {
  study::Table table{{"error", "text"}, {}};
  for (const study::CudaErrorCode& code : study::cuda_error_codes())
    table.rows.push_back({std::string(code.name), std::string(code.text)});
  return table;
}

/// The codes of the runtime and of the driver differ in their underscores: cudaErrorInvalidValue,
/// CUDA_ERROR_INVALID_VALUE.
Fit fit_of_code(const std::string& name, const std::string& word) {
  std::string joined = word;
  std::erase(joined, '_');
  return folded(name) == joined ? Fit::whole : Fit::none;
}

constexpr char kTerm[] = "a term";
constexpr char kCommand[] = "a command of heddle";
constexpr char kStatus[] = "the status of a run";
constexpr char kSweepStatus[] = "the status of a run of a sweep";
constexpr char kFault[] = "a fault of a kernel";
constexpr char kException[] = "an exception of the Python package";
constexpr char kCudaError[] = "an error code of the CUDA runtime";

constexpr std::array kWordTopics = {
    RowTopic<terms, kTerm, 2>::topic("terms", "warp, coalescing, MSHR", fit_of_dotted, true),
    RowTopic<command_table, kCommand>::topic("commands", "sweep, whatif", fit_of_name, true),
    RowTopic<ends_of_runs, kStatus>::topic("ends of runs", "incomplete", fit_of_name),
    RowTopic<ends_in_sweeps, kSweepStatus>::topic("ends of runs of sweeps", "timeout", fit_of_name,
                                                  true),
    RowTopic<faults, kFault>::topic("faults of kernels", "deadlock", fit_of_name),
    RowTopic<python_errors, kException>::topic("exceptions in Python", "heddle.PolicyError",
                                               fit_of_dotted),
    RowTopic<cuda_errors, kCudaError>::topic("error codes", "cudaErrorInvalidValue", fit_of_code),
};

}  // namespace

std::span<const Topic> word_topics() { return kWordTopics; }

}  // namespace heddle::cli
