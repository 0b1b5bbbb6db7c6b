// The reconvergence stacks of a warp's parts. They are stored in the warp itself, so that the top
// of the first stack is near the other data that each step of the warp reads.
#pragma once

#include <array>
#include <cstddef>

#include "heddle/exec/paths/simt_stack.hpp"

namespace heddle::exec {

class WarpParts {
 public:
  static constexpr std::size_t kMost = 8;

  std::size_t size() const { return size_; }
  /// `parts` is 1, 2, 4 or 8.
  void resize(std::size_t parts) { size_ = parts; }
  SimtStack& operator[](std::size_t part) { return stacks_[part]; }
  const SimtStack& operator[](std::size_t part) const { return stacks_[part]; }
  const SimtStack& front() const { return stacks_[0]; }
  SimtStack* begin() { return stacks_.data(); }
  SimtStack* end() { return stacks_.data() + size_; }
  const SimtStack* begin() const { return stacks_.data(); }
  const SimtStack* end() const { return stacks_.data() + size_; }

 private:
  std::array<SimtStack, kMost> stacks_;
  std::size_t size_ = 1;
};

}  // namespace heddle::exec
