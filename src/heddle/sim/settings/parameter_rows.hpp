// Lists the parameters of a spec with their values. `heddle explain`, the saved configuration and
// "did you mean" messages use the list.
#pragma once

#include <string>
#include <vector>

#include "heddle/sim/settings/prefixed_visitor.hpp"
#include "heddle/sim/settings/setting.hpp"

namespace heddle::sim {

/// One parameter and its value.
struct ParameterRow {
  std::string key;   ///< with dots, as in "l1.hit_latency"
  std::string type;  ///< "whole number", "number", "true or false", "text", "word"
  SettingValue value;
  std::string unit;
  double minimum = 0, maximum = 0;  ///< range of a number
  std::string doc;
  std::vector<std::string> choices;  ///< allowed values of a parameter of type "word"

  bool is_number() const;
  /// "1 to 64 warps", "lrr or gto", "true or false".
  std::string range() const;
};

class ParameterRows final : public PrefixedVisitor {
 public:
  using PrefixedVisitor::PrefixedVisitor;

  std::vector<ParameterRow> rows;

  using ParameterVisitor::choice;
  void operator()(std::string_view name, std::uint32_t& value, const ParameterInfo& info) override;
  void operator()(std::string_view name, std::uint64_t& value, const ParameterInfo& info) override;
  void operator()(std::string_view name, double& value, const ParameterInfo& info) override;
  void operator()(std::string_view name, bool& value, const ParameterInfo& info) override;
  void operator()(std::string_view name, std::string& value, const ParameterInfo& info) override;
  void choice(std::string_view name, ChoiceReference& value, const ParameterInfo& info) override;

 private:
  ParameterRow& add(std::string_view name, const char* type, SettingValue value,
                    const ParameterInfo& info);
};

/// Returns the rows as TOML. Each parameter is a line of a table, with its meaning as a comment.
std::string to_toml(const std::vector<ParameterRow>& rows);

/// Returns the value as TOML text.
std::string to_toml(const SettingValue& value);

}  // namespace heddle::sim
