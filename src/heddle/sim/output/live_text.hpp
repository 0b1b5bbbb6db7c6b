// A short text in shared memory. One process writes the text while another reads it.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::sim {

class LiveText {
 public:
  /// Sets the text. A text that is too long is cut at its end.
  void set(std::string_view text) {
    version_.fetch_add(1, std::memory_order_acq_rel);  // odd: the text is being written
    for (std::size_t i = 0; i < characters_.size(); ++i)
      characters_[i].store(i < text.size() ? text[i] : '\0', std::memory_order_relaxed);
    version_.fetch_add(1, std::memory_order_release);
  }
  /// Returns the text; "" while the text is being written.
  std::string get() const {
    const std::uint32_t before = version_.load(std::memory_order_acquire);
    std::string text;
    for (const auto& character : characters_) {
      const char next = character.load(std::memory_order_relaxed);
      if (next == '\0') break;
      text += next;
    }
    std::atomic_thread_fence(std::memory_order_acquire);
    const bool is_whole = before % 2 == 0 && version_.load(std::memory_order_relaxed) == before;
    return is_whole ? text : "";
  }

 private:
  std::atomic<std::uint32_t> version_{0};
  std::array<std::atomic<char>, 256> characters_{};
};

}  // namespace heddle::sim
