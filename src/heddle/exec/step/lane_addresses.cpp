#include "heddle/exec/step/lane_addresses.hpp"

#include <algorithm>
#include <bit>

namespace heddle::exec {
namespace {

/// Whether an address has one row and wraps at 32 bits. The result agrees with isa::address_rows(),
/// but the function has no branches.
bool is_narrow(const isa::Modifiers& modifiers) {
  constexpr auto bit = [](isa::Space space) { return 1u << static_cast<unsigned>(space); };
  constexpr unsigned kNarrow =
      bit(isa::Space::shared) | bit(isa::Space::local) | bit(isa::Space::param);
  return ((kNarrow >> static_cast<unsigned>(modifiers.space) | unsigned{modifiers.short_address}) &
          1u) != 0;
}

Addr lane_value(const std::uint32_t* row, unsigned lane, bool narrow) {
  return narrow ? row[lane] : row[lane] | Addr{row[lane + kWarpSize]} << 32;
}

void add_to_rows(const std::uint32_t* low, const std::uint32_t* high, Addr offset,
                 LaneAddresses& out) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    out[lane] = (low[lane] | Addr{high[lane]} << 32) + offset;
}

void add_to_row(const std::uint32_t* row, std::uint32_t offset, LaneAddresses& out) {
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    out[lane] = static_cast<std::uint32_t>(row[lane] + offset);
}

/// Returns the bits in which the address of any active lane differs from `expected(lane)`.
template <typename Expected>
Addr difference(const LaneAddresses& address, LaneMask mask, Expected&& expected) {
  Addr bits = 0;
  if (mask == kAllLanes) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) bits |= address[lane] ^ expected(lane);
  } else {
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      bits |= (address[lane] ^ expected(lane)) & (Addr{0} - ((mask >> lane) & 1u));
  }
  return bits;
}

/// Whether the address of each active lane is base + (lane << shift).
bool is_contiguous(const LaneAddresses& address, LaneMask mask, Addr base, unsigned shift) {
  return difference(address, mask,
                    [base, shift](unsigned lane) { return base + (Addr{lane} << shift); }) == 0;
}

/// Whether the words are `first`, `first` + 1 << shift, and so on.
bool is_run(const std::uint32_t* row, unsigned shift) {
  std::uint32_t different = 0;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
    different |= (row[lane] - (lane << shift)) ^ row[0];
  return different == 0;
}

bool is_uniform(const std::uint32_t* row) {
  std::uint32_t different = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) different |= row[lane] ^ row[0];
  return different == 0;
}

/// Returns whether the rows have the addresses of consecutive elements for all lanes, including the
/// lanes that are not active. No carry reaches the high row. Sets the address of lane 0.
bool find_run(const isa::Instruction& instruction, const std::uint32_t* row, unsigned shift,
              Addr& base) {
  const std::uint32_t size = kWarpSize << shift;
  // The first two lanes show whether the addresses can be consecutive.
  if (instruction.sources[0].kind != isa::OperandKind::row || row[1] - row[0] != 1u << shift ||
      row[0] + size < size || !is_run(row, shift))
    return false;
  const auto offset = static_cast<Addr>(instruction.offset);
  if (!is_narrow(instruction.modifiers)) {
    base = lane_value(row, 0, false) + offset;
    return is_uniform(row + kWarpSize);
  }
  base = static_cast<std::uint32_t>(row[0] + offset);
  return base + size <= std::uint64_t{1} << 32;
}

}  // namespace

void find_addresses(const isa::Instruction& instruction, const std::uint32_t* row, LaneMask mask,
                    unsigned bytes, LaneAddresses& out, AddressSummary& summary) {
  const auto shift = static_cast<unsigned>(std::countr_zero(bytes));
  Addr base = 0;
  if (!find_run(instruction, row, shift, base)) {
    compute_addresses(instruction, row, out);
    return summarise(out, mask, bytes, summary);
  }
  for (unsigned lane = 0; lane < kWarpSize; ++lane) out[lane] = base + (Addr{lane} << shift);
  summary.shape = AddressShape::contiguous;
  summary.low = base + (Addr{first_lane(mask)} << shift);
  summary.high = base + (Addr{32 - static_cast<unsigned>(std::countl_zero(mask))} << shift);
  summary.any_bit = base & (bytes - 1);
}

void compute_addresses(const isa::Instruction& instruction, const std::uint32_t* row,
                       LaneAddresses& out) {
  const auto offset = static_cast<Addr>(instruction.offset);
  const bool narrow = is_narrow(instruction.modifiers);
  if (instruction.sources[0].kind != isa::OperandKind::row) {
    const Addr base = row == nullptr ? 0 : lane_value(row, 0, narrow);
    out.fill(narrow ? static_cast<std::uint32_t>(base + offset) : base + offset);
  } else if (narrow) {
    add_to_row(row, static_cast<std::uint32_t>(offset), out);
  } else {
    add_to_rows(row, row + kWarpSize, offset, out);
  }
}

void summarise(const LaneAddresses& address, LaneMask mask, unsigned bytes, AddressSummary& out) {
  const unsigned first = first_lane(mask);
  const unsigned last = 31 - static_cast<unsigned>(std::countl_zero(mask));
  const Addr low = address[first];
  const auto shift = static_cast<unsigned>(std::countr_zero(bytes));
  out.any_bit = low & (bytes - 1);
  // The first and the last active lane show whether the addresses can be contiguous.
  if (address[last] - low == Addr{last - first} << shift &&
      is_contiguous(address, mask, low - (Addr{first} << shift), shift)) {
    out.shape = AddressShape::contiguous;
    out.low = low;
    out.high = address[last] + bytes;
    return;
  }
  const Addr varying = difference(address, mask, [low](unsigned) { return low; });
  out.shape = varying == 0 ? AddressShape::uniform : AddressShape::scattered;
  out.any_bit |= varying & (bytes - 1);
  // All addresses agree above the highest bit that varies.
  const Addr below = varying == 0 ? 0 : ~Addr{0} >> std::countl_zero(varying);
  out.low = low & ~below;
  out.high = (low | below) + bytes;
}

void tighten(const LaneAddresses& address, LaneMask mask, unsigned bytes, AddressSummary& summary) {
  if (summary.shape != AddressShape::scattered) return;
  Addr low = ~Addr{0};
  Addr high = 0;
  for_each_lane(mask, [&](unsigned lane) {
    low = std::min(low, address[lane]);
    high = std::max(high, address[lane]);
  });
  summary.low = low;
  summary.high = high + bytes;
}

}  // namespace heddle::exec
