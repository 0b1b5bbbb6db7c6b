// Grids of PTX text, and the small machine that they run on.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "heddle/compile/lower.hpp"
#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/step/grid.hpp"
#include "heddle/exec/texture/texture.hpp"
#include "heddle/gpu/chip/machine.hpp"
#include "heddle/ptx/parser.hpp"

namespace heddle::test {

/// Wraps a body into a kernel `k` with one 64-bit parameter, the address of 1 MiB of zeroed memory,
/// in %rd1 (generic).
inline std::string kernel(const std::string& body) {
  return fmt::format(R"(.version 7.0
.target sm_75
.address_size 64
.visible .entry k(.param .u64 p) {{
  .reg .pred %p<20>;
  .reg .b32 %r<100>;
  .reg .f32 %f<100>;
  .reg .f64 %d<100>;
  .reg .b64 %rd<100>;
  .shared .align 16 .b8 s[4096];
  ld.param.u64 %rd1, [p];
{}
  ret;
}}
)",
                     body);
}

inline std::string repeat(unsigned times, const std::string& text) {
  std::string all;
  for (unsigned i = 0; i < times; ++i) all += text;
  return all;
}

/// One SM and one memory partition unless a test says otherwise; latencies are the specs' defaults.
inline gpu::MachineSpec small_machine() {
  gpu::MachineSpec machine;
  machine.device.memory_bytes = 64 << 20;
  machine.sm.count = 1;
  return machine;
}

/// A launch of the text's first kernel. `buffer`: its parameter, and the address of all variables.
inline exec::Grid ptx_grid(const std::string& ptx, Dim3 grid, Dim3 block,
                           const gpu::MachineSpec& machine, Addr buffer, exec::MemoryImage& image,
                           const exec::TextureTable& textures,
                           const compile::Options& options = {}) {
  const auto module = compile::lower(ptx::parse(ptx, "test.ptx"), options);
  std::vector<std::uint8_t> parameters(8);
  std::memcpy(parameters.data(), &buffer, 8);
  const exec::LaunchShape shape{
      .grid = grid, .block = block, .sm_count = machine.sm.count, .warps_per_sm = machine.sm.warps};
  const std::vector<Addr> symbols(module.variables.size(), buffer);
  return exec::make_grid(module.kernels.at(0), shape, parameters, symbols, image, textures);
}

}  // namespace heddle::test
