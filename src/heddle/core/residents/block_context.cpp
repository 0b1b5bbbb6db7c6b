#include "heddle/core/residents/block_context.hpp"

namespace heddle::core {
namespace {

template <typename Element>
std::uint64_t bytes_of(const std::vector<Element>& elements) {
  return elements.size() * sizeof(Element);
}

}  // namespace

model::Resources BlockContext::unfinished(const model::BlockDemand& demand) const {
  model::Resources sum;
  for (const std::uint32_t index : unfinished_indices()) sum += model::of_warp(demand, index);
  return sum;
}

std::vector<std::uint32_t> BlockContext::unfinished_indices() const {
  std::vector<std::uint32_t> indices;
  for (const WarpContext& warp : warps) indices.push_back(warp.state.index);
  for (std::uint32_t index = first_waiting; index < end_waiting; ++index) indices.push_back(index);
  return indices;
}

ContextBytes BlockContext::bytes() const {
  ContextBytes bytes{.shared = bytes_of(state.shared), .barriers = sizeof barriers};
  for (const WarpContext& warp : warps) {
    bytes.registers += bytes_of(warp.state.rows) + bytes_of(warp.state.predicates);
    for (const exec::SimtStack& stack : warp.state.parts)
      bytes.stacks += stack.depth() * sizeof(exec::StackEntry);
    bytes.stacks +=
        bytes_of(warp.state.progress.exchanges) + bytes_of(warp.state.progress.arrivals);
    bytes.local += bytes_of(warp.state.local);
    bytes.barriers += sizeof warp.arrivals + bytes_of(warp.parts);
  }
  return bytes;
}

}  // namespace heddle::core
