#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/suggestion.hpp"
#include "heddle/sim/version.hpp"

namespace heddle::cli {
namespace {

void print_help(std::FILE* to) {
  fmt::print(to,
             "heddle: a cycle-level GPU simulator\n\n"
             "  heddle cc bfs.cu -o bfs\n"
             "  heddle run --machine gtx480 -- ./bfs graph.txt\n"
             "  heddle run --set warp_scheduler=lrr --out results -- ./bfs graph.txt\n"
             "  heddle run --kernel scale --grid 4 --block 128 --arg buffer:4096 k.ptx\n\n"
             "commands (heddle COMMAND --help says more):\n");
  for (const Command& command : commands()) {
    if (!command.doc.empty()) fmt::print(to, "  {:<9}{}\n", command.name, command.doc);
  }
  fmt::print(to, "  {:<9}{}\n", "--version", "say which heddle this is");
}

int run(Arguments arguments) {
  if (arguments.empty()) {
    print_help(stderr);
    return 2;
  }
  const std::string& name = arguments.front();
  if (name == "--help" || name == "-h" || name == "help") {
    print_help(stdout);
    return 0;
  }
  if (name == "--version") {
    fmt::print("heddle {}\n", sim::version());
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
  try {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    return heddle::cli::run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "heddle: {}\n", error.what());
    return 1;
  }
}
