#include "heddle/core/transaction.hpp"

#include <algorithm>
#include <bit>

#include "heddle/model/memory_request.hpp"

namespace heddle::core {
namespace {

/// Sectors of a line that bytes [first, last] of it lie in.
std::uint8_t sectors_of(unsigned first, unsigned last) {
  const unsigned low = first / model::kSectorBytes, high = last / model::kSectorBytes;
  return static_cast<std::uint8_t>((2u << high) - (1u << low));
}

void add(TransactionList& transactions, unsigned& count, Addr line, std::uint8_t sectors,
         LaneMask lane) {
  // Neighbouring lanes mostly touch the line of the lane before: look from the back.
  for (unsigned i = count; i-- > 0;) {
    if (transactions[i].line != line) continue;
    transactions[i].sectors |= sectors;
    transactions[i].lanes |= lane;
    return;
  }
  transactions[count++] = {line, lane, sectors};
}

/// Most distinct words of one bank that `lanes` want.
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

/// Whether no bank is wanted for two different words: one pass that remembers one word a bank.
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

}  // namespace

unsigned coalesce(const std::array<Addr, kWarpSize>& addresses, LaneMask lanes, unsigned bytes,
                  unsigned line_bytes, TransactionList& transactions) {
  unsigned count = 0;
  const Addr offset_mask = line_bytes - 1;
  for_each_lane(lanes, [&](unsigned lane) {
    const Addr first = addresses[lane], last = first + bytes - 1;
    const Addr line = first & ~offset_mask;
    if ((last & ~offset_mask) == line) {
      const auto begin = static_cast<unsigned>(first & offset_mask);
      add(transactions, count, line, sectors_of(begin, begin + bytes - 1), lane_bit(lane));
      return;
    }
    const Addr next = last & ~offset_mask;
    add(transactions, count, line,
        sectors_of(static_cast<unsigned>(first & offset_mask), line_bytes - 1), lane_bit(lane));
    add(transactions, count, next, sectors_of(0, static_cast<unsigned>(last & offset_mask)),
        lane_bit(lane));
  });
  return count;
}

unsigned coalesce_local(const std::array<Addr, kWarpSize>& offsets, LaneMask lanes, unsigned bytes,
                        Addr base, unsigned line_bytes, TransactionList& transactions) {
  unsigned count = 0;
  for_each_lane(lanes, [&](unsigned lane) {
    for (Addr offset = offsets[lane] & ~Addr{3}; offset < offsets[lane] + bytes; offset += 4) {
      const Addr address = base + offset * kWarpSize + lane * 4;
      const auto within = static_cast<unsigned>(address % line_bytes);
      add(transactions, count, address - within, sectors_of(within, within + 3), lane_bit(lane));
    }
  });
  return count;
}

unsigned bank_conflict_degree(const std::array<Addr, kWarpSize>& addresses, LaneMask lanes,
                              unsigned bytes, unsigned banks) {
  if (bytes <= 4 && conflict_free(addresses, lanes, banks)) return 1;
  const unsigned group = bytes <= 4 ? kWarpSize : bytes <= 8 ? kWarpSize / 2 : kWarpSize / 4;
  unsigned cycles = 0;
  for (unsigned first = 0; first < kWarpSize; first += group) {
    const LaneMask part = group == kWarpSize ? kAllLanes : ((LaneMask{1} << group) - 1) << first;
    cycles += degree_of_group(addresses, lanes & part, bytes, banks);
  }
  return std::max(1u, cycles);
}

unsigned distinct_addresses(const std::array<Addr, kWarpSize>& addresses, LaneMask lanes) {
  unsigned count = 0;
  while (lanes != 0) {
    const Addr address = addresses[first_lane(lanes)];
    ++count;
    for_each_lane(lanes, [&](unsigned lane) {
      if (addresses[lane] == address) lanes &= ~lane_bit(lane);
    });
  }
  return count;
}

}  // namespace heddle::core
