#include "heddle/policy/parameter_check.hpp"

#include <set>
#include <string>

#include "heddle/base/error.hpp"

namespace heddle::policy {
namespace {

bool is_name(std::string_view name) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789_";
  return !name.empty() && name.find_first_not_of(kLetters) == std::string_view::npos;
}

class Checker final : public ParameterVisitor {
 public:
  explicit Checker(const PolicyName& policy) : policy_(policy) {}

  using ParameterVisitor::choice;
  void operator()(std::string_view name, std::uint32_t& value, const ParameterInfo& info) override {
    check_number(name, value, info);
  }
  void operator()(std::string_view name, std::uint64_t& value, const ParameterInfo& info) override {
    check_number(name, static_cast<double>(value), info);
  }
  void operator()(std::string_view name, double& value, const ParameterInfo& info) override {
    check_number(name, value, info);
  }
  void operator()(std::string_view name, bool&, const ParameterInfo&) override { check_name(name); }
  void operator()(std::string_view name, std::string&, const ParameterInfo&) override {
    check_name(name);
  }
  void choice(std::string_view name, ChoiceReference& value, const ParameterInfo&) override {
    check_name(name);
    if (value.value < value.names.size()) return;
    refuse(fmt::format("'{}{}' with word {} as its default", prefix_, name, value.value),
           value.names.empty() ? "a choice of at least one word"
                               : fmt::format("words 0 to {}", value.names.size() - 1));
  }

 private:
  void begin_group(std::string_view name, std::string_view) override {
    check_name(name);
    prefix_ += std::string(name) + ".";
  }
  void end_group() override {
    prefix_.pop_back();
    prefix_.erase(prefix_.rfind('.') + 1);
  }

  void check_name(std::string_view name) {
    if (!is_name(name))
      refuse(fmt::format("a parameter called '{}{}'", prefix_, name),
             "names of lower-case letters, digits and underscores");
    if (!names_.insert(prefix_ + std::string(name)).second)
      refuse(fmt::format("two parameters called '{}{}'", prefix_, name), "a name of its own each");
  }
  void check_number(std::string_view name, double value, const ParameterInfo& info) {
    check_name(name);
    if (!(info.minimum <= info.maximum))
      refuse(fmt::format("'{}{}' from {} to {}", prefix_, name, info.minimum, info.maximum),
             "a range that is not empty");
    if (!(value >= info.minimum && value <= info.maximum))
      refuse(fmt::format("'{}{}' with default {}", prefix_, name, value),
             fmt::format("a default in its range, {} to {}", info.minimum, info.maximum));
  }
  [[noreturn]] void refuse(std::string_view answer, std::string_view allowed) const {
    refuse_answer(policy_, {}, "describe()", answer, allowed);
  }

  const PolicyName& policy_;
  std::string prefix_;
  std::set<std::string> names_;
};

}  // namespace

void check_parameters(const PolicyName& policy,
                      const std::function<void(ParameterVisitor&)>& describe) {
  Checker checker(policy);
  ask(policy, [] { return Occasion{}; }, "describe()", [&] { describe(checker); });
}

}  // namespace heddle::policy
