#include "heddle/core/load_store/transaction.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include "heddle/model/memory_request.hpp"

namespace heddle::core {
namespace {

/// The sectors of a line that contain its bytes `first` to `last`.
std::uint8_t sectors_of(unsigned first, unsigned last) {
  const unsigned low = first / model::kSectorBytes, high = last / model::kSectorBytes;
  return static_cast<std::uint8_t>((2u << high) - (1u << low));
}

void add(TransactionList& transactions, unsigned& count, const Transaction& part) {
  // Searches from the end, since neighbouring lanes usually touch the same line.
  for (unsigned i = count; i-- > 0;) {
    if (transactions[i].line != part.line) continue;
    transactions[i].sectors |= part.sectors;
    transactions[i].lanes |= part.lanes;
    return;
  }
  transactions[count++] = part;
}

/// Adds lanes of an access to transactions. Neighbouring lanes that touch one line are added
/// together.
class Coalescer {
 public:
  Coalescer(const exec::MemoryAccess& access, unsigned line_bytes, TransactionList& transactions,
            unsigned count)
      : access_(access), offset_mask_(line_bytes - 1), transactions_(transactions), count_(count) {}

  void add_lane(unsigned lane) {
    const Addr first = access_.address[lane];
    const auto begin = static_cast<unsigned>(first & offset_mask_);
    const unsigned end = begin + access_.bytes - 1u;
    if (end <= offset_mask_) return add_run(first - begin, lane_bit(lane), sectors_of(begin, end));
    const auto line_end = static_cast<unsigned>(offset_mask_);
    add_run(first - begin, lane_bit(lane), sectors_of(begin, line_end));
    add_run(first - begin + line_end + 1, lane_bit(lane), sectors_of(0, end - line_end - 1));
  }
  /// Adds the eight lanes from `first` on, if they touch one line and no lane straddles a sector.
  /// Returns whether it has added them.
  bool add_eight(unsigned first) {
    const Addr* const address = access_.address.data() + first;
    const Addr line = address[0] & ~offset_mask_;
    if (((address[7] ^ line) & ~offset_mask_) != 0) return false;
    Addr beyond = 0;
    std::uint32_t sectors = 0;
    for (unsigned i = 0; i < 8; ++i) {
      const Addr within = address[i] - line;
      beyond |= (within & ~offset_mask_) | (within & (access_.bytes - 1u));
      sectors |= 1u << (static_cast<std::uint32_t>(within) / model::kSectorBytes % 8);
    }
    if (beyond != 0) return false;
    add_run(line, LaneMask{0xFF} << first, static_cast<std::uint8_t>(sectors));
    return true;
  }
  /// Returns the number of transactions.
  unsigned finish() {
    if (run_.lanes != 0) add(transactions_, count_, run_);
    return count_;
  }

 private:
  void add_run(Addr line, LaneMask lanes, std::uint8_t sectors) {
    if (line != run_.line) {
      if (run_.lanes != 0) add(transactions_, count_, run_);
      run_ = {.line = line, .lanes = 0, .sectors = 0};
    }
    run_.lanes |= lanes;
    run_.sectors |= sectors;
  }

  const exec::MemoryAccess& access_;
  Addr offset_mask_;
  TransactionList& transactions_;
  unsigned count_;
  Transaction run_{};  ///< transaction of the last added lanes
};

/// Coalesces the lanes one by one, or eight at once where all eight lanes take part.
unsigned coalesce_any(const exec::MemoryAccess& access, LaneMask lanes, unsigned line_bytes,
                      TransactionList& transactions, unsigned count) {
  Coalescer coalescer(access, line_bytes, transactions, count);
  const auto add_each = [&](LaneMask of) {
    for_each_lane(of, [&](unsigned lane) { coalescer.add_lane(lane); });
  };
  const bool may_be_in_sectors =
      std::has_single_bit(access.bytes) && access.bytes <= model::kSectorBytes;
  if (lanes != kAllLanes || !may_be_in_sectors) {
    add_each(lanes);
    return coalescer.finish();
  }
  for (unsigned first = 0; first < kWarpSize; first += 8)
    if (!coalescer.add_eight(first)) add_each(LaneMask{0xFF} << first);
  return coalescer.finish();
}

/// The lanes from `begin` to `end` - 1. Both are at most 32.
LaneMask lanes_between(unsigned begin, unsigned end) {
  return static_cast<LaneMask>((std::uint64_t{1} << end) - (std::uint64_t{1} << begin));
}

/// Coalesces the lanes line by line. The lanes access contiguous elements and have no inactive lane
/// between them. No element straddles a sector.
unsigned coalesce_run(const exec::MemoryAccess& access, LaneMask lanes, unsigned line_bytes,
                      TransactionList& transactions, unsigned count) {
  const auto shift = static_cast<unsigned>(std::countr_zero(access.bytes));
  unsigned lane = first_lane(lanes);
  const unsigned end = lane + lane_count(lanes);
  for (Addr address = access.address[lane]; lane < end;) {
    const auto within = static_cast<unsigned>(address & (line_bytes - 1));
    const unsigned here = std::min(end - lane, (line_bytes - within) >> shift);
    const unsigned bytes = here << shift;
    transactions[count++] = {address - within, lanes_between(lane, lane + here),
                             sectors_of(within, within + bytes - 1)};
    address += bytes;
    lane += here;
  }
  return count;
}

/// Coalesces the lanes line by line, and within a line sector by sector. The lanes access
/// contiguous elements, and some lanes may be inactive. No element straddles a sector.
unsigned coalesce_contiguous(const exec::MemoryAccess& access, LaneMask lanes, unsigned line_bytes,
                             TransactionList& transactions, unsigned count) {
  const auto shift = static_cast<unsigned>(std::countr_zero(access.bytes));
  unsigned lane = first_lane(lanes);
  const unsigned end = kWarpSize - static_cast<unsigned>(std::countl_zero(lanes));
  for (Addr address = access.address[lane]; lane < end;) {
    const Addr line = address & ~Addr{line_bytes - 1};
    Transaction transaction{.line = line, .lanes = 0, .sectors = 0};
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
  if (lanes == 0) return count;
  if (!access.contiguous || access.bytes > model::kSectorBytes)
    return coalesce_any(access, lanes, line_bytes, transactions, count);
  // If a mask has no gaps, the sum of the mask and its lowest bit is the bit above its highest
  // lane.
  const LaneMask carried = lanes + (lanes & (0u - lanes));
  return (carried & lanes) == 0
             ? coalesce_run(access, lanes, line_bytes, transactions, count)
             : coalesce_contiguous(access, lanes, line_bytes, transactions, count);
}

unsigned reduce_to_consecutive(const exec::MemoryAccess& access, LaneMask lanes,
                               unsigned line_bytes, TransactionList& transactions, unsigned count) {
  const auto of_lanes = std::span(transactions).first(count);
  unsigned touched = 0;
  for (const Transaction& each : of_lanes)
    touched += static_cast<unsigned>(std::popcount(each.sectors));
  const unsigned bytes = lane_count(lanes) * access.bytes;
  unsigned sectors = (bytes + model::kSectorBytes - 1) / model::kSectorBytes;
  if (touched <= sectors) return count;
  const unsigned lines = (bytes + line_bytes - 1) / line_bytes;
  const unsigned stride = count / lines;
  const auto element =
      static_cast<unsigned>(access.address[first_lane(lanes)] % line_bytes / access.bytes);
  const unsigned sectors_of_line = line_bytes / model::kSectorBytes;
  unsigned kept = 0;
  for (unsigned i = element % stride; i < count && kept < lines; i += stride, ++kept) {
    const unsigned here = std::min(sectors, sectors_of_line);
    sectors -= here;
    const unsigned first = element / stride * here % (sectors_of_line - here + 1);
    transactions[kept] = {
        transactions[i].line, 0,
        sectors_of(first * model::kSectorBytes, (first + here) * model::kSectorBytes - 1)};
  }
  transactions[0].lanes = lanes;
  return kept;
}

unsigned coalesce_local(const std::array<Addr, kWarpSize>& offsets, LaneMask lanes, unsigned bytes,
                        Addr base, unsigned line_bytes, TransactionList& transactions,
                        unsigned count) {
  for_each_lane(lanes, [&](unsigned lane) {
    for (Addr offset = offsets[lane] & ~Addr{3}; offset < offsets[lane] + bytes; offset += 4) {
      const Addr address = base + offset * kWarpSize + lane * 4;
      const auto within = static_cast<unsigned>(address % line_bytes);
      add(transactions, count, {address - within, lane_bit(lane), sectors_of(within, within + 3)});
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
