#include "cli/description.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/text/suggestion.hpp"

namespace heddle::cli {
namespace {

DescribedOption described_option(const CLI::Option& option) {
  DescribedOption described{.names = {},
                            .takes = option.get_expected_max() == 0 ? "" : option.get_type_name(),
                            .doc = option.get_description(),
                            .is_positional = !option.nonpositional()};
  if (described.is_positional) {
    described.names.push_back(option.get_name(true));
    return described;
  }
  for (const std::string& name : option.get_lnames()) described.names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) described.names.push_back("-" + name);
  return described;
}

}  // namespace

Description describe(const CLI::App& app) {
  Description description;
  description.summary = app.get_description();
  description.footer = app.get_footer();
  for (const CLI::Option* option : app.get_options())
    description.options.push_back(described_option(*option));
  return description;
}

Description describe(std::string_view name) {
  const auto found = std::ranges::find(commands(), name, &Command::name);
  if (found == commands().end()) {
    std::vector<std::string> names;
    for (const Command& command : commands()) names.emplace_back(command.name);
    fail("there is no command '{}'{}", name, did_you_mean(std::string(name), names));
  }
  try {
    found->run(std::vector<std::string>{kDescribe});
  } catch (const Description& description) {
    return description;
  }
  fail("'{}' does not describe itself", name);
}

}  // namespace heddle::cli
