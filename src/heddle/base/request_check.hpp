// Lets a signal handler or another process interrupt a long loop. The interrupter sets bits of the
// variable to which `word` points. The loop calls look() from time to time. While the variable is
// not 0, look() calls `answer`, and `answer` interprets the variable's bits. If `word` is null,
// nothing can interrupt the loop.
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
