#include "heddle/exec/step/grid.hpp"

#include <algorithm>
#include <cstring>

#include "heddle/base/error.hpp"
#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/step/cluster.hpp"
#include "heddle/exec/step/executable.hpp"

namespace heddle::exec {
namespace {

std::uint32_t uniform_value(isa::Uniform uniform, const isa::Program& program,
                            const LaunchShape& shape) {
  using enum isa::Uniform;
  switch (uniform) {
    case ntid_x:
      return shape.block.x;
    case ntid_y:
      return shape.block.y;
    case ntid_z:
      return shape.block.z;
    case nctaid_x:
      return shape.grid.x;
    case nctaid_y:
      return shape.grid.y;
    case nctaid_z:
      return shape.grid.z;
    case gridid_low:
      return static_cast<std::uint32_t>(shape.grid_id);
    case gridid_high:
      return static_cast<std::uint32_t>(shape.grid_id >> 32);
    case dynamic_shared_size:
      return shape.dynamic_shared_bytes;
    case total_shared_size:
      return program.shared_bytes + shape.dynamic_shared_bytes;
    case nsmid:
      return shape.sm_count;
    case nwarpid:
      return shape.warps_per_sm;
    case cluster_nctaid_x:
      return shape.cluster.x;
    case cluster_nctaid_y:
      return shape.cluster.y;
    case cluster_nctaid_z:
      return shape.cluster.z;
    case cluster_nctarank:
      return static_cast<std::uint32_t>(shape.cluster.volume());
    case nclusterid_x:
      return shape.grid.x / shape.cluster.x;
    case nclusterid_y:
      return shape.grid.y / shape.cluster.y;
    case nclusterid_z:
      return shape.grid.z / shape.cluster.z;
    case is_explicit_cluster:
      return shape.names_cluster ? 1 : 0;
  }
  return 0;
}

/// Returns a parameter of at most four bytes, extended to a word. Bytes past the end are zero.
std::uint32_t parameter_word(std::span<const std::uint8_t> parameters,
                             const isa::ConstantRow& row) {
  std::uint32_t word = 0;
  const auto at = static_cast<std::size_t>(row.value);
  const std::size_t bytes = std::min<std::size_t>(row.bytes, sizeof word);
  if (at < parameters.size())
    std::memcpy(&word, parameters.data() + at, std::min(bytes, parameters.size() - at));
  const unsigned unused = 32 - 8 * static_cast<unsigned>(bytes);
  if (!row.sign_extend || unused == 0) return word;
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(word << unused) >> unused);
}

std::uint32_t word_of(Addr value, unsigned half) {
  return static_cast<std::uint32_t>(half == 0 ? value : value >> 32);
}

std::uint32_t constant_word(const isa::ConstantRow& row, const Grid& grid,
                            std::span<const Addr> symbols) {
  using Kind = isa::ConstantRow::Kind;
  switch (row.kind) {
    case Kind::immediate:
      return static_cast<std::uint32_t>(row.value);
    case Kind::parameter:
      return parameter_word(grid.parameters, row);
    case Kind::symbol:
      if (row.index >= symbols.size())
        fail("kernel {} refers to module variable {}, of {}", grid.program->name, row.index,
             symbols.size());
      return word_of(symbols[row.index] + static_cast<Addr>(row.value), row.half);
    case Kind::uniform:
      return uniform_value(row.uniform, *grid.program, grid.shape);
  }
  return 0;
}

}  // namespace

std::uint32_t Grid::reachable_shared_bytes() const {
  const bool by_page = memory != nullptr && memory->check() == MemoryCheck::page;
  return by_page ? std::max(shared_bytes(), shape.most_shared_bytes) : shared_bytes();
}

std::shared_ptr<const ExecutableProgram> make_executable(const isa::Program& program) {
  return std::make_shared<const ExecutableProgram>(program);
}

Grid make_grid(std::shared_ptr<const isa::Program> program, const LaunchShape& shape,
               std::span<const std::uint8_t> parameters, std::span<const Addr> symbols,
               MemoryImage& memory, const TextureTable& textures,
               std::shared_ptr<const ExecutableProgram> executable) {
  if (parameters.size() < program->parameter_bytes)
    fail("kernel {} takes {} bytes of parameters, {} were given", program->name,
         program->parameter_bytes, parameters.size());
  Grid grid;
  grid.program = std::move(program);
  grid.executable = executable != nullptr ? std::move(executable) : make_executable(*grid.program);
  grid.shape = shape;
  if (shape.has_clusters()) grid.clusters = std::make_shared<ClusterTable>();
  grid.parameters.assign(parameters.begin(), parameters.end());
  grid.memory = &memory;
  grid.textures = &textures;
  grid.constants.resize(grid.program->constants.size());
  for (std::size_t i = 0; i < grid.constants.size(); ++i)
    std::fill_n(grid.constants[i].lane, kWarpSize,
                constant_word(grid.program->constants[i], grid, symbols));
  return grid;
}

}  // namespace heddle::exec
