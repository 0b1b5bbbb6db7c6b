// Tree pseudo-LRU. The ways of a set are the leaves of a binary tree. Each inner node has a bit
// that points to the half with the next victim. A fill or hit of a way makes the bits of all nodes
// above the way point to the half without the way.
//
// The nodes have the numbers of a heap. The root is 1, the children of n are 2n and 2n + 1, and the
// leaf of way w is (ways + w).

#include <bit>
#include <vector>

#include "heddle/base/error.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/replacement/replacement.hpp"

namespace heddle::policy {
namespace {

class TreeLru final : public Replacement {
 public:
  void begin(const Cache& cache) override {
    if (!std::has_single_bit(cache.ways)) {
      const std::uint32_t below = std::bit_floor(cache.ways);
      fail(
          "a tree has a power of two of ways, and the cache has {}: give it {} or {} ways, or take "
          "another replacement, such as lru",
          cache.ways, below, 2 * below);
    }
    ways_ = cache.ways;
    second_half_.assign(std::size_t{cache.sets} * ways_, false);
  }
  void filled(std::uint32_t set, std::uint32_t way) override { turn_from(set, way); }
  void hit(std::uint32_t set, std::uint32_t way) override { turn_from(set, way); }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> ways) const override {
    // A node, the first way below the node, and the number of ways below the node.
    std::uint32_t node = 1, first = 0, count = ways_;
    while (count > 1) {
      count /= 2;
      const bool second = second_half_[place(set, node)];
      const bool any_there = any_of(ways, second ? first + count : first, count);
      const bool goes_second = any_there == second;
      node = 2 * node + (goes_second ? 1 : 0);
      first += goes_second ? count : 0;
    }
    return first;
  }

 private:
  std::size_t place(std::uint32_t set, std::uint32_t node) const {
    return std::size_t{set} * ways_ + node;
  }
  static bool any_of(std::span<const std::uint32_t> ways, std::uint32_t first,
                     std::uint32_t count) {
    for (const std::uint32_t way : ways)
      if (way >= first && way - first < count) return true;
    return false;
  }
  void turn_from(std::uint32_t set, std::uint32_t way) {
    for (std::uint32_t node = ways_ + way; node > 1; node /= 2)
      second_half_[place(set, node / 2)] = node % 2 == 0;
  }

  std::uint32_t ways_ = 1;
  std::vector<bool> second_half_;  ///< by set and node: the next victim is in the second half
};

const Register<Replacement, TreeLru> registration(
    "plru", "tree pseudo-LRU: evicts the line that the bits of a binary tree point to",
    "The ways of a set are the leaves of a binary tree. Each inner node has a bit that points to "
    "one of the node's halves. The victim is the leaf that the bits lead to from the root. A fill "
    "or hit of a way makes all bits above the way point to the other half. If no line of a half "
    "may be evicted, the search takes the other half. The number of ways must be a power of two.",
    "H. Al-Zoubi, A. Milenkovic, M. Milenkovic, Performance Evaluation of Cache Replacement "
    "Policies for the SPEC CPU2000 Benchmark Suite, ACM Southeast Conference 2004 (PLRUt)");

}  // namespace
}  // namespace heddle::policy
