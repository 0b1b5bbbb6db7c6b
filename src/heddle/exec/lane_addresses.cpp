#include "heddle/exec/lane_addresses.hpp"

#include <algorithm>

namespace heddle::exec {
namespace {

/// Shared, local and param space have 32-bit addresses, which wrap.
bool is_narrow(isa::Space space) {
  return space == isa::Space::shared || space == isa::Space::local || space == isa::Space::param;
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

/// Is every active lane's address what `expected(lane)` says?
template <typename Expected>
bool all_match(const LaneAddresses& address, LaneMask mask, Expected&& expected) {
  Addr difference = 0;
  if (mask == kAllLanes) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) difference |= address[lane] ^ expected(lane);
  } else {
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      difference |= (address[lane] ^ expected(lane)) & (Addr{0} - ((mask >> lane) & 1u));
  }
  return difference == 0;
}

bool is_uniform(const LaneAddresses& address, LaneMask mask, Addr value) {
  return all_match(address, mask, [value](unsigned) { return value; });
}

/// `shift`: log2 of the bytes from one lane to the next.
bool is_contiguous(const LaneAddresses& address, LaneMask mask, Addr base, unsigned shift) {
  return all_match(address, mask,
                   [base, shift](unsigned lane) { return base + (Addr{lane} << shift); });
}

void summarise_scattered(const LaneAddresses& address, LaneMask mask, unsigned bytes,
                         AddressSummary& out) {
  const Addr first = address[first_lane(mask)];
  Addr low = first;
  Addr high = first;
  Addr any_bit = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const Addr value = ((mask >> lane) & 1u) != 0 ? address[lane] : first;
    low = std::min(low, value);
    high = std::max(high, value);
    any_bit |= value;
  }
  out.shape = AddressShape::scattered;
  out.low = low;
  out.high = high + bytes;
  out.any_bit = any_bit & (bytes - 1);
}

}  // namespace

void compute_addresses(const StepContext& context, LaneAddresses& out) {
  const isa::Instruction& instruction = context.instruction;
  const auto offset = static_cast<Addr>(instruction.offset);
  const bool narrow = is_narrow(instruction.modifiers.space);
  const std::uint32_t* const row = context.source(0);
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
  // The two ends say which shape it can be.
  const Addr distance = address[last] - low;
  const auto shift = static_cast<unsigned>(std::countr_zero(bytes));
  if (distance == Addr{last - first} << shift &&
      is_contiguous(address, mask, low - (Addr{first} << shift), shift)) {
    out.shape = AddressShape::contiguous;
  } else if (distance == 0 && is_uniform(address, mask, low)) {
    out.shape = AddressShape::uniform;
  } else {
    summarise_scattered(address, mask, bytes, out);
    return;
  }
  out.low = low;
  out.high = address[last] + bytes;
  out.any_bit = low & (bytes - 1);
}

}  // namespace heddle::exec
