// Which instructions write a value: for passes that go from what is needed to what gives it.
#pragma once

#include <span>
#include <vector>

#include "heddle/compile/code/values.hpp"

namespace heddle::compile {

class WriteIndex {
 public:
  explicit WriteIndex(const Routine& routine);

  /// In code order.
  std::span<const Pc> writes(ValueId value) const {
    return std::span(writes_).subspan(first_[value], first_[value + 1] - first_[value]);
  }

 private:
  std::vector<std::uint32_t> first_;  ///< by value: where its writes begin
  std::vector<Pc> writes_;
};

}  // namespace heddle::compile
