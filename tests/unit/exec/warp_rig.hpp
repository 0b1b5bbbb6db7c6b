// One warp of one block on a memory image, stepped by hand.
#pragma once

#include <cstring>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/step/step.hpp"
#include "heddle/exec/texture/texture.hpp"
#include "program_builder.hpp"

namespace heddle::exec {

class WarpRig {
 public:
  static constexpr std::uint32_t kMostSharedBytes = 1024;  ///< of a block

  explicit WarpRig(ProgramBuilder& builder, Dim3 block_size = {32, 1, 1},
                   std::vector<std::uint8_t> parameters = {}, std::uint32_t shared_bytes = 0,
                   std::uint32_t stack_bytes = 64 * 1024,
                   MemoryCheck check = MemoryCheck::allocation)
      : image(1 << 24, check) {
    LaunchShape shape;
    shape.block = block_size;
    shape.dynamic_shared_bytes = shared_bytes;
    shape.stack_bytes = stack_bytes;
    shape.most_shared_bytes = kMostSharedBytes;
    const auto program = builder.build();
    grid = make_grid(program, shape, parameters, {}, image, textures);
    block.start(grid, 0);
    warp.start(block, 0);
  }

  Step& step() {
    exec::step(warp, environment, last);
    return last;
  }
  /// Until the warp ends; false after too many steps.
  bool run(unsigned limit = 10000) {
    while (!warp.done() && limit-- > 0) step();
    return warp.done();
  }
  std::uint32_t* row(unsigned index) { return warp.rows[index].lane; }
  std::uint64_t pair(unsigned index, unsigned lane) {
    return row(index)[lane] | std::uint64_t{row(index + 1)[lane]} << 32;
  }
  void set_pair(unsigned index, unsigned lane, std::uint64_t value) {
    row(index)[lane] = static_cast<std::uint32_t>(value);
    row(index + 1)[lane] = static_cast<std::uint32_t>(value >> 32);
  }
  template <typename T>
  T memory(Addr address) const {
    T value;
    image.read(address, &value, sizeof value);
    return value;
  }

  MemoryImage image;
  TextureTable textures;
  Grid grid;
  Block block;
  Warp warp;
  StepEnvironment environment;
  Step last;
};

/// What a fault says, or "" if there was none.
template <typename Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace heddle::exec
