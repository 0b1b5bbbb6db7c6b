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

}  // namespace

unsigned coalesce(const std::array<Addr, kWarpSize>& addresses, LaneMask lanes, unsigned bytes,
                  unsigned line_bytes, TransactionList& transactions, unsigned count) {
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
                        Addr base, unsigned line_bytes, TransactionList& transactions,
                        unsigned count) {
  for_each_lane(lanes, [&](unsigned lane) {
    for (Addr offset = offsets[lane] & ~Addr{3}; offset < offsets[lane] + bytes; offset += 4) {
      const Addr address = base + offset * kWarpSize + lane * 4;
      const auto within = static_cast<unsigned>(address % line_bytes);
      add(transactions, count, address - within, sectors_of(within, within + 3), lane_bit(lane));
    }
  });
  return count;
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
