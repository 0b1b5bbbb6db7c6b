// A command as its manual page and completions in a shell see it: its options, with what they take.
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace heddle::cli {

/// A command that gets this word alone throws its Description, and does nothing.
inline constexpr const char* kDescribe = "--describe-command";

struct DescribedOption {
  std::vector<std::string> names;  ///< "--set", "-o"; of a positional argument its name
  std::string takes;               ///< "KEY=VALUE"; "": nothing
  std::string doc;
  bool is_positional = false;
};

struct Description : std::exception {
  std::string summary;  ///< a line
  std::string footer;   ///< paragraphs, and examples
  std::vector<DescribedOption> options;

  const char* what() const noexcept override { return "a command was asked to describe itself"; }
};

Description describe(const CLI::App& app);

/// Of the command of this name. Throws Error if there is none.
Description describe(std::string_view command);

}  // namespace heddle::cli
