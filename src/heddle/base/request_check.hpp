// Lets others interrupt a long loop. Others set a word; the loop reads it. While the word is not 0,
// the loop calls `answer`, which knows the meaning of the word. Without a word, nobody can
// interrupt the loop.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace heddle {

struct RequestCheck {
  const std::atomic<std::uint32_t>* word = nullptr;
  std::function<void()> answer{};  ///< may throw an exception that ends the loop

  void look() const {
    if (word != nullptr && word->load(std::memory_order_relaxed) != 0) answer();
  }
};

}  // namespace heddle
