// How a long loop hears what others want of it: it looks at a word that they set, and while the
// word is not 0 it calls whoever knows what the word means. A loop that nobody can ask has no word.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace heddle {

struct RequestCheck {
  const std::atomic<std::uint32_t>* word = nullptr;
  std::function<void()> answer{};  ///< may throw what ends the loop

  void look() const {
    if (word != nullptr && word->load(std::memory_order_relaxed) != 0) answer();
  }
};

}  // namespace heddle
