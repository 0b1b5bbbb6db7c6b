// A spec is a struct of parameters. It declares each parameter once, in
// `describe(ParameterVisitor&)`: name, variable, unit, range, meaning. Four kinds of visitors use
// this function: they read a configuration, save the resolved configuration, print `heddle
// explain`, and write the reference.
//
//   struct CacheSpec {
//     std::uint64_t bytes = 16384;
//     void describe(ParameterVisitor& visit) { visit("bytes", bytes, {.unit = "B", .minimum = 128,
//     .doc = "capacity"}); }
//   };
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace heddle {

struct ParameterInfo {
  std::string_view unit = "";  ///< "": a plain number
  double minimum = 0;
  double maximum = std::numeric_limits<double>::infinity();
  std::string_view doc;  ///< meaning of the parameter, in one line
};

/// A parameter whose values are words: the names of an enumeration's values, in their order.
struct ChoiceReference {
  std::span<const std::string_view> names;
  std::uint32_t value = 0;
};

class ParameterVisitor {
 public:
  virtual ~ParameterVisitor() = default;

  virtual void operator()(std::string_view name, std::uint32_t& value,
                          const ParameterInfo& info) = 0;
  virtual void operator()(std::string_view name, std::uint64_t& value,
                          const ParameterInfo& info) = 0;
  virtual void operator()(std::string_view name, double& value, const ParameterInfo& info) = 0;
  virtual void operator()(std::string_view name, bool& value, const ParameterInfo& info) = 0;
  virtual void operator()(std::string_view name, std::string& value, const ParameterInfo& info) = 0;
  virtual void choice(std::string_view name, ChoiceReference& value, const ParameterInfo& info) = 0;

  /// A parameter whose value is an enumeration. Users write the names of its values.
  template <typename Enum>
  void choice(std::string_view name, Enum& value, std::span<const std::string_view> names,
              const ParameterInfo& info) {
    ChoiceReference reference{names, static_cast<std::uint32_t>(value)};
    choice(name, reference, info);
    value = static_cast<Enum>(reference.value);
  }

  /// A spec inside a spec. The parameters of the inner spec are named "name.parameter".
  template <typename Spec>
  void group(std::string_view name, Spec& spec, std::string_view doc) {
    begin_group(name, doc);
    spec.describe(*this);
    end_group();
  }

 protected:
  virtual void begin_group(std::string_view name, std::string_view doc) = 0;
  virtual void end_group() = 0;
};

}  // namespace heddle
