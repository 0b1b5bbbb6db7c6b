#include "cc/options/options.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "cc/options/option_table.hpp"
#include "cc/options/words.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/suggestion.hpp"

namespace heddle::cc {
namespace {

using Tables = std::array<std::span<const OptionRow>, 4>;

Tables tables() { return {goal_rows(), compiler_rows(), device_rows(), other_rows()}; }

/// The parts of an option as the user wrote it.
struct Spelling {
  std::string name;   ///< without dashes and value
  std::string value;  ///< after "="
  bool has_value = false;
  bool two_dashes = false;
};

Spelling take_apart(const std::string& argument) {
  Spelling spelling;
  spelling.two_dashes = argument.starts_with("--");
  const std::string body = argument.substr(spelling.two_dashes ? 2 : 1);
  const std::size_t equals = body.find('=');
  spelling.name = body.substr(0, equals);
  if (equals != std::string::npos) {
    spelling.has_value = true;
    spelling.value = body.substr(equals + 1);
  }
  return spelling;
}

const OptionRow* find_exact(const Spelling& spelling) {
  for (const auto& table : tables()) {
    for (const OptionRow& row : table) {
      if (spelling.name == row.long_name ||
          (!row.short_name.empty() && spelling.name == row.short_name)) {
        return &row;
      }
    }
  }
  return nullptr;
}

const OptionRow* find_joined(const std::string& argument) {
  if (argument.starts_with("--")) return nullptr;
  for (const auto& table : tables()) {
    for (const OptionRow& row : table) {
      if (row.value == Value::joined && argument[1] == row.short_name[0]) return &row;
    }
  }
  return nullptr;
}

/// Whether the option belongs to GCC or clang. Users also give such options to nvcc, although nvcc
/// does not know them.
bool is_host_option(const std::string& argument) {
  constexpr std::array kPrefixes = {"-W",        "-f",     "-march",    "-mtune", "-mcpu",
                                    "-msse",     "-mavx",  "-pthread",  "-pipe",  "-static-lib",
                                    "-rdynamic", "-ansi",  "-pedantic", "-g",     "-no-pie",
                                    "-pie",      "-nostd", "-idirafter"};
  return std::any_of(kPrefixes.begin(), kPrefixes.end(),
                     [&](const char* prefix) { return argument.starts_with(prefix); });
}

[[noreturn]] void fail_unknown(const std::string& argument, const Spelling& spelling) {
  std::vector<std::string> known;
  for (const auto& table : tables()) {
    for (const OptionRow& row : table) {
      known.push_back("--" + std::string(row.long_name));
      if (!row.short_name.empty()) known.push_back("-" + std::string(row.short_name));
    }
  }
  const std::string typed = (spelling.two_dashes ? "--" : "-") + spelling.name;
  if (const std::string meant = did_you_mean(typed, known); !meant.empty()) {
    fail("unknown option '{}'{}", argument, meant);
  }
  fail("unknown option '{}'; an option of the host compiler is given as -Xcompiler {}", argument,
       argument);
}

class Reader {
 public:
  Options read(std::span<const std::string> arguments) {
    read_all(arguments);
    return std::move(options_);
  }

 private:
  void read_all(std::span<const std::string> arguments) {
    for (std::size_t i = 0; i < arguments.size();) {
      const std::string& argument = arguments[i];
      if (argument.size() < 2 || argument[0] != '-') {
        options_.inputs.push_back({argument, false, options_.language == "cu"});
        ++i;
      } else {
        i += read_option(arguments.subspan(i));
      }
    }
  }

  /// Reads one option. Returns the number of arguments used.
  std::size_t read_option(std::span<const std::string> arguments) {
    const std::string& argument = arguments.front();
    const Spelling spelling = take_apart(argument);
    if (spelling.name == "options-file" || spelling.name == "optf") {
      read_file(value_of(spelling, arguments));
      return spelling.has_value ? 1 : 2;
    }
    if (const OptionRow* row = find_exact(spelling)) return apply(*row, spelling, arguments);
    if (const OptionRow* row = find_joined(argument)) {
      row->apply(options_, argument.substr(argument[2] == '=' ? 3 : 2));
      return 1;
    }
    if (!options_.forward_unknown && !is_host_option(argument)) fail_unknown(argument, spelling);
    options_.host_flags.push_back(argument);
    return 1;
  }

  std::size_t apply(const OptionRow& row, const Spelling& spelling,
                    std::span<const std::string> arguments) {
    if (row.value == Value::none) {
      if (spelling.has_value && spelling.value != "true") {
        fail("option '{}' takes no value", arguments.front());
      }
      row.apply(options_, "");
      return 1;
    }
    const std::string value = value_of(spelling, arguments);
    if (row.value != Value::list) {
      row.apply(options_, value);
    } else {
      for (const std::string& part : split_commas(value)) {
        for (const std::string& word : split_words(part)) row.apply(options_, word);
      }
    }
    return spelling.has_value ? 1 : 2;
  }

  static std::string value_of(const Spelling& spelling, std::span<const std::string> arguments) {
    if (spelling.has_value) return spelling.value;
    if (arguments.size() < 2) fail("option '{}' needs a value", arguments.front());
    return arguments[1];
  }

  void read_file(const std::string& path) {
    read_all(split_words(heddle::read_file(path, file_kinds::kOptions)));
  }

  Options options_;
};

}  // namespace

Options read_options(std::span<const std::string> arguments) { return Reader().read(arguments); }

}  // namespace heddle::cc
