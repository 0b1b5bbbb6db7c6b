// Sets a policy's parameters by name, for tests.
#pragma once

#include <algorithm>
#include <concepts>
#include <map>
#include <string>
#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/base/parameter.hpp"

namespace heddle::test {

/// A number, 0 or 1 for a switch, a text, or for a choice a word or the word's place.
struct Value {
  Value(const char* word) : text(word) {}
  Value(std::string word) : text(std::move(word)) {}
  Value(std::integral auto number) : text(std::to_string(number)) {}
  std::string text;
};
/// By parameter.
using Values = std::map<std::string, Value, std::less<>>;

class ValueSetter final : public ParameterVisitor {
 public:
  explicit ValueSetter(const Values& values) : values_(values) {}
  void operator()(std::string_view name, std::uint32_t& value, const ParameterInfo&) override {
    set_number(name, value);
  }
  void operator()(std::string_view name, std::uint64_t& value, const ParameterInfo&) override {
    set_number(name, value);
  }
  void operator()(std::string_view name, bool& value, const ParameterInfo&) override {
    set_number(name, value);
  }
  void operator()(std::string_view name, double& value, const ParameterInfo&) override {
    if (const auto given = values_.find(name); given != values_.end())
      value = std::stod(given->second.text);
  }
  void operator()(std::string_view name, std::string& value, const ParameterInfo&) override {
    if (const auto given = values_.find(name); given != values_.end()) value = given->second.text;
  }
  void choice(std::string_view name, ChoiceReference& value, const ParameterInfo&) override {
    const auto given = values_.find(name);
    if (given == values_.end()) return;
    const auto found = std::ranges::find(value.names, given->second.text);
    if (found != value.names.end())
      value.value = static_cast<std::uint32_t>(found - value.names.begin());
    else if (given->second.text.find_first_not_of("0123456789") == std::string::npos)
      set_number(name, value.value);
    else
      fail("{} is none of the words of '{}'", given->second.text, name);
  }

 private:
  void begin_group(std::string_view, std::string_view) override {}
  void end_group() override {}
  template <typename Number>
  void set_number(std::string_view name, Number& value) {
    if (const auto given = values_.find(name); given != values_.end())
      value = static_cast<Number>(std::stoull(given->second.text));
  }
  const Values& values_;
};

/// For gpu::PolicyChoice::configure: sets the parameters of the policy "<kind>.<name>".
inline auto set_of(const std::string& policy, const Values& values) {
  return [=](const std::string& prefix, const auto& describe) {
    ValueSetter setter(values);
    if (prefix == policy) describe(setter);
  };
}

}  // namespace heddle::test
