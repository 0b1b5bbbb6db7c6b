// The description of a command for its manual page and a shell's completions: the options of the
// command and the values that they take.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace heddle::cli {

/// A command that gets only this word throws its Description and does nothing else.
inline constexpr const char* kDescribe = "--describe-command";

struct DescribedOption {
  std::vector<std::string> names;  ///< such as "--set", "-o"; the name of a positional argument
  std::string takes;               ///< such as "KEY=VALUE"; "": no value
  std::string doc;
  bool is_positional = false;
};

struct Description : std::exception {
  std::string summary;  ///< one line
  std::string footer;   ///< paragraphs and examples
  std::vector<DescribedOption> options;

  const char* what() const noexcept override { return "a command was asked to describe itself"; }
};

Description describe(const CLI::App& app);

/// The description of the command with this name. Throws Error if there is none.
Description describe(std::string_view command);

}  // namespace heddle::cli
