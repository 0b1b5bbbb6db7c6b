#include <array>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/description.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/text/suggestion.hpp"

namespace heddle::cli {

std::span<const Command> commands() {
  static constexpr auto kCommands = std::to_array<Command>({
      {"run", "run a program, or one kernel of a PTX file, on a simulated GPU", run_command},
      {"corun", "run several captured programs on one simulated GPU", corun_command},
      {"cc", "compile and link CUDA C++", cc_command},
      {"timeline", "write what every warp did, cycle by cycle, as a trace or a text",
       timeline_command},
      {"compare", "print the results of several runs side by side", compare_command},
      {"report", "write one HTML page on a run, or on several side by side", report_command},
      {"metrics", "print a run's kernels under the names of Nsight Compute's metrics",
       metrics_command},
      {"whatif", "say what a run would gain if one thing at a time cost nothing", whatif_command},
      {"cite", "print BibTeX of heddle and of the works whose parts a run used", cite_command},
      {"sweep", "run a matrix of workloads, machines and settings; results in one SQLite file",
       sweep_command},
      {"merge", "bring results of a sweep together that several machines have made", merge_command},
      {"reproduce", "repeat a study's experiments, and set its claims beside what was measured",
       reproduce_command},
      {"workloads", "list the workloads and what the studies say of them; compile them",
       workloads_command},
      {"bench", "measure how fast heddle itself simulates", bench_command},
      {"list", "list kinds of policies, machines, instructions, statistics, parameters",
       list_command},
      {"explain", "say what a key means, its range and its value", explain_command},
      {"check", "read files as their commands would, and say what is wrong", check_command},
      {"occupancy", "say how many blocks of a kernel an SM holds, and what limits them",
       occupancy_command},
      {"policy", "write a policy and build it, outside the tree of heddle", policy_command},
      {"replay", "replay the accesses of the L1s through other caches: LRU, Belady, unbounded",
       replay_command},
      {"cost", "say what storage the policies and the organisation need on an SM", cost_command},
      {"disasm", "show the machine code of a PTX file", disasm_command},
      {"import", "make a machine file of a configuration of GPGPU-Sim or Accel-Sim",
       import_command},
      {"manual", "print the manual page of a command", manual_command},
      {"completion", "print what completes command lines in bash or zsh", completion_command},
      {"complete", "", complete_command},
      {"kernel", "", kernel_command},
      {"captured", "", captured_command},
  });
  return kCommands;
}

bool asks_for_description(Arguments arguments) {
  return arguments.size() == 1 && arguments.front() == kDescribe;
}

namespace {

void refuse_empty_values(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& value : option->results()) {
      if (value.empty()) fail("{} '': expected {}", option->get_name(), option->get_type_name());
    }
  }
}

}  // namespace

bool parse(CLI::App& app, Arguments arguments) {
  if (asks_for_description(arguments)) throw describe(app);
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());
    return false;
  } catch (const CLI::ParseError& error) {
    fail("{} ({} --help shows the options)", error.what(), app.get_name());
  }
  refuse_empty_values(app);
  return true;
}

void refuse_unknown_options(const CLI::App& app, const std::vector<std::string>& remaining) {
  std::vector<std::string> known;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
  }
  for (const std::string& argument : remaining) {
    if (!argument.starts_with("-")) continue;
    fail("unknown option '{}'{} ({} --help shows the options)", argument,
         did_you_mean(argument, known), app.get_name());
  }
}

}  // namespace heddle::cli
