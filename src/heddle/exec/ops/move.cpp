// Moves, packing and unpacking, and the test of an address's window.
#include "heddle/exec/ops/binding.hpp"
#include "heddle/exec/ops/lanes.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::exec {
namespace {

using isa::Op;

U32 mov(U32 a) { return a; }
Pair mov64(Pair a) { return a; }

U32 pack_halves(U32 low, U32 high) { return (low & 0xFFFF) | high << 16; }
U32 pack_bytes(U32 a, U32 b, U32 c, U32 d) {
  return (a & 0xFF) | (b & 0xFF) << 8 | (c & 0xFF) << 16 | d << 24;
}

/// Writes element i of the source to destination i, if the instruction has one. Zeros extend the
/// element.
template <unsigned bits>
void unpack(const Operands& operands) {
  constexpr U32 kElement = (1u << bits) - 1;
  U32 words[kWarpSize];
  for (unsigned lane = 0; lane < kWarpSize; ++lane) words[lane] = operands.source[0][lane];
  for (unsigned i = 0; i < 32 / bits; ++i) {
    if (!operands.instruction->destinations[i]) continue;
    U32* destination = operands.destination[i];
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      const U32 element = words[lane] >> (i * bits) & kElement;
      destination[lane] = blend(destination[lane], element, lane_word(operands.mask, lane));
    }
  }
}

template <Addr window, Addr bytes>
bool is_in_window(U64 address) {
  return address - window < bytes;
}
OperationFunction bind_isspacep(const isa::Instruction& instruction) {
  switch (instruction.modifiers.space) {
    case isa::Space::shared:
      return lanewise<is_in_window<isa::kSharedWindow, isa::kSharedWindowBytes>>;
    case isa::Space::local:
      return lanewise<is_in_window<isa::kLocalWindow, isa::kLocalWindowBytes>>;
    default:
      return nullptr;
  }
}

bool is_in_cluster(U64 address) {
  return is_in_window<isa::kSharedWindow, isa::kSharedWindowBytes>(address) ||
         is_in_window<isa::kClusterWindow, isa::kClusterWindowBytes>(address);
}

constexpr Binding kBindings[] = {
    {Op::mov_b32, lanewise<mov>},
    {Op::mov_b64, lanewise<mov64>},
    {Op::pack_b16x2, lanewise<pack_halves>},
    {Op::pack_b8x4, lanewise<pack_bytes>},
    {Op::unpack_b16x2, unpack<16>},
    {Op::unpack_b8x4, unpack<8>},
    {Op::isspacep, bind_isspacep},
    {Op::isspacep_cluster, lanewise<is_in_cluster>},
};

}  // namespace

std::span<const Binding> move_bindings() { return kBindings; }

}  // namespace heddle::exec
