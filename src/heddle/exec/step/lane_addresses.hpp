// The addresses of a warp's access, one a lane, and what shape they have together: most accesses
// are to consecutive elements or to one place, and are moved whole.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/isa/instruction.hpp"

namespace heddle::exec {

using LaneAddresses = std::array<Addr, kWarpSize>;

enum class AddressShape : std::uint8_t {
  contiguous,  ///< the active lanes' addresses are base + lane * bytes
  uniform,     ///< all the same
  scattered,
};

struct AddressSummary {
  AddressShape shape = AddressShape::scattered;
  Addr low = 0;      ///< lowest address; of scattered lanes perhaps less
  Addr high = 0;     ///< one past the last byte; of scattered lanes perhaps more
  Addr any_bit = 0;  ///< bits below `bytes` that are set in any address
};

/// Fills in all lanes: where each lane's access starts, by the first source, whose rows begin at
/// `row` (null: there is none), and the offset.
void compute_addresses(const isa::Instruction& instruction, const std::uint32_t* row,
                       LaneAddresses& out);

/// Of the lanes of `mask`, which is not empty, each with `bytes`, a power of two.
void summarise(const LaneAddresses& address, LaneMask mask, unsigned bytes, AddressSummary& out);

/// Makes the bounds of scattered lanes exact.
void tighten(const LaneAddresses& address, LaneMask mask, unsigned bytes, AddressSummary& summary);

}  // namespace heddle::exec
