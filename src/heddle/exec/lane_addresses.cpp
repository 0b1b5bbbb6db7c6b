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

AddressSummary summarise(const LaneAddresses& address, LaneMask mask, unsigned bytes) {
  const unsigned first = first_lane(mask);
  const Addr first_address = address[first];
  const Addr base = first_address - Addr{first} * bytes;
  Addr not_contiguous = 0;
  Addr not_uniform = 0;
  Addr any_bit = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const Addr active = Addr{0} - ((mask >> lane) & 1u);
    not_contiguous |= (address[lane] ^ (base + Addr{lane} * bytes)) & active;
    not_uniform |= (address[lane] ^ first_address) & active;
    any_bit |= address[lane] & active;
  }
  if (not_contiguous == 0) {
    const unsigned last = 31 - static_cast<unsigned>(std::countl_zero(mask));
    return {AddressShape::contiguous, first_address, address[last] + bytes, any_bit};
  }
  if (not_uniform == 0)
    return {AddressShape::uniform, first_address, first_address + bytes, any_bit};
  Addr low = first_address;
  Addr high = first_address;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const Addr value = ((mask >> lane) & 1u) != 0 ? address[lane] : first_address;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return {AddressShape::scattered, low, high + bytes, any_bit};
}

}  // namespace heddle::exec
