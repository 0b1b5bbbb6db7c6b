#include "heddle/core/load_store/bank_conflicts.hpp"

#include <algorithm>

namespace heddle::core {
namespace {

/// Returns the largest number of distinct words that `lanes` need from one bank.
unsigned degree_of_group(const std::array<Addr, kWarpSize>& addresses, LaneMask lanes,
                         unsigned bytes, unsigned banks) {
  std::array<std::uint8_t, 64> depth{};
  std::array<std::array<Addr, kWarpSize>, 64> words;
  unsigned most = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    for (unsigned offset = 0; offset < std::max(bytes, 4u); offset += 4) {
      const Addr word = (addresses[lane] + offset) / 4;
      const unsigned bank = word % banks;
      const auto end = words[bank].begin() + depth[bank];
      if (std::find(words[bank].begin(), end, word) != end || depth[bank] == kWarpSize) continue;
      words[bank][depth[bank]++] = word;
      most = std::max<unsigned>(most, depth[bank]);
    }
  });
  return most;
}

/// Returns whether the lanes need at most one word from each bank. The function passes over the
/// lanes once and remembers one word for each bank.
bool conflict_free(const std::array<Addr, kWarpSize>& addresses, LaneMask lanes, unsigned banks) {
  std::array<Addr, 64> word_of_bank;
  std::uint64_t used = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    const Addr word = addresses[first_lane(lanes)] / 4;
    const unsigned bank = word % banks;
    const std::uint64_t bit = std::uint64_t{1} << bank;
    if ((used & bit) != 0 && word_of_bank[bank] != word) return false;
    used |= bit;
    word_of_bank[bank] = word;
  }
  return true;
}

/// Returns the lanes that are served together.
unsigned lanes_of_group(unsigned bytes) {
  return bytes <= 4 ? kWarpSize : bytes <= 8 ? kWarpSize / 2 : kWarpSize / 4;
}

LaneMask group_of(unsigned first, unsigned lanes) {
  return lanes == kWarpSize ? kAllLanes : ((LaneMask{1} << lanes) - 1) << first;
}

/// Returns the number of groups of lanes that have an active lane.
unsigned groups_served(LaneMask lanes, unsigned bytes) {
  unsigned groups = 0;
  const unsigned group = lanes_of_group(bytes);
  for (unsigned first = 0; first < kWarpSize; first += group)
    groups += (lanes & group_of(first, group)) != 0 ? 1 : 0;
  return groups;
}

}  // namespace

unsigned bank_conflict_degree(const std::array<Addr, kWarpSize>& addresses, LaneMask lanes,
                              unsigned bytes, unsigned banks) {
  if (bytes <= 4 && conflict_free(addresses, lanes, banks)) return 1;
  const unsigned group = lanes_of_group(bytes);
  unsigned cycles = 0;
  for (unsigned first = 0; first < kWarpSize; first += group)
    cycles += degree_of_group(addresses, lanes & group_of(first, group), bytes, banks);
  return std::max(1u, cycles);
}

unsigned most_on_one_address(const std::array<Addr, kWarpSize>& addresses, LaneMask lanes) {
  unsigned most = 0;
  while (lane_count(lanes) > most) {
    const Addr address = addresses[first_lane(lanes)];
    LaneMask same = 0;
    for_each_lane(lanes, [&](unsigned lane) {
      if (addresses[lane] == address) same |= lane_bit(lane);
    });
    most = std::max<unsigned>(most, lane_count(same));
    lanes &= ~same;
  }
  return most;
}

std::uint32_t banks_of(const std::array<Addr, kWarpSize>& addresses, LaneMask lanes,
                       unsigned bytes) {
  std::uint32_t banks = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    const Addr last = (addresses[lane] + bytes - 1) / 4;
    for (Addr word = addresses[lane] / 4; word <= last; ++word) banks |= 1u << (word % 32);
  });
  return banks;
}

bool BankConflicts::matches(const Pattern& pattern, const std::array<Addr, kWarpSize>& addresses,
                            LaneMask lanes, unsigned bytes) {
  const Addr first = addresses[first_lane(lanes)];
  if (pattern.lanes != lanes || pattern.bytes != bytes || pattern.in_word != (first & 3))
    return false;
  Addr different = 0;
  if (lanes == kAllLanes) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      different |= (addresses[lane] - first) ^ pattern.distance[lane];
  } else {
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      different |=
          ((addresses[lane] - first) ^ pattern.distance[lane]) & (Addr{0} - ((lanes >> lane) & 1u));
  }
  return different == 0;
}

unsigned BankConflicts::degree(Pc pc, const exec::MemoryAccess& access) {
  const std::array<Addr, kWarpSize>& addresses = access.address;
  const LaneMask lanes = access.shared;
  const unsigned bytes = access.bytes;
  if (access.contiguous && bytes <= 4 && banks_ >= kWarpSize) return 1;
  if (is_ideal_) return groups_served(lanes, bytes);
  Pattern& pattern = patterns_[pc % kPatterns];
  if (matches(pattern, addresses, lanes, bytes)) return pattern.degree;
  const Addr first = addresses[first_lane(lanes)];
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    pattern.distance[lane] = addresses[lane] - first;
  pattern.lanes = lanes;
  pattern.bytes = static_cast<std::uint16_t>(bytes);
  pattern.in_word = first & 3;
  pattern.degree = bank_conflict_degree(addresses, lanes, bytes, banks_);
  return pattern.degree;
}

}  // namespace heddle::core
