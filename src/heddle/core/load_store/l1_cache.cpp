#include "heddle/core/load_store/l1_cache.hpp"

#include "heddle/model/memory_request.hpp"

namespace heddle::core {

using memory::Mshr;
using memory::TagArray;

L1Cache::L1Cache(const L1Spec& spec, WriteHit write_hit,
                 std::unique_ptr<policy::CacheReplacement> replacement, bool always_hits)
    : spec_(spec),
      write_hit_(write_hit),
      whole_line_(spec.sectored ? 0
                                : static_cast<std::uint8_t>(
                                      (1u << (spec.line_bytes / model::kSectorBytes)) - 1)),
      tags_(spec, std::move(replacement)),
      mshr_(spec.mshr_entries, spec.mshr_merges),
      always_hits_(always_hits) {}

L1Cache::Outcome L1Cache::load(const Transaction& transaction, std::uint32_t waiter, bool can_send,
                               std::uint8_t& fetch, L1Counters& counters, std::uint8_t kernel) {
  TagArray::Line* line = find(transaction.line);
  if (line != nullptr && (transaction.sectors & ~line->valid) == 0) {
    tags_.touch(*line);
    ++counters.loads;
    ++counters.hits;
    return Outcome::hit;
  }
  if (always_hits_) {
    ++counters.loads;
    ++counters.hits;
    return Outcome::hit;
  }
  const std::uint8_t held = line == nullptr ? 0 : line->valid;
  const auto wanted =
      static_cast<std::uint8_t>((whole_line_ != 0 ? whole_line_ : transaction.sectors) & ~held);
  const bool on_fill = spec_.allocation == Allocation::on_fill;
  // All checks come before the first change, so that a blocked load has no effect.
  const bool must_send = on_fill ? (wanted & ~mshr_.requested(transaction.line)) != 0
                                 : line == nullptr || (wanted & ~tags_.pending(*line)) != 0;
  if (must_send && !can_send) {
    ++counters.failures.port;
    return Outcome::no_port;
  }
  if (!on_fill && line == nullptr && tags_.victim(index(transaction.line)) == nullptr) {
    ++counters.failures.line;
    return Outcome::blocked;
  }
  const auto outcome = mshr_.add(transaction.line, wanted, waiter, fetch);
  if (outcome == Mshr::Outcome::entries_full || outcome == Mshr::Outcome::merges_full) {
    ++(outcome == Mshr::Outcome::entries_full ? counters.failures.entry : counters.failures.merge);
    return Outcome::blocked;
  }
  if (!on_fill) {
    if (line == nullptr)
      line = take_line(transaction.line, kernel);
    else
      tags_.touch(*line);
    tags_.expect(*line, wanted);
  }
  ++counters.loads;
  if (fetch == 0) {
    ++counters.merges;
    return Outcome::merged;
  }
  ++counters.misses;
  return Outcome::miss;
}

L1Cache::WriteOutcome L1Cache::store_to_ideal(bool keep, L1Counters& counters) {
  stored_ = 0;
  ++counters.stores;
  ++counters.store_hits;
  if (!keep) return WriteOutcome::through;
  ++counters.stores_kept;
  return WriteOutcome::kept;
}

L1Cache::WriteOutcome L1Cache::store(const Transaction& transaction, bool is_local,
                                     std::uint8_t kernel, L1Counters& counters) {
  const bool keep = is_local && keeps_local_stores();
  if (always_hits_) return store_to_ideal(keep, counters);
  TagArray::Line* line = find(transaction.line);
  const bool was_there = line != nullptr;
  if (line == nullptr && !lent_ && (keep || (!is_local && spec_.write_allocate))) {
    line = take_line(transaction.line, kernel);
    if (line == nullptr && keep) {
      ++counters.failures.line;
      return WriteOutcome::blocked;
    }
  }
  ++counters.stores;
  stored_ = 0;
  if (line != nullptr) {
    if (keep || is_local || write_hit_ == WriteHit::update) {
      const auto written = static_cast<std::uint8_t>(transaction.sectors & ~tags_.pending(*line));
      stored_ = static_cast<std::uint8_t>(written & ~line->valid);
      line->valid |= written;
      if (was_there) tags_.touch(*line);
      ++counters.store_hits;
    } else {
      drop(*line);
    }
  }
  if (!keep) return WriteOutcome::through;
  line->dirty |= transaction.sectors;
  line->kernel = kernel;
  ++counters.stores_kept;
  return WriteOutcome::kept;
}

void L1Cache::atomic(const Transaction& transaction, L1Counters& counters) {
  ++counters.atomics;
  if (TagArray::Line* const line = find(transaction.line)) drop(*line);
}

void L1Cache::save_dirty() {
  tags_.for_each([&](const TagArray::Line& line) {
    if (line.dirty != 0) write_backs_.push_back({tags_.address(line), line.dirty, line.kernel});
  });
}

void L1Cache::resize(std::uint64_t bytes) {
  save_dirty();
  tags_.resize(static_cast<std::uint32_t>(bytes / spec_.line_bytes / spec_.associativity));
}

void L1Cache::lend() {
  save_dirty();
  tags_.clear();
  lent_ = true;
}

void L1Cache::drop(TagArray::Line& line) {
  if (line.valid != 0) evicted_ = {.line = tags_.address(line), .written = true};
  if (tags_.pending(line) == 0) {
    tags_.remove(line);
  } else {
    line.valid = 0;
  }
}

TagArray::Line* L1Cache::take_line(Addr address, std::uint8_t kernel) {
  TagArray::Line* const line = tags_.victim(index(address));
  if (line == nullptr) return nullptr;
  if (line->dirty != 0) write_backs_.push_back({tags_.address(*line), line->dirty, line->kernel});
  if (line->valid != 0) evicted_ = {.line = tags_.address(*line)};
  tags_.put(*line, address, kernel);
  return line;
}

void L1Cache::place_fill(Addr address, std::uint8_t sectors, std::uint8_t kernel) {
  TagArray::Line* line = find(address);
  if (spec_.allocation == Allocation::on_fill) {
    if (line != nullptr)
      tags_.touch(*line);
    else if (!lent_)
      line = take_line(address, kernel);
    if (line != nullptr) line->valid |= sectors;
  } else if (line != nullptr) {
    line->valid |= static_cast<std::uint8_t>(sectors & tags_.pending(*line));
    tags_.arrive(*line, sectors);
  }
}

}  // namespace heddle::core
