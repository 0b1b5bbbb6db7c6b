#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include "cli/command.hpp"
#include "cli/manual/manual_page.hpp"
#include "heddle/base/error.hpp"
#include "heddle/sim/output/whole_file.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

/// Writes heddle.1, and heddle-NAME.1 for each command.
void write_all(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail("cannot make the folder '{}': {}", folder.string(), error.message());
  sim::write_whole_file(folder / "heddle.1", manual_of_heddle());
  for (const Command& command : commands()) {
    if (command.doc.empty()) continue;
    sim::write_whole_file(folder / fmt::format("heddle-{}.1", command.name),
                          manual_page(command.name, describe(command.name)));
  }
}

}  // namespace

int manual_command(Arguments arguments) {
  CLI::App app("Prints the manual page of a command: heddle manual [COMMAND]", "heddle manual");
  app.footer(
      "Examples:\n"
      "  heddle manual sweep | man -l -\n"
      "  heddle manual --folder ~/.local/share/man/man1\n");
  std::string command, folder;
  app.add_option("command", command, "whose page; without one, the page of heddle");
  app.add_option("--folder", folder, "write all pages there")->type_name("DIR");
  if (!parse(app, arguments)) return 0;
  if (!folder.empty()) {
    write_all(folder);
  } else {
    fmt::print("{}",
               command.empty() ? manual_of_heddle() : manual_page(command, describe(command)));
  }
  return 0;
}

}  // namespace heddle::cli
