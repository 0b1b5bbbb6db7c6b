#include "cc/cc_main.hpp"
#include "cli/cc/cc_description.hpp"
#include "cli/command.hpp"
#include "jobs/processes/own_executable.hpp"

namespace heddle::cli {

int cc_command(Arguments arguments) {
  if (asks_for_description(arguments)) throw describe_cc();
  return cc::cc_main(arguments, jobs::own_executable());
}

}  // namespace heddle::cli
