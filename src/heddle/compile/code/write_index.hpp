// Lists the instructions that write each value, for passes that search from a use of a value to its
// definitions.
#pragma once

#include <span>
#include <vector>

#include "heddle/compile/code/values.hpp"

namespace heddle::compile {

class WriteIndex {
 public:
  explicit WriteIndex(const Routine& routine);

  /// Returns the instructions that write the value, in code order.
  std::span<const Pc> writes(ValueId value) const {
    return std::span(writes_).subspan(first_[value], first_[value + 1] - first_[value]);
  }

 private:
  std::vector<std::uint32_t> first_;  ///< by value: index of its first write in writes_
  std::vector<Pc> writes_;
};

}  // namespace heddle::compile
