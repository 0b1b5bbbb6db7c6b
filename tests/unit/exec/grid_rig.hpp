// A grid of a built program, with device memory, for runs without a timing model.
#pragma once

#include "heddle/exec/functional_run.hpp"
#include "heddle/exec/system/system_call.hpp"
#include "warp_rig.hpp"

namespace heddle::exec {

/// A grid with device memory that all its blocks share.
struct GridRig {
  GridRig(ProgramBuilder& b, Dim3 grid_size, Dim3 block_size, std::uint32_t shared_bytes = 0)
      : image(1 << 24), services(image, 4096) {
    LaunchShape shape;
    shape.grid = grid_size;
    shape.block = block_size;
    shape.dynamic_shared_bytes = shared_bytes;
    grid = make_grid(b.build(), shape, {}, {}, image, textures);
  }
  FunctionalCounts run(const FunctionalOptions& options = {}) {
    return run_functionally(grid, services, options);
  }
  std::uint32_t word(Addr address) const {
    std::uint32_t value = 0;
    image.read(address, &value, 4);
    return value;
  }

  MemoryImage image;
  TextureTable textures;
  SystemServices services;
  Grid grid;
};

inline constexpr Addr kOut = isa::kGlobalBase;

/// row(0) = index of the thread in the grid, row(2..3) = kOut + 4 * row(0).
inline void add_global_index(ProgramBuilder& b) {
  b.read_special(row(0), isa::SpecialRegister::tid_x);
  b.read_special(row(1), isa::SpecialRegister::ctaid_x);
  const isa::Operand size =
      b.constant({.kind = isa::ConstantRow::Kind::uniform, .uniform = isa::Uniform::ntid_x});
  b.add(isa::Op::mad_lo_b32, {row(0)}, {row(1), size, row(0)});
  b.add(isa::Op::mul_wide_u32, {row(2)}, {row(0), b.word(4)});
  b.add(isa::Op::add_b64, {row(2)}, {row(2), b.pair(kOut)});
}

}  // namespace heddle::exec
