#include "heddle/exec/step/grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "warp_rig.hpp"

namespace heddle::exec {
namespace {

using isa::ConstantRow;
using Kind = isa::ConstantRow::Kind;

std::shared_ptr<isa::Program> program_with(std::vector<ConstantRow> constants) {
  auto program = std::make_shared<isa::Program>();
  program->name = "k";
  program->functions.push_back({.name = "k", .rows = 1});
  program->shared_bytes = 100;
  program->parameter_bytes = 12;
  program->constants = std::move(constants);
  return program;
}

TEST(Grid, FillsInConstants) {
  MemoryImage image(4096);
  TextureTable textures;
  const auto program = program_with({
      {.kind = Kind::immediate, .value = -2},
      {.kind = Kind::parameter, .value = 4},
      {.kind = Kind::parameter, .bytes = 1, .value = 9},
      {.kind = Kind::parameter, .bytes = 2, .sign_extend = true, .value = 10},
      {.kind = Kind::symbol, .half = 0, .index = 1, .value = 8},
      {.kind = Kind::symbol, .half = 1, .index = 1, .value = 8},
      {.kind = Kind::uniform, .uniform = isa::Uniform::nctaid_y},
      {.kind = Kind::uniform, .uniform = isa::Uniform::total_shared_size},
      {.kind = Kind::uniform, .uniform = isa::Uniform::gridid_high},
  });
  LaunchShape shape;
  shape.grid = {2, 3, 4};
  shape.block = {33, 2, 1};
  shape.dynamic_shared_bytes = 24;
  shape.grid_id = 0x7'0000'0000;
  const std::vector<std::uint8_t> parameters = {0, 0, 0, 0, 1, 2, 3, 4, 0, 0xFE, 0xFD, 0xFF};
  const std::vector<Addr> symbols = {0, 0x3'FFFF'FFFC};
  const Grid grid = make_grid(program, shape, parameters, symbols, image, textures);
  const std::vector<std::uint32_t> expected = {0xFFFFFFFEu, 0x04030201u, 0xFEu, 0xFFFFFFFDu, 0x4u,
                                               0x4u,        3u,          124u,  7u};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(grid.constants[i].lane[0], expected[i]) << i;
    EXPECT_EQ(grid.constants[i].lane[31], expected[i]) << i;
  }
  EXPECT_EQ(grid.warps_per_block(), 3u);
  EXPECT_EQ(grid.shared_bytes(), 124u);
  EXPECT_EQ(grid.blocks(), 24u);
}

TEST(Grid, RefusesTooFewParameters) {
  MemoryImage image(4096);
  TextureTable textures;
  const std::vector<std::uint8_t> parameters(8);
  EXPECT_EQ(message_of([&] { make_grid(program_with({}), {}, parameters, {}, image, textures); }),
            "kernel k takes 12 bytes of parameters, 8 were given");
}

}  // namespace
}  // namespace heddle::exec
