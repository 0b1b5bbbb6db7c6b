#include "heddle/sim/records/journal_head.hpp"

#include <span>

#include "heddle/base/hash.hpp"

namespace heddle::sim {
namespace {

constexpr unsigned kSealAt = 40;

std::uint64_t seal_of(std::uint64_t number) {
  return (number + 1) * 0x9E37'79B9'7F4A'7C15 >> kSealAt;
}

std::uint64_t check_of(const JournalRange& range, std::uint64_t number) {
  const std::array words = {range.begin, range.end, number};
  return hash_of({reinterpret_cast<const std::uint8_t*>(words.data()), sizeof words});
}

}  // namespace

std::uint64_t sealed(std::uint64_t number) { return number | seal_of(number) << kSealAt; }

std::optional<std::uint64_t> unsealed(std::uint64_t word) {
  const std::uint64_t number = word & ((std::uint64_t{1} << kSealAt) - 1);
  return sealed(number) == word ? std::optional(number) : std::nullopt;
}

std::optional<JournalRange> JournalHead::range() const {
  for (;;) {
    const std::uint64_t word = current.load(std::memory_order_acquire);
    const auto number = unsealed(word);
    if (!number) return std::nullopt;
    if (*number == 0) return JournalRange{};  // 0: nothing has been recorded
    const JournalSpan& span = spans[*number % spans.size()];
    const JournalRange range{span.begin.load(std::memory_order_acquire),
                             span.end.load(std::memory_order_acquire)};
    if (span.check.load(std::memory_order_acquire) == check_of(range, *number)) return range;
    // If `current` has not changed, the span is damaged. Otherwise the writer has advanced in the
    // meantime and may be overwriting the span, so the loop tries again.
    if (current.load(std::memory_order_acquire) == word) return std::nullopt;
  }
}

void JournalHead::set_range(const JournalRange& range) {
  const std::uint64_t number = unsealed(current.load(std::memory_order_relaxed)).value_or(0) + 1;
  JournalSpan& span = spans[number % spans.size()];
  span.begin.store(range.begin, std::memory_order_relaxed);
  span.end.store(range.end, std::memory_order_relaxed);
  span.check.store(check_of(range, number), std::memory_order_relaxed);
  current.store(sealed(number), std::memory_order_release);
}

}  // namespace heddle::sim
