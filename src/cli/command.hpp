// The commands of `heddle`. Each command reads its own command line and returns the exit code.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace heddle::cli {

using Arguments = std::span<const std::string>;

struct Command {
  std::string_view name;
  std::string_view doc;  ///< one line; "": people do not type the command
  int (*run)(Arguments arguments);
};

std::span<const Command> commands();

int run_command(Arguments arguments);
int corun_command(Arguments arguments);
int timeline_command(Arguments arguments);
int compare_command(Arguments arguments);
int report_command(Arguments arguments);
int cc_command(Arguments arguments);
int bench_command(Arguments arguments);
int workloads_command(Arguments arguments);
int whatif_command(Arguments arguments);
int cite_command(Arguments arguments);
int metrics_command(Arguments arguments);
int sweep_command(Arguments arguments);
int merge_command(Arguments arguments);
int reproduce_command(Arguments arguments);
int manual_command(Arguments arguments);
int completion_command(Arguments arguments);
/// Prints the candidates for the last word of a command line, for completions.
int complete_command(Arguments arguments);
int list_command(Arguments arguments);
int check_command(Arguments arguments);
int explain_command(Arguments arguments);
int occupancy_command(Arguments arguments);
int cost_command(Arguments arguments);
int disasm_command(Arguments arguments);
int import_command(Arguments arguments);
int policy_command(Arguments arguments);
int replay_command(Arguments arguments);
/// Runs a kernel of a PTX file in this process. `heddle run k.ptx` starts this command as its
/// program.
int kernel_command(Arguments arguments);
/// Runs a capture in this process. `heddle run FILE` starts this command as its program.
int captured_command(Arguments arguments);

/// Reads a command line. Returns false if help was asked for and shown. Throws Error for a command
/// line that cannot be read. Also throws Error for an option with the value '', because such an
/// option looks like one that is not given. The arguments that no option takes are in
/// app.remaining(). Throws the command's Description (description.hpp) if the command line asks for
/// it.
bool parse(CLI::App& app, Arguments arguments);

/// Whether the command is asked for its Description.
bool asks_for_description(Arguments arguments);

/// Throws Error for an argument that looks like an option and that no option took. The message
/// suggests a known option.
void refuse_unknown_options(const CLI::App& app, const std::vector<std::string>& remaining);

}  // namespace heddle::cli
