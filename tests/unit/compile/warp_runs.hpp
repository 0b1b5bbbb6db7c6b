// Runs a kernel `k(out, in)` warp by warp, with a look at every step: what tests use to try whether
// something that the compiler claims of a program holds while it runs.
#pragma once

#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/step/step.hpp"
#include "heddle/exec/system/system_call.hpp"
#include "heddle/exec/texture/texture.hpp"
#include "heddle/isa/module.hpp"

namespace heddle::compile {

struct RunShape {
  unsigned blocks = 2, threads = 48;  ///< the last warp is half full
  unsigned slot_bytes = 64;           ///< of `out`, a thread
  unsigned rows = 1;                  ///< of each block, of as many threads
};

struct Watch {
  std::function<void(exec::Warp&)> before = [](exec::Warp&) {};
  std::function<void(exec::Warp&, const exec::Step&)> after = [](exec::Warp&, const exec::Step&) {};
  std::shared_ptr<const exec::ExecutableProgram> executable = nullptr;  ///< the program's own
};

/// What the threads wrote to `out`. Kernels with barriers are not for this.
inline std::vector<std::uint8_t> run_warps(const isa::Module& module,
                                           const std::shared_ptr<const isa::Program>& program,
                                           const RunShape& shape, const Watch& watch = {}) {
  exec::MemoryImage image(1 << 24);
  exec::TextureTable textures;
  const std::size_t bytes =
      std::size_t{shape.blocks} * shape.rows * shape.threads * shape.slot_bytes;
  const Addr out = image.allocate(bytes);
  const Addr in = image.allocate(4096);
  std::vector<Addr> symbols;
  for (const isa::Variable& variable : module.variables) {
    symbols.push_back(image.allocate(variable.bytes, variable.name));
    image.fill(symbols.back(), 0x5A, variable.bytes);
  }
  image.fill(out, 0, bytes);
  for (std::uint32_t i = 0; i < 1024; ++i) {
    const std::uint32_t value = i * 2654435761u >> 13;
    image.write(in + 4 * i, &value, sizeof value);
  }
  std::vector<std::uint8_t> parameters(16);
  std::memcpy(parameters.data(), &out, 8);
  std::memcpy(parameters.data() + 8, &in, 8);
  exec::LaunchShape launch;
  launch.grid = {shape.blocks, 1, 1};
  launch.block = {shape.threads, shape.rows, 1};
  const exec::Grid grid =
      exec::make_grid(program, launch, parameters, symbols, image, textures, watch.executable);
  const exec::StepEnvironment environment;
  for (std::uint64_t id = 0; id < grid.blocks(); ++id) {
    exec::Block block;
    block.start(grid, id);
    for (std::uint32_t index = 0; index < grid.warps_per_block(); ++index) {
      exec::Warp warp;
      warp.start(block, index);
      exec::Step step;
      while (!warp.done()) {
        watch.before(warp);
        exec::step(warp, environment, step);
        watch.after(warp, step);
      }
    }
  }
  std::vector<std::uint8_t> result(bytes);
  image.read(out, result.data(), result.size());
  return result;
}

}  // namespace heddle::compile
