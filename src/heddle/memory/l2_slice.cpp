#include "heddle/memory/l2_slice.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace heddle::memory {

using model::L2Outcome;
using model::MemoryRequest;
using model::RequestKind;

namespace {

/// Returns the most dirty sectors of a slice, or 0 if all may be dirty.
std::uint32_t most_dirty(const L2Spec& spec) {
  if (spec.dirty_share >= 1) return 0;
  const auto sectors = static_cast<double>(spec.slice.bytes / model::kSectorBytes);
  const std::uint32_t of_a_line = spec.slice.line_bytes / model::kSectorBytes;
  return std::max(of_a_line, static_cast<std::uint32_t>(sectors * spec.dirty_share));
}

}  // namespace

L2Slice::L2Slice(const MemorySpec& spec, const AddressMap& map, std::uint32_t number,
                 DramChannel& channel, std::unique_ptr<policy::CacheReplacement> replacement)
    : map_(map),
      number_(number),
      line_bytes_(spec.l2.slice.line_bytes),
      all_sectors_(spec.l2.slice.sectored
                       ? 0
                       : static_cast<std::uint8_t>(
                             (1u << (spec.l2.slice.line_bytes / model::kSectorBytes)) - 1)),
      fetch_sectors_(spec.l2.fetch_bytes / model::kSectorBytes),
      always_hits_(spec.ideal.l2),
      most_dirty_(most_dirty(spec.l2)),
      channel_(channel),
      miss_registers_{
          {spec.l2.slice.mshr_entries, model::places_of_contexts(spec.l2.slice.mshr_entries)}},
      tags_(spec.l2.slice, std::move(replacement)),
      dirty_lines_(most_dirty_ == 0 ? 0 : tags_.entries()),
      mshr_(spec.l2.slice.mshr_entries, spec.l2.slice.mshr_merges),
      waiting_(std::size_t{spec.l2.slice.mshr_entries} * spec.l2.slice.mshr_merges),
      fetches_(std::size_t{spec.l2.slice.mshr_entries} *
               (spec.l2.slice.line_bytes / model::kSectorBytes)) {}

L2Slice::Outcome L2Slice::access(Tick now, const MemoryRequest& original) {
  // The lines of the cache that sent the request may be shorter than the L2's lines.
  MemoryRequest request = original;
  request.line &= ~Addr{line_bytes_ - 1};
  request.sectors = static_cast<std::uint8_t>(request.sectors << (original.line - request.line) /
                                                                     model::kSectorBytes);
  last_.lacking_reads = last_.lacking_writes = 0;
  last_.index = set_index(request.line);
  TagArray::Line* const line = tags_.find(request.line, last_.index);
  const Outcome outcome = request.kind == RequestKind::store ? write(now, request, line)
                                                             : read(now, request, original, line);
  last_.blocked = outcome == Outcome::blocked;
  if (last_.blocked) return outcome;
  L2Counters& counters = counters_[request.kernel];
  const auto sectors = static_cast<unsigned>(std::popcount(request.sectors));
  if (request.kind != RequestKind::store) counters.sectors_read += sectors;
  if (request.kind != RequestKind::load) counters.sectors_written += sectors;
  ++(request.kind == RequestKind::load    ? counters.loads
     : request.kind == RequestKind::store ? counters.stores
                                          : counters.atomics);
  if (source_.is_heard<model::L2Access>()) tell_access(now, original);
  return outcome;
}

L2Slice::Outcome L2Slice::access_context(Tick now, const MemoryRequest& original) {
  std::swap(last_, last_context_);
  const Outcome outcome = access(now, original);
  std::swap(last_, last_context_);
  // The context request may have brought in or evicted a line, which can unblock the demand
  // request.
  if (outcome != Outcome::blocked) last_.blocked = false;
  return outcome;
}

void L2Slice::tell_access(Tick now, const MemoryRequest& request) const {
  source_.subscribers->tell(model::L2Access{.cycle = now / kTicksPerCycle,
                                            .line = request.line,
                                            .slice = source_.number,
                                            .sm = request.sm,
                                            .kernel = request.kernel,
                                            .sectors = request.sectors,
                                            .kind = request.kind,
                                            .outcome = outcome_});
}

L2Slice::Outcome L2Slice::hit(L2Counters& counters) {
  ++counters.hits;
  outcome_ = L2Outcome::hit;
  return Outcome::replied;
}

L2Slice::Outcome L2Slice::read(Tick now, const MemoryRequest& request,
                               const MemoryRequest& original, TagArray::Line* line) {
  L2Counters& counters = counters_[request.kernel];
  const std::uint8_t wanted = request.sectors;
  const std::uint8_t dirtied = request.kind == RequestKind::atomic ? wanted : 0;
  if (line != nullptr && (wanted & ~line->valid) == 0) {
    const std::uint32_t over = lines_over(dirtied & ~line->dirty, 0, line);
    if (!finds_room(0, over, request.traffic)) return Outcome::blocked;
    write_back_oldest(now, over, line, request.traffic);
    tags_.touch(*line);
    make_dirty(*line, dirtied);
    return hit(counters);
  }
  if (always_hits_) return hit(counters);
  // The checks come before any change, so that a blocked request leaves no trace.
  const std::uint8_t sectors = all_sectors_ != 0 ? all_sectors_ : fetched(wanted);
  if (waiting_.full()) return Outcome::blocked;
  const bool was_there = line != nullptr;
  std::uint32_t over = 0;
  if (line == nullptr) {
    if (mshr_.used() >= miss_registers_[request.traffic]) return Outcome::blocked;
    line = allocate(now, request, 1, dirtied);
    if (line == nullptr) return Outcome::blocked;
  } else {
    const bool reads = (sectors & ~line->valid & ~tags_.pending(*line)) != 0;
    over = lines_over(dirtied & ~line->dirty, 0, line);
    if (!finds_room(reads ? 1 : 0, over, request.traffic)) return Outcome::blocked;
  }
  const std::uint32_t waiter = waiting_.take(original);
  std::uint8_t missing = 0;
  const auto outcome =
      mshr_.add(request.line, static_cast<std::uint8_t>(sectors & ~line->valid), waiter, missing);
  if (outcome == Mshr::Outcome::entries_full || outcome == Mshr::Outcome::merges_full) {
    waiting_.give_back(waiter);
    return Outcome::blocked;
  }
  tags_.expect(*line, missing);
  write_back_oldest(now, over, line, request.traffic);
  make_dirty(*line, dirtied);
  if (was_there) tags_.touch(*line);
  if (missing != 0) {
    ++counters.misses;
    outcome_ = L2Outcome::miss;
    send_fetch(now, request, missing);
  } else {
    ++counters.merges;
    outcome_ = L2Outcome::merged;
  }
  return Outcome::waiting;
}

L2Slice::Outcome L2Slice::write(Tick now, const MemoryRequest& request, TagArray::Line* line) {
  L2Counters& counters = counters_[request.kernel];
  if (always_hits_) return hit(counters);
  if (line == nullptr) {
    line = allocate(now, request, 0, request.sectors);
    if (line == nullptr) return Outcome::blocked;
    ++counters.misses;
    ++counters.store_misses;
    outcome_ = L2Outcome::miss;
  } else {
    const std::uint32_t over = lines_over(request.sectors & ~line->dirty, 0, line);
    if (!finds_room(0, over, request.traffic)) return Outcome::blocked;
    write_back_oldest(now, over, line, request.traffic);
    tags_.touch(*line);
    ++counters.hits;
    outcome_ = L2Outcome::hit;
  }
  line->valid |= request.sectors;
  make_dirty(*line, request.sectors);
  return Outcome::replied;
}

TagArray::Line* L2Slice::allocate(Tick now, const MemoryRequest& request, std::uint32_t reads,
                                  std::uint8_t dirtied) {
  TagArray::Line* const line = tags_.victim(set_index(request.line));
  if (line == nullptr) return nullptr;
  const std::uint32_t over = lines_over(dirtied, line->dirty, line);
  if (!finds_room(reads, over + (line->dirty != 0 ? 1 : 0), request.traffic)) return nullptr;
  if (line->dirty != 0) write_back(now, *line, request.traffic);
  write_back_oldest(now, over, line, request.traffic);
  tags_.put(*line, request.line, request.kernel);
  return line;
}

std::uint32_t L2Slice::lines_over(unsigned dirtied, unsigned cleaned,
                                  const TagArray::Line* apart) const {
  if (most_dirty_ == 0 || dirtied == 0) return 0;
  auto sectors =
      static_cast<std::int64_t>(dirty_) + std::popcount(dirtied) - std::popcount(cleaned);
  std::uint32_t lines = 0;
  for (std::uint32_t entry = dirty_lines_.oldest();
       sectors > most_dirty_ && entry != dirty_lines_.end(); entry = dirty_lines_.after(entry)) {
    const TagArray::Line& line = tags_.line(entry);
    if (&line == apart) continue;
    sectors -= std::popcount(line.dirty);
    ++lines;
  }
  return lines;
}

void L2Slice::write_back_oldest(Tick now, std::uint32_t lines, const TagArray::Line* apart,
                                TrafficClass traffic) {
  for (std::uint32_t entry = dirty_lines_.oldest(); lines != 0;) {
    TagArray::Line& line = tags_.line(entry);
    entry = dirty_lines_.after(entry);
    if (&line == apart) continue;
    write_back(now, line, traffic);
    --lines;
  }
}

void L2Slice::write_back(Tick now, TagArray::Line& line, TrafficClass traffic) {
  L2Counters& owner = counters_[line.kernel];
  const auto sectors = static_cast<std::uint8_t>(std::popcount(line.dirty));
  ++owner.write_backs;
  owner.sectors_written_back += sectors;
  channel_.enqueue(now, {.address = map_.channel_address(tags_.address(line)),
                         .sectors = sectors,
                         .kernel = line.kernel,
                         .write = true,
                         .traffic = traffic});
  line.dirty = 0;
  if (most_dirty_ == 0) return;
  dirty_ -= sectors;
  dirty_lines_.clean(tags_.number(line));
}

void L2Slice::make_dirty(TagArray::Line& line, std::uint8_t sectors) {
  if (most_dirty_ != 0 && sectors != 0) {
    dirty_ +=
        static_cast<unsigned>(std::popcount(static_cast<std::uint8_t>(sectors & ~line.dirty)));
    dirty_lines_.write(tags_.number(line));
  }
  line.dirty |= sectors;
}

std::uint8_t L2Slice::fetched(std::uint8_t sectors) const {
  unsigned all = sectors;
  if (fetch_sectors_ > 1) all |= (all & 0x55) << 1 | (all & 0xAA) >> 1;
  if (fetch_sectors_ > 2) all |= (all & 0x33) << 2 | (all & 0xCC) >> 2;
  if (fetch_sectors_ > 4) all |= (all & 0x0F) << 4 | (all & 0xF0) >> 4;
  return static_cast<std::uint8_t>(all);
}

bool L2Slice::finds_room(std::uint32_t reads, std::uint32_t writes, TrafficClass traffic) {
  if (reads + writes == 0 || channel_.has_room(reads, writes, traffic)) return true;
  last_.lacking_reads = reads;
  last_.lacking_writes = writes;
  last_.traffic = traffic;
  return false;
}

void L2Slice::send_fetch(Tick now, const MemoryRequest& request, std::uint8_t sectors) {
  const std::uint32_t cookie = fetches_.take({request.line, sectors});
  counters_[request.kernel].sectors_filled += static_cast<unsigned>(std::popcount(sectors));
  channel_.enqueue(now, {.address = map_.channel_address(request.line),
                         .cookie = cookie << 8 | number_,
                         .sectors = static_cast<std::uint8_t>(std::popcount(sectors)),
                         .kernel = request.kernel,
                         .traffic = request.traffic});
}

void L2Slice::fill(Addr address, std::uint8_t sectors, std::vector<MemoryRequest>& answered) {
  const std::uint64_t index = set_index(address);
  TagArray::Line* const line = tags_.find(address, index);
  // A fill of another set frees no entry of the DRAM queue, and does not change how many entries
  // the request needs.
  allow_retry(last_, index);
  if (last_context_.blocked) allow_retry(last_context_, index);
  line->valid |= sectors;
  tags_.arrive(*line, sectors);
  mshr_.fill(address, sectors, [&](std::uint32_t waiter) {
    answered.push_back(waiting_[waiter]);
    waiting_.give_back(waiter);
  });
}

}  // namespace heddle::memory
