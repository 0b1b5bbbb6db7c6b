// A first-in, first-out queue in one block of memory. The block grows to the queue's maximum
// length. After that the queue allocates no memory.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace heddle {

template <typename T>
class RingQueue {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T& front() { return storage_[first_]; }
  const T& front() const { return storage_[first_]; }
  T& operator[](std::size_t i) { return storage_[(first_ + i) & (capacity_ - 1)]; }

  void push(const T& value) {
    if (size_ == capacity_) return push_grown(value);
    storage_[(first_ + size_) & (capacity_ - 1)] = value;
    ++size_;
  }

  void pop() {
    first_ = (first_ + 1) & (capacity_ - 1);
    --size_;
  }

 private:
  /// Grows the block, then adds the value. The parameter is a copy, because the caller's value may
  /// be an element of the old block.
  [[gnu::noinline]] void push_grown(T value) {
    grow();
    storage_[size_] = value;
    ++size_;
  }
  void grow() {
    const std::size_t capacity = capacity_ == 0 ? 8 : 2 * capacity_;
    auto larger = std::make_unique<T[]>(capacity);
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move((*this)[i]);
    storage_ = std::move(larger);
    capacity_ = capacity;
    first_ = 0;
  }

  std::unique_ptr<T[]> storage_;
  std::size_t capacity_ = 0;  ///< size of `storage_`: 0 or a power of two
  std::size_t first_ = 0, size_ = 0;
};

}  // namespace heddle
