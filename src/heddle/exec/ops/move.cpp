#include "heddle/exec/ops/binding.hpp"
#include "heddle/exec/ops/lanes.hpp"

namespace heddle::exec {
namespace {

std::uint32_t mov_b32(std::uint32_t a) { return a; }
Pair mov_b64(Pair a) { return a; }

constexpr Binding kBindings[] = {
    {isa::Op::mov_b32, lanewise<mov_b32>},
    {isa::Op::mov_b64, lanewise<mov_b64>},
};

}  // namespace

std::span<const Binding> move_bindings() { return kBindings; }

}  // namespace heddle::exec
