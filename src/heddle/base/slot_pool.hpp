// A bounded set of numbered slots. Memory is touched only when a slot is taken for the first time,
// so that a large pool costs a short run nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle {

template <typename T>
class SlotPool {
 public:
  explicit SlotPool(std::size_t slots) : slots_(slots) { values_.reserve(slots); }

  /// Whether every slot is taken.
  bool full() const { return free_.empty() && values_.size() == slots_; }
  /// Puts `value` into a free slot, and returns the slot's number: the slot that was given back
  /// last, or else the lowest slot that was never taken. The pool must not be full.
  std::uint32_t take(const T& value) {
    if (free_.empty()) {
      values_.push_back(value);
      return static_cast<std::uint32_t>(values_.size() - 1);
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    values_[number] = value;
    return number;
  }
  void give_back(std::uint32_t number) { free_.push_back(number); }

  T& operator[](std::uint32_t number) { return values_[number]; }
  const T& operator[](std::uint32_t number) const { return values_[number]; }

 private:
  std::size_t slots_;
  std::vector<T> values_;  ///< by number; the slots that were never taken are not there yet
  std::vector<std::uint32_t> free_;
};

}  // namespace heddle
