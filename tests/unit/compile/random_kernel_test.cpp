// Random kernels run on the functional engine: whatever passes are on, the same bits come out.
#include "random_kernel.hpp"

#include <bit>

#include <gtest/gtest.h>

#include "heddle/compile/lower.hpp"
#include "heddle/exec/functional_run.hpp"
#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/texture/texture.hpp"
#include "heddle/ptx/parser.hpp"

namespace heddle::compile {
namespace {

constexpr unsigned kBlocks = 2, kThreads = 48;  // the last warp is half full

std::vector<std::uint8_t> run(const isa::Module& module) {
  exec::MemoryImage image(1 << 24);
  exec::TextureTable textures;
  exec::SystemServices services(image, 1 << 16);
  const Addr out = image.allocate(kBlocks * kThreads * kSlotBytes);
  const Addr in = image.allocate(kBlocks * kThreads * 4);
  std::vector<Addr> symbols;
  for (const isa::Variable& variable : module.variables) {
    symbols.push_back(image.allocate(variable.bytes, variable.name));
    image.fill(symbols.back(), 0x5A, variable.bytes);
  }
  image.fill(out, 0, kBlocks * kThreads * kSlotBytes);
  for (std::uint32_t i = 0; i < kBlocks * kThreads; ++i) {
    const std::uint32_t value = i * 2654435761u;
    image.write(in + 4 * i, &value, sizeof value);
  }
  std::vector<std::uint8_t> parameters(16);
  std::memcpy(parameters.data(), &out, 8);
  std::memcpy(parameters.data() + 8, &in, 8);
  exec::LaunchShape shape;
  shape.grid = {kBlocks, 1, 1};
  shape.block = {kThreads, 1, 1};
  const exec::Grid grid =
      exec::make_grid(module.kernels.at(0), shape, parameters, symbols, image, textures);
  exec::run_functionally(grid, services);
  std::vector<std::uint8_t> result(kBlocks * kThreads * kSlotBytes);
  image.read(out, result.data(), result.size());
  return result;
}

constexpr bool Options::* kPasses[] = {&Options::propagate_copies,
                                       &Options::fold_addresses,
                                       &Options::remove_dead_code,
                                       &Options::coalesce_moves,
                                       &Options::assign_registers,
                                       &Options::narrow_halves,
                                       &Options::fuse_multiply_add,
                                       &Options::tidy_branches,
                                       &Options::split_pairs,
                                       &Options::limit_operands,
                                       &Options::schedule,
                                       &Options::hold_sources,
                                       &Options::unroll,
                                       &Options::spread_banks,
                                       &Options::keep_stack_pointer,
                                       &Options::convert_branches,
                                       &Options::colour,
                                       &Options::narrow_addresses,
                                       &Options::share_addresses,
                                       &Options::align_vectors};

Options with(unsigned mask) {
  Options options;
  options.address_bits = 32;  // where all of a MemoryImage lies
  for (unsigned i = 0; i < std::size(kPasses); ++i) options.*kPasses[i] = (mask >> i & 1) != 0;
  options.assembler = std::popcount(mask) % 2 == 0 ? Assembler::plain : Assembler::volta;
  return options;
}

constexpr unsigned kAll = (1u << std::size(kPasses)) - 1;

TEST(RandomKernels, GiveTheSameBitsWithEveryCombinationOfPasses) {
  for (unsigned seed = 0; seed < 120; ++seed) {
    const std::string text = RandomKernel(seed).text();
    const ptx::Module parsed = ptx::parse(text, "random.ptx");
    const std::vector<std::uint8_t> expected = run(lower(parsed, with(0)));
    std::mt19937 random(seed);
    for (const unsigned mask : {kAll, static_cast<unsigned>(random()) & kAll}) {
      ASSERT_EQ(run(lower(parsed, with(mask))), expected) << "seed " << seed << ", passes " << mask;
    }
  }
}

/// With 16 registers, three to ten of them the machine's, most values are in local memory.
TEST(RandomKernels, GiveTheSameBitsWhenTheySpill) {
  unsigned spilled = 0;
  for (unsigned seed = 0; seed < 120; ++seed) {
    const ptx::Module parsed = ptx::parse(RandomKernel(seed).text(), "random.ptx");
    for (const Options& passes : {Options(), with(kAll)}) {
      Options few = passes;
      few.supply.most = 16;
      few.supply.reserved = 3 + seed % 8;
      const isa::Module narrow = lower(parsed, few), wide = lower(parsed, passes);
      spilled += narrow.kernels.at(0)->local_bytes > wide.kernels.at(0)->local_bytes ? 1 : 0;
      ASSERT_EQ(run(narrow), run(wide)) << "seed " << seed;
    }
  }
  EXPECT_GT(spilled, 120u);
}

}  // namespace
}  // namespace heddle::compile
