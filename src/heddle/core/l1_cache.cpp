#include "heddle/core/l1_cache.hpp"

#include "heddle/model/memory_request.hpp"

namespace heddle::core {

L1Cache::L1Cache(const memory::CacheSpec& spec, WriteHit write_hit)
    : spec_(spec),
      write_hit_(write_hit),
      whole_line_(spec.sectored ? 0
                                : static_cast<std::uint8_t>(
                                      (1u << (spec.line_bytes / model::kSectorBytes)) - 1)),
      tags_(spec),
      mshr_(spec.mshr_entries, spec.mshr_merges) {}

L1Cache::Outcome L1Cache::load(const Transaction& transaction, std::uint32_t waiter, bool can_send,
                               std::uint8_t& fetch, L1Counters& counters) {
  memory::TagArray::Line* line = tags_.find(transaction.line, index(transaction.line));
  if (line != nullptr && (transaction.sectors & ~line->valid) == 0) {
    tags_.touch(*line);
    ++counters.loads;
    ++counters.hits;
    return Outcome::hit;
  }
  const std::uint8_t held = line == nullptr ? 0 : line->valid;
  const auto wanted =
      static_cast<std::uint8_t>((whole_line_ != 0 ? whole_line_ : transaction.sectors) & ~held);
  const bool must_send = line == nullptr || (wanted & ~line->pending) != 0;
  memory::TagArray::Line* const place =
      line != nullptr ? line : tags_.victim(index(transaction.line));
  if ((must_send && !can_send) || place == nullptr) return Outcome::blocked;
  const auto outcome = mshr_.add(transaction.line, wanted, waiter, fetch);
  if (outcome == memory::Mshr::Outcome::entries_full ||
      outcome == memory::Mshr::Outcome::merges_full)
    return Outcome::blocked;
  if (line == nullptr) *place = {.address = transaction.line};
  place->pending |= wanted;
  tags_.touch(*place);
  ++counters.loads;
  if (fetch == 0) {
    ++counters.merges;
    return Outcome::merged;
  }
  ++counters.misses;
  return Outcome::miss;
}

void L1Cache::write(const Transaction& transaction, bool is_atomic, L1Counters& counters) {
  ++(is_atomic ? counters.atomics : counters.stores);
  memory::TagArray::Line* const line = tags_.find(transaction.line, index(transaction.line));
  if (line == nullptr) return;
  if (write_hit_ == WriteHit::update && !is_atomic) {
    line->valid |= static_cast<std::uint8_t>(transaction.sectors & ~line->pending);
    tags_.touch(*line);
  } else {
    line->valid = 0;
  }
}

}  // namespace heddle::core
