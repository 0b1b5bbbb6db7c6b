// Prints candidates for the end of a command line. The completion scripts of the shells call
// `heddle complete WORD...`.
#include <algorithm>

#include <fmt/core.h>

#include "cli/command.hpp"
#include "cli/description.hpp"
#include "cli/inspect/tables.hpp"
#include "heddle/base/exception.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "heddle/sim/settings/machine_files.hpp"
#include "jobs/folders/installed_folder.hpp"
#include "jobs/processes/own_executable.hpp"
#include "study/claims/experiment.hpp"

namespace heddle::cli {
namespace {

using Words = std::vector<std::string>;

const DescribedOption* option_of(const Description& command, const std::string& name) {
  const auto found = std::ranges::find_if(command.options, [&](const DescribedOption& option) {
    return !option.is_positional && std::ranges::find(option.names, name) != option.names.end();
  });
  return found == command.options.end() ? nullptr : &*found;
}

Words policies_of(const sim::PolicyChoices::Choice& choice) {
  Words words;
  for (const policy::PolicyInfo& info : choice.kind->list())
    words.push_back(fmt::format("{}={}", choice.key, info.name));
  return words;
}

/// The candidates for an assignment. Before the "=", keys such as "warp_scheduler=" and
/// "l1.bytes=". After the "=", the policies that may be chosen.
Words assignments(const std::string& begun) {
  const std::size_t equals = begun.find('=');
  if (equals != std::string::npos) {
    const std::string key = begun.substr(0, equals);
    const sim::PolicyChoices choices;
    for (const sim::PolicyChoices::Choice& choice : choices.all())
      if (choice.key == key) return policies_of(choice);
    return {};
  }
  Words words;
  for (const sim::PolicyKind& kind : sim::policy_kinds())
    if (!kind.chosen_by_units) words.push_back(std::string(kind.name) + "=");
  for (const sim::ParameterRow& row : sim::all_parameters()) words.push_back(row.key + "=");
  return words;
}

/// The words that may follow "heddle policy": the actions, and the kinds of policies.
Words policy_words() {
  Words words = {"new", "build"};
  for (const sim::PolicyKind& kind : sim::policy_kinds()) words.emplace_back(kind.name);
  return words;
}

/// The words that an option takes, if only a few are allowed. If `option` is "", the words that may
/// follow the command.
Words words_of(const std::string& command, const std::string& option) {
  if (option == "--timing") return {"full", "none"};
  if (option == "--stats") return {"launch", "kernel", "total"};
  if (command == "sweep" && option == "--on") return {"slurm"};
  if (command == "sweep" && option == "--export") return {"csv", "json"};
  if (command == "reproduce" && option == "--size") return {"tiny", "small", "paper"};
  if (command == "reproduce" && option.empty())
    return study::experiment_names(
        jobs::installed_folder(jobs::own_executable(), "experiments", study::kExperimentsVariable));
  if (command == "completion" && option.empty()) return {"bash", "zsh"};
  if (command == "policy" && option.empty()) return policy_words();
  if (option.empty() && (command == "explain" || command == "list")) return list_subjects();
  return {};
}

/// The candidates for the value of an option. Empty if the value is a file or any text.
Words values_of(const std::string& command, const DescribedOption& option,
                const std::string& begun) {
  if (option.names.front() == "--machine") return sim::machine_names();
  if (option.takes == "KEY=VALUE") return assignments(begun);
  return words_of(command, option.names.front());
}

Words options_of(const Description& command) {
  Words words;
  for (const DescribedOption& option : command.options) {
    if (!option.is_positional) words.insert(words.end(), option.names.begin(), option.names.end());
  }
  return words;
}

Words command_names() {
  Words words = {"--help", "--version"};
  for (const Command& command : commands())
    if (!command.doc.empty()) words.emplace_back(command.name);
  return words;
}

/// The candidates for the last word.
Words candidates(std::span<const std::string> words) {
  if (words.size() <= 1) return command_names();
  const Description command = describe(words.front());
  const std::string& begun = words.back();
  if (std::ranges::find(words.first(words.size() - 1), "--") != words.end() - 1) return {};
  const DescribedOption* const before = option_of(command, words[words.size() - 2]);
  if (before != nullptr && !before->takes.empty()) return values_of(words.front(), *before, begun);
  if (begun.starts_with("-")) return options_of(command);
  return words_of(words.front(), "");
}

}  // namespace

int complete_command(Arguments arguments) {
  const std::string begun = arguments.empty() ? "" : arguments.back();
  try {
    Words words = candidates(arguments);
    std::ranges::sort(words);
    for (const std::string& word : words)
      if (word.starts_with(begun)) fmt::print("{}\n", word);
  } catch (const Error&) {
    // A wrong command line has no candidates. The command says what is wrong when it runs.
  }
  return 0;
}

}  // namespace heddle::cli
