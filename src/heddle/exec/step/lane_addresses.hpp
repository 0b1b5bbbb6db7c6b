// The addresses of a warp's access, one for each lane, and their common shape. Most accesses go to
// consecutive elements or to one address; the values of such an access move as a whole.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/isa/instruction.hpp"

namespace heddle::exec {

using LaneAddresses = std::array<Addr, kWarpSize>;

enum class AddressShape : std::uint8_t {
  contiguous,  ///< the active lanes' addresses are base + lane * bytes
  uniform,     ///< all addresses are equal
  scattered,
};

struct AddressSummary {
  AddressShape shape = AddressShape::scattered;
  Addr low = 0;      ///< lowest address; for scattered lanes a lower bound
  Addr high = 0;     ///< one past the last byte; for scattered lanes an upper bound
  Addr any_bit = 0;  ///< bits below `bytes` that are set in any address
};

/// Fills in the address of each lane: the first source plus the offset. The rows of the first
/// source begin at `row`; null: the instruction has no first source.
void compute_addresses(const isa::Instruction& instruction, const std::uint32_t* row,
                       LaneAddresses& out);

/// Fills in the address of each lane, and summarises the addresses of the lanes in `mask`, which is
/// not empty. `bytes`, a power of two, is the size of a lane's access.
void find_addresses(const isa::Instruction& instruction, const std::uint32_t* row, LaneMask mask,
                    unsigned bytes, LaneAddresses& out, AddressSummary& summary);

/// Summarises the addresses of the lanes in `mask`, as find_addresses() does.
void summarise(const LaneAddresses& address, LaneMask mask, unsigned bytes, AddressSummary& out);

/// Replaces the bounds `low` and `high` of scattered lanes by the exact lowest address and end.
void tighten(const LaneAddresses& address, LaneMask mask, unsigned bytes, AddressSummary& summary);

}  // namespace heddle::exec
