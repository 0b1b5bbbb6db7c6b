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

/// Lane by lane.
unsigned coalesce_any(const exec::MemoryAccess& access, LaneMask lanes, unsigned line_bytes,
                      TransactionList& transactions, unsigned count) {
  const Addr offset_mask = line_bytes - 1;
  for_each_lane(lanes, [&](unsigned lane) {
    const Addr first = access.address[lane], last = first + access.bytes - 1;
    const Addr line = first & ~offset_mask, end = last & ~offset_mask;
    const auto begin = static_cast<unsigned>(first & offset_mask);
    if (end == line) {
      add(transactions, count, line, sectors_of(begin, begin + access.bytes - 1), lane_bit(lane));
      return;
    }
    add(transactions, count, line, sectors_of(begin, line_bytes - 1), lane_bit(lane));
    add(transactions, count, end, sectors_of(0, static_cast<unsigned>(last & offset_mask)),
        lane_bit(lane));
  });
  return count;
}

/// Lanes from `begin` up to, not including, `end`, both at most 32.
LaneMask lanes_between(unsigned begin, unsigned end) {
  return static_cast<LaneMask>((std::uint64_t{1} << end) - (std::uint64_t{1} << begin));
}

/// Line by line, each by its sectors: lanes of contiguous elements, none of which straddles a
/// sector.
unsigned coalesce_contiguous(const exec::MemoryAccess& access, LaneMask lanes, unsigned line_bytes,
                             TransactionList& transactions, unsigned count) {
  const auto shift = static_cast<unsigned>(std::countr_zero(access.bytes));
  unsigned lane = first_lane(lanes);
  const unsigned end = kWarpSize - static_cast<unsigned>(std::countl_zero(lanes));
  for (Addr address = access.address[lane]; lane < end;) {
    const Addr line = address & ~Addr{line_bytes - 1};
    Transaction transaction{.line = line};
    for (; lane < end && address < line + line_bytes;) {
      const auto sector = static_cast<unsigned>((address - line) / model::kSectorBytes);
      const Addr sector_end = line + Addr{sector + 1} * model::kSectorBytes;
      const auto next =
          std::min(end, lane + static_cast<unsigned>((sector_end - address) >> shift));
      if (const LaneMask here = lanes & lanes_between(lane, next); here != 0) {
        transaction.lanes |= here;
        transaction.sectors |= static_cast<std::uint8_t>(1u << sector);
      }
      address += Addr{next - lane} << shift;
      lane = next;
    }
    if (transaction.lanes != 0) transactions[count++] = transaction;
  }
  return count;
}

}  // namespace

unsigned coalesce(const exec::MemoryAccess& access, LaneMask lanes, unsigned line_bytes,
                  TransactionList& transactions, unsigned count) {
  const bool by_sector = access.contiguous && access.bytes <= model::kSectorBytes;
  return by_sector ? coalesce_contiguous(access, lanes, line_bytes, transactions, count)
                   : coalesce_any(access, lanes, line_bytes, transactions, count);
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
