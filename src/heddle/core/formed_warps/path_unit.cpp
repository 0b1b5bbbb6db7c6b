#include "heddle/core/formed_warps/path_unit.hpp"

#include "heddle/core/formed_warps/block_paths.hpp"
#include "heddle/core/formed_warps/pool_paths.hpp"

namespace heddle::core {

std::unique_ptr<PathUnit> make_path_unit(const PathUnit::Surroundings& around) {
  switch (around.contexts.shape.paths) {
    case policy::PathKind::block_stacks:
      return std::make_unique<BlockPaths>(around);
    case policy::PathKind::warp_pool:
      return std::make_unique<PoolPaths>(around);
    default:
      return nullptr;
  }
}

}  // namespace heddle::core
