// A visitor that knows the key at which it is: the names of the groups around it, with dots.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "heddle/base/parameter.hpp"

namespace heddle::sim {

class PrefixedVisitor : public ParameterVisitor {
 public:
  /// `prefix`: "" or ends with a dot.
  explicit PrefixedVisitor(std::string prefix = "") : prefix_(std::move(prefix)) {}

 protected:
  const std::string& prefix() const { return prefix_; }
  void set_prefix(std::string prefix) { prefix_ = std::move(prefix); }
  /// The key of a parameter of the present group, as in "l1.hit_latency".
  std::string key_of(std::string_view name) const { return prefix_ + std::string(name); }

  void begin_group(std::string_view name, std::string_view) final {
    prefix_ += std::string(name) + ".";
  }
  void end_group() final {
    prefix_.pop_back();
    prefix_.erase(prefix_.rfind('.') + 1);
  }

 private:
  std::string prefix_;
};

}  // namespace heddle::sim
