// The state of an import: the options that are given, the settings made so far, and what is to be
// said of each option.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/sim/settings/parameter_rows.hpp"
#include "heddle/sim/settings/setting.hpp"
#include "study/gpgpusim/option_table.hpp"
#include "study/gpgpusim/text/option_file.hpp"

namespace heddle::study::gpgpusim {

/// A line of the machine file.
struct MachineLine {
  sim::SettingValue value;
  std::string source;  ///< the comment of the line: option, value and derivation
  std::string place;   ///< "file:line" of the option; "": no file gives it
};

/// What is said of an option that is given.
struct Finding {
  Fate fate = Fate::taken;
  std::string note;
};

class Conversion {
 public:
  explicit Conversion(const OptionSet& options);

  bool is_given(const std::string& name) const { return options_.find(name) != nullptr; }
  /// The value of the option, or GPGPU-Sim's own if the option is not given.
  std::string text(const std::string& name) const;
  // The next functions throw SourceError for a value of another form.
  std::uint64_t whole(const std::string& name) const;
  double number(const std::string& name) const;
  bool flag(const std::string& name) const;
  /// The whole numbers of a list, `least` to `most` of them.
  std::vector<std::uint64_t> list(const std::string& name, char separator, std::size_t least,
                                  std::size_t most) const;
  /// The folder of the file that gives the option.
  std::filesystem::path folder_of(const std::string& name) const;

  /// Sets a parameter from an option. `how` says how the value follows from the option's, as in
  /// "x 2"; "": it is the option's value. Throws SourceError for a value outside of the parameter's
  /// range.
  void set(const std::string& key, const sim::SettingValue& value, const std::string& name,
           const std::string& how = "");
  /// Sets a parameter from a whole number, in the type of the parameter.
  void set_whole(const std::string& key, std::uint64_t value, const std::string& name,
                 const std::string& how = "");
  /// Sets a parameter that no option decides.
  void set_fact(const std::string& key, const sim::SettingValue& value, const std::string& why);
  /// Sets the parameter from the text of the option, in the type of the parameter.
  void set_as_is(const std::string& key, const std::string& name);

  /// Says that the option is taken with a difference.
  void differs(const std::string& name, const std::string& note);
  /// Says that heddle does what this value of the option asks for.
  void agrees(const std::string& name, const std::string& note = "");
  /// Says that this value of the option has no counterpart.
  void lacks(const std::string& name, const std::string& note);
  /// Throws SourceError at the place of the option.
  [[noreturn]] void refuse(const std::string& name, const std::string& message) const;

  /// The value that a parameter has been set to, or none.
  std::optional<double> number_set(const std::string& key) const;

  const std::map<std::string, MachineLine>& lines() const { return lines_; }
  const std::map<std::string, Finding>& findings() const { return findings_; }
  const OptionSet& options() const { return options_; }
  /// The parameters of heddle, in the order of a machine file.
  const std::vector<sim::ParameterRow>& parameters() const { return parameters_; }

 private:
  const sim::ParameterRow& parameter(const std::string& key) const;
  void say(const std::string& name, Fate fate, const std::string& note);
  std::string source_of(const std::string& name, const std::string& how) const;

  const OptionSet& options_;
  std::vector<sim::ParameterRow> parameters_;
  std::map<std::string, std::size_t> index_;  ///< place in parameters_, by key
  std::map<std::string, MachineLine> lines_;
  std::map<std::string, Finding> findings_;
};

}  // namespace heddle::study::gpgpusim
