#include <cstdio>
#include <exception>
#include <new>
#include <system_error>

#include <fmt/core.h>
#include <signal.h>

#include "cli/command.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/output/version.hpp"
#include "jobs/processes/own_executable.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "study/sources/revision.hpp"

namespace heddle::cli {
namespace {

std::string help_text() {
  std::string text =
      "heddle: a cycle-level GPU simulator\n\n"
      "  heddle cc bfs.cu -o bfs\n"
      "  heddle run --machine gtx480 -- ./bfs graph.txt\n"
      "  heddle run --set warp_scheduler=lrr --out results -- ./bfs graph.txt\n"
      "  heddle run --kernel scale --grid 4 --block 128 --arg buffer:4096 k.ptx\n\n"
      "commands (heddle COMMAND --help says more):\n";
  for (const Command& command : commands()) {
    if (!command.doc.empty()) text += fmt::format("  {:<11}{}\n", command.name, command.doc);
  }
  return text + fmt::format("  {:<11}{}\n", "--version", "say which heddle this is");
}

/// Makes a write fail when a file would exceed the limit of file sizes. By default the signal
/// SIGXFSZ would end the process instead. Programs that heddle starts do not inherit the handler.
void fail_at_size_limit() {
  struct sigaction action = {};
  if (sigaction(SIGXFSZ, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) return;
  action.sa_handler = [](int) {};
  action.sa_flags = SA_RESTART;
  sigaction(SIGXFSZ, &action, nullptr);
}

int run(Arguments arguments) {
  if (arguments.empty()) {
    jobs::say(help_text());
    return 2;
  }
  const std::string& name = arguments.front();
  if (name == "--help" || name == "-h" || name == "help") {
    fmt::print("{}", help_text());
    return 0;
  }
  if (name == "--version") {
    fmt::print("heddle {} ({})\n", sim::version(),
               study::stated_revision(jobs::own_executable().parent_path()));
    return 0;
  }
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    if (command.name == name) return command.run(arguments.subspan(1));
    names.emplace_back(command.name);
  }
  fail("there is no command '{}'{} (heddle --help lists them)", name, did_you_mean(name, names));
}

}  // namespace
}  // namespace heddle::cli

int main(int argc, char** argv) {
  using namespace heddle::cli;
  namespace jobs = heddle::jobs;
  try {
    jobs::occupy_closed_streams();
    fail_at_size_limit();
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const int exit_code = run(arguments);
    jobs::check_output();
    return exit_code;
  } catch (const std::bad_alloc&) {
    jobs::say("heddle: the host is out of memory\n");
    return 1;
  } catch (const std::system_error& error) {
    // The functions that print tables throw std::system_error if standard output takes no more.
    const bool is_output = std::ferror(stdout) != 0;
    jobs::say(fmt::format("heddle: {}\n",
                          is_output ? "cannot write to standard output: " + error.code().message()
                                    : std::string(error.what())));
    return 1;
  } catch (const std::exception& error) {
    jobs::say(fmt::format("heddle: {}\n", heddle::with_demangled(error.what())));
    return 1;
  }
}
