// Tree pseudo-LRU: the ways of a set are the leaves of a binary tree. Each inner node has a bit
// that names the half with the next victim. A fill or hit of a way sets the bits of all nodes above
// the way, so that they name the half without this way.
//
// Nodes are numbered as in a heap: 1 is the root, 2n and 2n + 1 are the children of n, and way w is
// the leaf with the number (ways + w).

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
    std::uint32_t node = 1, first = 0, count = ways_;  // a node, the first way below it, and the
                                                       // number of ways below it
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
    "plru", "tree pseudo-LRU: a bit at each node of a tree over the ways",
    "The ways are the leaves of a binary tree. Each of its nodes has a bit that says in which half "
    "the next line goes; an access to a line turns the bits above it away from it. Where all lines "
    "of that half must stay, the other half is taken. The ways are a power of two.",
    "H. Al-Zoubi, A. Milenkovic, M. Milenkovic, Performance Evaluation of Cache Replacement "
    "Policies for the SPEC CPU2000 Benchmark Suite, ACM Southeast Conference 2004 (PLRUt)");

}  // namespace
}  // namespace heddle::policy
