// Organisations and residencies by name and parameters, for tests.
#pragma once

#include <map>
#include <string>

#include "heddle/base/parameter.hpp"
#include "heddle/gpu/gpu.hpp"

namespace heddle::test {

using Numbers = std::map<std::string, std::uint32_t, std::less<>>;

/// Sets whole numbers, switches and choices (by their place) by name.
class NumberSetter final : public ParameterVisitor {
 public:
  explicit NumberSetter(const Numbers& numbers) : numbers_(numbers) {}
  void operator()(std::string_view name, std::uint32_t& value, const ParameterInfo&) override {
    if (const auto found = numbers_.find(name); found != numbers_.end()) value = found->second;
  }
  void operator()(std::string_view name, bool& value, const ParameterInfo&) override {
    if (const auto found = numbers_.find(name); found != numbers_.end()) value = found->second != 0;
  }
  void operator()(std::string_view name, std::uint64_t& value, const ParameterInfo&) override {
    if (const auto found = numbers_.find(name); found != numbers_.end()) value = found->second;
  }
  void operator()(std::string_view, double&, const ParameterInfo&) override {}
  void operator()(std::string_view, std::string&, const ParameterInfo&) override {}
  void choice(std::string_view name, ChoiceReference& value, const ParameterInfo&) override {
    if (const auto found = numbers_.find(name); found != numbers_.end())
      value.value = found->second;
  }

 private:
  void begin_group(std::string_view, std::string_view) override {}
  void end_group() override {}
  const Numbers& numbers_;
};

inline gpu::PolicyChoice organised(const std::string& organisation, const Numbers& numbers) {
  gpu::PolicyChoice choice;
  choice.organisation = organisation;
  choice.configure = [=](const std::string& prefix, const auto& describe) {
    NumberSetter setter(numbers);
    if (prefix == "organisation." + organisation) describe(setter);
  };
  return choice;
}

inline gpu::PolicyChoice resided(const std::string& residency, const Numbers& numbers = {}) {
  gpu::PolicyChoice choice;
  choice.residency = residency;
  choice.warp_scheduler = "lrr";
  choice.configure = [=](const std::string& prefix, const auto& describe) {
    NumberSetter setter(numbers);
    if (prefix == "residency." + residency) describe(setter);
  };
  return choice;
}

/// Every residency; those of WarpMan by mode.
inline std::map<std::string, gpu::PolicyChoice> every_residency() {
  return {{"block", resided("block")},
          {"warp_release", resided("warp_release")},
          {"temp", resided("warpman", {{"mode", 0}})},
          {"temp_spatial", resided("warpman", {{"mode", 1}})},
          {"dueling", resided("warpman", {{"mode", 2}, {"duel_window", 1000}})},
          {"threshold", resided("warpman", {{"mode", 3}, {"threshold", 9}})},
          {"threshold of all",
           resided("warpman", {{"mode", 3}, {"threshold", 3}, {"threshold_scope", 1}})}};
}

/// Every organisation that the same program has to give the same output on.
inline std::map<std::string, gpu::PolicyChoice> every_organisation() {
  return {{"spatial 32", organised("spatial", {{"width", 32}})},
          {"spatial 16", organised("spatial", {{"width", 16}})},
          {"spatial 8", organised("spatial", {{"width", 8}})},
          {"spatial 4", organised("spatial", {{"width", 4}})},
          {"temporal", organised("temporal", {})},
          {"temporal 16", organised("temporal", {{"warp_size", 16}})},
          {"unlocked", organised("temporal", {{"unlocked", 1}})},
          {"spatio-temporal 2", organised("spatio_temporal", {{"k", 2}})},
          {"spatio-temporal 4", organised("spatio_temporal", {{"k", 4}})}};
}

}  // namespace heddle::test
