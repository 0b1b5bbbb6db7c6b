// The explanations that `heddle explain` prints for machines, workloads, PTX instructions
// and patterns.

#include <algorithm>
#include <array>

#include <fmt/core.h>

#include "cli/inspect/tables.hpp"
#include "cli/inspect/topic.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/names_of.hpp"
#include "heddle/base/text/pattern.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/isa/matrix/forms.hpp"
#include "heddle/isa/terms/op.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "heddle/sim/settings/machine_files.hpp"
#include "jobs/processes/own_executable.hpp"
#include "study/catalogue/catalogue_text.hpp"
#include "study/catalogue/workload_folder.hpp"

namespace heddle::cli {
namespace {

gpu::MachineSpec machine_of(const std::string& name) {
  sim::ConfigurationRequest request;
  request.machine = name;
  return sim::Configuration::resolve(request).machine;
}

/// The comment at the beginning of a machine file, without its marks.
std::string first_comment(const std::string& file) {
  const std::string text = read_file(file, file_kinds::kSettings);
  std::string comment;
  for (std::size_t at = 0; at < text.size() && text[at] == '#';) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    comment += " " + text.substr(at + 1, end - at - 1) + "\n";
    at = end + 1;
  }
  return comment;
}

std::string machine_text(const std::string& name, const Listener&) {
  const gpu::MachineSpec machine = machine_of(name);
  const std::string file = sim::find_machine(name).string();
  return fmt::format(
      "{}: {}, {} SMs at {} MHz\n  its file: {}\n  run on it with: --machine {}\n\n{}", name,
      machine.device.name, machine.sm.count, machine.device.core_clock_mhz, file, name,
      first_comment(file));
}

study::Table machines_named(const std::vector<std::string>& names) {
  return machines_table(among(names));
}

study::Catalogue workloads() {
  return study::read_catalogue(study::find_workloads(jobs::own_executable()));
}

std::vector<std::string> workload_names() { return names_of(workloads().workloads); }

std::string workload_explanation(const std::string& name, const Listener&) {
  return study::workload_text(workloads().workload(name));
}

study::Table workloads_named(const std::vector<std::string>& names) {
  study::Catalogue catalogue = workloads();
  std::erase_if(catalogue.workloads, [&](const study::Workload& workload) {
    return std::ranges::find(names, workload.name) == names.end();
  });
  return study::workloads_table(catalogue.workloads);
}

// Instructions are found by the name of the operation, or by the PTX text before the first dot.

const isa::OpInfo& operation(const std::string& name) {
  return *std::ranges::find(isa::op_table(), name, &isa::OpInfo::name);
}

std::vector<std::string> operation_names() {
  std::vector<std::string> names;
  for (const isa::OpInfo& op : isa::op_table()) {
    if (!op.pattern.empty()) names.emplace_back(op.name);
  }
  return names;
}

std::string_view mnemonic(std::string_view ptx) {
  return ptx.substr(0, std::min(ptx.find_first_of(".{( "), ptx.size()));
}

Fit fit_of_operation(const std::string& name, const std::string& word) {
  if (name == word) return Fit::whole;
  return mnemonic(operation(name).pattern) == mnemonic(word) ? Fit::part : Fit::none;
}

/// How long an instruction of the matrix unit takes, or that the machine has no such unit.
std::string matrix_timing(const core::ExecutionSpec& execution, const std::string& machine) {
  std::vector<std::string> elements;
  for (unsigned i = 0; i < isa::kMatrixElements; ++i) {
    const auto type = static_cast<isa::MatrixElements>(i);
    if (execution.matrix_rate(type) != 0) elements.emplace_back(isa::name_of(type));
  }
  if (elements.empty())
    return fmt::format(
        "  on {}: refused, since the machine has no matrix unit (execution.matrix.count); "
        "--timing none computes it without times\n",
        machine);
  return fmt::format(
      "  on {}: latency {} cycles, and before it the cycles that its multiply-adds take; only with "
      "elements of {}\n",
      machine, execution.timing(isa::OpClass::matrix).latency, comma_list(elements));
}

std::string operation_text(const std::string& name, const Listener& listener) {
  const isa::OpInfo& op = operation(name);
  const core::ExecutionSpec execution = machine_of(listener.machine).execution;
  return fmt::format("{}: an instruction of PTX\n  PTX: {}\n  class: {}\n", name, op.pattern,
                     isa::name_of(op.op_class)) +
         (op.op_class == isa::OpClass::matrix
              ? matrix_timing(execution, listener.machine)
              : fmt::format("  on {}: latency {} cycles\n", listener.machine,
                            execution.timing(op.op_class).latency));
}

study::Table operations_named(const std::vector<std::string>& names) {
  return instructions_table(among(names));
}

// The patterns that options take.

std::vector<std::string> pattern_names() { return {"patterns"}; }

std::string pattern_text(const std::string&, const Listener&) {
  return std::string(kPatternDialect);
}

study::Table patterns_named(const std::vector<std::string>&) {
  return {{"word", "meaning"}, {{"patterns", "what --kernels and --rows take"}}};
}

constexpr std::array<Topic, 4> kOtherTopics = {{
    {"machines", "gtx480, v100", sim::machine_names, fit_of_name, machine_text, machines_named},
    {"workloads", "bfs, hotspot", workload_names, fit_of_name, workload_explanation,
     workloads_named},
    {"PTX instructions", "mad, ld, bar", operation_names, fit_of_operation, operation_text,
     operations_named},
    {"patterns", "patterns", pattern_names, fit_of_name, pattern_text, patterns_named},
}};

}  // namespace

std::span<const Topic> other_topics() { return kOtherTopics; }

}  // namespace heddle::cli
