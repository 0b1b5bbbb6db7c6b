// Fills the parameters of a spec from settings. The reader checks types, ranges and words. The
// reader also remembers the keys of all parameters, and can refuse settings with other keys.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "heddle/sim/settings/prefixed_visitor.hpp"
#include "heddle/sim/settings/setting.hpp"

namespace heddle::sim {

class SettingReader final : public PrefixedVisitor {
 public:
  explicit SettingReader(const Settings& settings) : settings_(settings) {}

  /// Reads a spec. Its parameters are named "prefix.parameter", or "parameter" for an empty prefix.
  template <typename Spec>
  void read(const std::string& prefix, Spec& spec) {
    set_prefix(prefix.empty() ? "" : prefix + ".");
    spec.describe(*this);
    set_prefix("");
  }

  /// Returns the word at `key`, or `otherwise` if there is no such setting.
  std::string word(const std::string& key, const std::string& otherwise);

  /// Throws Error for the first setting whose key is no parameter. The message suggests a similar
  /// key ("did you mean").
  void refuse_unread() const;

  using ParameterVisitor::choice;
  void operator()(std::string_view name, std::uint32_t& value, const ParameterInfo& info) override;
  void operator()(std::string_view name, std::uint64_t& value, const ParameterInfo& info) override;
  void operator()(std::string_view name, double& value, const ParameterInfo& info) override;
  void operator()(std::string_view name, bool& value, const ParameterInfo& info) override;
  void operator()(std::string_view name, std::string& value, const ParameterInfo& info) override;
  void choice(std::string_view name, ChoiceReference& value, const ParameterInfo& info) override;

 private:
  /// Returns the setting of the parameter, or null if there is none. Records that the parameter
  /// exists.
  const Setting* find(std::string_view name);
  std::uint64_t whole(std::string_view name, const Setting& setting, const ParameterInfo& info,
                      std::uint64_t limit) const;
  [[noreturn]] void refuse(std::string_view name, const Setting& setting,
                           const std::string& expected) const;

  const Settings& settings_;
  std::set<std::string, std::less<>> known_;
};

}  // namespace heddle::sim
