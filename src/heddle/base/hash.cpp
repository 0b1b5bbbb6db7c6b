#include "heddle/base/hash.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace heddle {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15;  // the fraction of the golden ratio times
                                                       // 2^64; odd, so that multiplication
                                                       // maps one to one

std::uint64_t step(std::uint64_t state, std::uint64_t word) {
  return std::rotl(state ^ word, 29) * kFactor;
}

}  // namespace

void Hash::take(Lanes& lanes, const std::uint8_t* block) {
  std::array<std::uint64_t, kLanes> words;
  std::memcpy(words.data(), block, kBlock);
  for (std::size_t i = 0; i < kLanes; ++i) lanes[i] = step(lanes[i], words[i]);
}

void Hash::add(std::span<const std::uint8_t> bytes) {
  const std::size_t held = bytes_ % kBlock;
  bytes_ += bytes.size();
  if (held != 0) {
    const std::size_t taken = std::min(kBlock - held, bytes.size());
    std::copy_n(bytes.begin(), taken, rest_.begin() + static_cast<std::ptrdiff_t>(held));
    bytes = bytes.subspan(taken);
    if (held + taken < kBlock) return;
    take(lanes_, rest_.data());
  }
  for (; bytes.size() >= kBlock; bytes = bytes.subspan(kBlock)) take(lanes_, bytes.data());
  std::ranges::copy(bytes, rest_.begin());
}

std::uint64_t Hash::value() const {
  Lanes lanes = lanes_;
  auto last = rest_;
  std::fill(last.begin() + static_cast<std::ptrdiff_t>(bytes_ % kBlock), last.end(), 0);
  take(lanes, last.data());
  std::uint64_t value = bytes_;
  for (const std::uint64_t lane : lanes) value = step(value, lane ^ lane >> 32);
  return value ^ value >> 31;
}

std::uint64_t hash_of(std::span<const std::uint8_t> bytes) {
  Hash hash;
  hash.add(bytes);
  return hash.value();
}

}  // namespace heddle
