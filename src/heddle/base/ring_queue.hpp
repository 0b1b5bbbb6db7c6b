// A first-in, first-out queue in one block of memory. The block grows to the queue's greatest
// length; after that nothing is allocated.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace heddle {

template <typename T>
class RingQueue {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  T& front() { return storage_[first_]; }
  const T& front() const { return storage_[first_]; }
  T& operator[](std::size_t i) { return storage_[(first_ + i) & (storage_.size() - 1)]; }

  void push(const T& value) {
    if (size_ == storage_.size()) grow();
    storage_[(first_ + size_) & (storage_.size() - 1)] = value;
    ++size_;
  }

  void pop() {
    first_ = (first_ + 1) & (storage_.size() - 1);
    --size_;
  }

 private:
  void grow() {
    std::vector<T> larger(storage_.empty() ? 8 : 2 * storage_.size());
    for (std::size_t i = 0; i < size_; ++i) larger[i] = std::move((*this)[i]);
    storage_ = std::move(larger);
    first_ = 0;
  }

  std::vector<T> storage_;  ///< a power of two long
  std::size_t first_ = 0, size_ = 0;
};

}  // namespace heddle
