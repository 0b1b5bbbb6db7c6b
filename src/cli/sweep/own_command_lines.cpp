#include "cli/sweep/own_command_lines.hpp"

#include <CLI/CLI.hpp>

#include "cli/corun/corun_options.hpp"
#include "cli/run/requests/kernel_options.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/policies_together.hpp"
#include "study/corun/corun_plan.hpp"

namespace heddle::cli {
namespace {

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) names.push_back(option->get_name());
  return names;
}

}  // namespace

void OwnCommandLines::check_kernel(const std::vector<std::string>& options) const {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  KernelOptions kernel;
  kernel.add_to(app);
  std::vector<std::string> reversed(options.rbegin(),
                                    options.rend());  // CLI11 takes the last word first
  try {
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    fail("{}", error.what());
  }
  kernel.check();
  const std::vector<std::string> others = app.remaining();
  if (others.empty()) return;
  fail(
      "'{}' is none of a kernel's: they are {}; a machine stands in machines = [...], settings in "
      "set = [...], results in --results",
      others.front(), comma_list(option_names(app)));
}

void OwnCommandLines::check_corun(const std::vector<std::string>& words,
                                  std::size_t programs) const {
  study::CorunRequest request;
  if (!parse_corun_request(words, request)) fail("the options are of no run");
  if (request.programs.size() != programs)
    fail("options: '{}' is no option", request.programs.front());
  const auto configuration = sim::Configuration::resolve(request.configuration);
  configuration.check_files();
  sim::check_policies_together(configuration);
  study::check_programs(configuration, request.programs.size());
  if (request.alone.measured) sim::Configuration::resolve(study::alone_configuration(request));
}

}  // namespace heddle::cli
