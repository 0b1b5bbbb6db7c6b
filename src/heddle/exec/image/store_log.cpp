#include "heddle/exec/image/store_log.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "heddle/exec/image/memory_image.hpp"

namespace heddle::exec {
namespace {

constexpr unsigned kInitialTableBits = 11;

/// Returns a word in which bits `from` to `to` - 1 are set. Ignores bits beyond the word.
std::uint64_t bit_range(unsigned from, unsigned to) {
  if (from >= 64 || to <= from) return 0;
  const std::uint64_t above = ~std::uint64_t{0} << from;
  return to >= 64 ? above : above & ~(~std::uint64_t{0} << to);
}

std::array<std::uint64_t, 2> byte_mask(unsigned from, unsigned to) {
  return {bit_range(from, to), bit_range(from < 64 ? 0 : from - 64, to < 64 ? 0 : to - 64)};
}

/// Calls `visit(first, count)` for each sequence of consecutive set bits.
template <typename Visit>
void for_each_run(const std::array<std::uint64_t, 2>& mask, Visit&& visit) {
  for (unsigned word = 0; word < 2; ++word) {
    std::uint64_t bits = mask[word];
    unsigned at = 0;
    while (bits != 0) {
      const auto skip = static_cast<unsigned>(std::countr_zero(bits));
      bits >>= skip;
      at += skip;
      const auto run = static_cast<unsigned>(std::countr_one(bits));
      visit(word * 64 + at, run);
      if (run == 64) break;
      bits >>= run;
      at += run;
    }
  }
}

/// Calls `visit(line number, first byte in the line, one past the last byte, number of bytes of the
/// access before this line)` for each line of an access.
template <typename Visit>
void for_each_line(Addr address, std::uint64_t bytes, Visit&& visit) {
  std::uint64_t done = 0;
  while (done < bytes) {
    const Addr at = address + done;
    const auto first = static_cast<unsigned>(at % StoreLog::kLineBytes);
    const auto count =
        static_cast<unsigned>(std::min<std::uint64_t>(StoreLog::kLineBytes - first, bytes - done));
    visit(at / StoreLog::kLineBytes, first, first + count, done);
    done += count;
  }
}

}  // namespace

StoreLog::StoreLog() : shift_(64 - kInitialTableBits), table_(std::size_t{1} << kInitialTableBits) {
  lines_.reserve(most_lines());
}

std::size_t StoreLog::find(Addr number) const {
  const std::uint64_t bit = filter_bit(number);
  if (((filter_[bit / 64] >> (bit % 64)) & 1) == 0) return lines_.size();
  const std::size_t wrap = table_.size() - 1;
  for (std::size_t slot = hash(number) >> shift_; table_[slot] != 0; slot = (slot + 1) & wrap)
    if (lines_[table_[slot] - 1].number == number) return table_[slot] - 1;
  return lines_.size();
}

StoreLog::Line& StoreLog::line_for(Addr number) {
  if (!lines_.empty() && lines_.back().number == number) return lines_.back();
  if (const std::size_t known = find(number); known != lines_.size()) return lines_[known];
  if (lines_.size() == most_lines()) grow();
  const std::size_t wrap = table_.size() - 1;
  std::size_t slot = hash(number) >> shift_;
  while (table_[slot] != 0) slot = (slot + 1) & wrap;
  Line& line = lines_.emplace_back(number, static_cast<std::uint32_t>(slot));
  table_[slot] = static_cast<std::uint32_t>(lines_.size());
  const std::uint64_t bit = filter_bit(number);
  filter_[bit / 64] |= std::uint64_t{1} << (bit % 64);
  return line;
}

void StoreLog::grow() {
  table_.assign(table_.size() * 2, 0);
  --shift_;
  const std::size_t wrap = table_.size() - 1;
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    std::size_t slot = hash(lines_[i].number) >> shift_;
    while (table_[slot] != 0) slot = (slot + 1) & wrap;
    table_[slot] = static_cast<std::uint32_t>(i + 1);
    lines_[i].slot = static_cast<std::uint32_t>(slot);
  }
}

void StoreLog::store(Addr address, const void* from, std::uint64_t bytes) {
  low_ = std::min(low_, address);
  high_ = std::max(high_, address + bytes);
  const auto* const data = static_cast<const std::uint8_t*>(from);
  for_each_line(address, bytes, [&](Addr number, unsigned first, unsigned end, std::uint64_t done) {
    Line& line = line_for(number);
    std::memcpy(line.data.data() + first, data + done, end - first);
    const auto mask = byte_mask(first, end);
    line.mask[0] |= mask[0];
    line.mask[1] |= mask[1];
  });
}

void StoreLog::overlay(Addr address, void* to, std::uint64_t bytes) const {
  auto* const data = static_cast<std::uint8_t*>(to);
  for_each_line(address, bytes, [&](Addr number, unsigned first, unsigned end, std::uint64_t done) {
    const std::size_t index = find(number);
    if (index == lines_.size()) return;
    const Line& line = lines_[index];
    auto mask = byte_mask(first, end);
    mask[0] &= line.mask[0];
    mask[1] &= line.mask[1];
    for_each_run(mask, [&](unsigned at, unsigned count) {
      std::memcpy(data + done + (at - first), line.data.data() + at, count);
    });
  });
}

void StoreLog::write_line(const Line& line, MemoryImage& image) const {
  const Addr base = line.number * kLineBytes;
  for_each_run(line.mask, [&](unsigned at, unsigned count) {
    if (std::uint8_t* const host = image.reach(base + at, count)) {
      std::memcpy(host, line.data.data() + at, count);
      return;
    }
    // The bytes may lie in two neighbouring ranges. Bytes that are no longer mapped are dropped.
    for (unsigned i = at; i < at + count; ++i)
      if (std::uint8_t* const host = image.reach(base + i, 1)) *host = line.data[i];
  });
}

void StoreLog::flush(MemoryImage& image, Addr address, std::uint64_t bytes) {
  for_each_line(address, bytes, [&](Addr number, unsigned first, unsigned end, std::uint64_t) {
    const std::size_t index = find(number);
    if (index == lines_.size()) return;
    Line& line = lines_[index];
    const auto mask = byte_mask(first, end);
    Line part = line;
    for (unsigned word = 0; word < 2; ++word) {
      part.mask[word] &= mask[word];
      line.mask[word] &= ~mask[word];
    }
    write_line(part, image);
  });
}

void StoreLog::apply(MemoryImage& image) {
  write_to(image, [](Addr) { return true; });
  clear();
}

void StoreLog::clear() {
  for (const Line& line : lines_) {
    table_[line.slot] = 0;
    filter_[filter_bit(line.number) / 64] = 0;
  }
  lines_.clear();
  low_ = ~Addr{0};
  high_ = 0;
}

}  // namespace heddle::exec
