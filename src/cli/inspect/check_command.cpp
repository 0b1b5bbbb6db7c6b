#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "cli/command.hpp"
#include "cli/inspect/file_checks.hpp"
#include "heddle/base/exception.hpp"
#include "heddle/base/text/demangle.hpp"
#include "jobs/streams/standard_streams.hpp"

namespace heddle::cli {

int check_command(Arguments arguments) {
  CLI::App app("Reads files as the commands that use them would: heddle check FILE...",
               "heddle check");
  app.footer(
      "Says of each file what it is, or what is wrong in it, with the line. Files are machines, "
      "settings,\n"
      "sweeps and manifests of workloads (.toml), PTX (.ptx), results of sweeps (.sqlite), "
      "policy\n"
      "libraries (.so), profiles of loads (.csv), captures, traces of kernels (.traceg, .tracez) "
      "and "
      "their\n"
      "lists (kernelslist.g), a run's tables (.csv) and l1_stream.bin, and folders of runs, "
      "reproductions\n"
      "and experiments. The exit code is 1 if one is wrong.\n\n"
      "Examples:\n"
      "  heddle check my-machine.toml sweep.toml\n"
      "  heddle check kernels/*.ptx\n");
  std::vector<std::string> files;
  app.add_option("file", files, "what to check")->required();
  if (!parse(app, arguments)) return 0;
  int exit_code = 0;
  for (const std::string& file : files) {
    try {
      jobs::answer(fmt::format("{}: {}\n", file, check_file(file)));
    } catch (const Error& error) {
      jobs::say(fmt::format("heddle check: {}\n", with_demangled(error.what())));
      exit_code = 1;
    }
  }
  return exit_code;
}

}  // namespace heddle::cli
