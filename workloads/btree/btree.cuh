// The tree that the queries descend, and what their arguments say.
#pragma once

#include <algorithm>
#include <climits>

#include "../common/workload.cuh"

constexpr int kNoKey = INT_MAX;
constexpr int kNoValue = -1;

/// A B+ tree whose nodes have up to `order` children. Entry i of node n stands at
/// n x (order + 1) + i of both arrays: the smallest key below a child and that child, in leaves a
/// key and its record. What follows a node's last entry is kNoKey. The root is the last node; the
/// records are in the order of their keys.
struct Tree {
  int order = 0, height = 0;  ///< levels above the leaves
  std::vector<int> keys, children;
  std::vector<int> record_keys, records;
  int nodes() const { return static_cast<int>(keys.size() / (order + 1)); }
  int root() const { return nodes() - 1; }
};

/// Puts one level above the entries (keys and what they lead to), and makes them that level. Nodes
/// are between half full and full, as after many insertions.
inline void add_level(Tree& tree, std::vector<int>& keys, std::vector<int>& children,
                      workload::Random& random) {
  std::vector<int> upper_keys, upper_children;
  const int half = tree.order / 2;
  for (std::size_t first = 0; first < keys.size();) {
    const std::size_t entries =
        std::min<std::size_t>(half + random.below(tree.order - half + 1), keys.size() - first);
    upper_keys.push_back(keys[first]);
    upper_children.push_back(tree.nodes());
    const std::size_t at = tree.keys.size();
    tree.keys.resize(at + tree.order + 1, kNoKey);
    tree.children.resize(at + tree.order + 1, 0);
    std::copy_n(&keys[first], entries, &tree.keys[at]);
    std::copy_n(&children[first], entries, &tree.children[at]);
    first += entries;
  }
  keys = upper_keys;
  children = upper_children;
}

/// Keys start at 0; 1 or 2 lies between neighbours.
inline Tree random_tree(int records, int order) {
  workload::Random random(1);
  Tree tree;
  tree.order = order;
  for (int record = 0, key = 0; record < records; ++record, key += 1 + random.below(2)) {
    tree.record_keys.push_back(key);
    tree.records.push_back(static_cast<int>(random.bits()));
  }
  std::vector<int> keys = tree.record_keys, children(records);
  for (int record = 0; record < records; ++record) children[record] = record;
  add_level(tree, keys, children, random);
  for (; keys.size() > 1; ++tree.height) add_level(tree, keys, children, random);
  return tree;
}

/// Its two arrays on the device.
struct DeviceTree {
  explicit DeviceTree(const Tree& tree) : keys(tree.keys), children(tree.children) {}
  workload::DeviceArray<int> keys, children;
};

struct Arguments {
  int records, queries, order, threads;
};

/// The threads of a block are the argument at place `threads`.
inline Arguments tree_arguments(int argc, char** argv, int queries, int threads) {
  const int order = workload::size_argument(argc, argv, 3, 256);
  const Arguments arguments{workload::size_argument(argc, argv, 1, 262144),
                            workload::size_argument(argc, argv, 2, queries), order,
                            workload::size_argument(argc, argv, threads, order)};
  workload::require(arguments.records <= 1 << 24, argv[0], "there must be at most 2^24 records");
  workload::require(arguments.queries <= 1 << 20, argv[0], "there must be at most 2^20 queries");
  workload::require(arguments.order >= 4 && arguments.order <= 1024, argv[0],
                    "the order must be between 4 and 1024");
  workload::require(arguments.threads <= arguments.order, argv[0],
                    "a block has at most as many threads as a node has children");
  return arguments;
}
