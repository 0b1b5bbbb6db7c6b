// Range queries of a B+ tree, a block a query: each thread compares both ends of the range with one
// key of a node, and the block goes down two paths at once, a barrier before and after each step.
// Where the queries are stands in global memory, not in shared. Stands for findRangeK of Rodinia's
// b+tree. A block of fewer threads than a node has children compares them in turns.
//   btree_range [records = 262144] [queries = 4096] [order = 256] [records of a range = 3000]
//               [threads of a block = order]
#include "btree.cuh"

/// Where each query's two paths are, and where they go next.
struct Paths {
  int *first_node, *first_next, *last_node, *last_next;
};

/// Finds the first record of each range and the number of its records. Both ends are keys.
__global__ void find_ranges(const int* keys, const int* children, int height, const int* firsts,
                            const int* lasts, Paths paths, int* starts, int* lengths) {
  const int query = blockIdx.x, width = blockDim.x + 1, entry = threadIdx.x;
  for (int level = 0; level < height; ++level) {
    const int at = paths.first_node[query] * width + entry;
    if (keys[at] <= firsts[query] && keys[at + 1] > firsts[query]) {
      paths.first_next[query] = children[at];
    }
    const int to = paths.last_node[query] * width + entry;
    if (keys[to] <= lasts[query] && keys[to + 1] > lasts[query]) {
      paths.last_next[query] = children[to];
    }
    __syncthreads();
    if (entry == 0) {
      paths.first_node[query] = paths.first_next[query];
      paths.last_node[query] = paths.last_next[query];
    }
    __syncthreads();
  }
  const int at = paths.first_node[query] * width + entry;
  if (keys[at] == firsts[query]) starts[query] = children[at];
  __syncthreads();
  const int to = paths.last_node[query] * width + entry;
  if (keys[to] == lasts[query]) lengths[query] = children[to] - starts[query] + 1;
}

/// The same by a block of fewer threads than `order`.
__global__ void find_ranges_in_turns(const int* keys, const int* children, int height,
                                     const int* firsts, const int* lasts, Paths paths, int* starts,
                                     int* lengths, int order) {
  const int query = blockIdx.x, width = order + 1;
  for (int level = 0; level < height; ++level) {
    for (int entry = threadIdx.x; entry < order; entry += blockDim.x) {
      const int at = paths.first_node[query] * width + entry;
      if (keys[at] <= firsts[query] && keys[at + 1] > firsts[query])
        paths.first_next[query] = children[at];
      const int to = paths.last_node[query] * width + entry;
      if (keys[to] <= lasts[query] && keys[to + 1] > lasts[query])
        paths.last_next[query] = children[to];
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      paths.first_node[query] = paths.first_next[query];
      paths.last_node[query] = paths.last_next[query];
    }
    __syncthreads();
  }
  for (int entry = threadIdx.x; entry < order; entry += blockDim.x) {
    const int at = paths.first_node[query] * width + entry;
    if (keys[at] == firsts[query]) starts[query] = children[at];
  }
  __syncthreads();
  for (int entry = threadIdx.x; entry < order; entry += blockDim.x) {
    const int to = paths.last_node[query] * width + entry;
    if (keys[to] == lasts[query]) lengths[query] = children[to] - starts[query] + 1;
  }
}

/// First and last key of each range.
struct Ranges {
  std::vector<int> firsts, lasts;
};

/// A range ends with the tree's last key where it would go beyond it.
Ranges random_ranges(const Tree& tree, int queries, int length) {
  Ranges ranges;
  const int records = static_cast<int>(tree.records.size());
  for (const int record : workload::random_ints(queries, records, 2)) {
    ranges.firsts.push_back(tree.record_keys[record]);
    ranges.lasts.push_back(tree.record_keys[std::min(record + length, records) - 1]);
  }
  return ranges;
}

/// The first record of each range, then their numbers of records.
std::vector<int> find_on_device(const Tree& tree, const Ranges& ranges, int threads) {
  const int queries = static_cast<int>(ranges.firsts.size());
  DeviceTree device(tree);
  const std::vector<int> root(queries, tree.root()), none(queries, kNoValue);
  workload::DeviceArray<int> firsts(ranges.firsts), lasts(ranges.lasts);
  workload::DeviceArray<int> first_node(root), first_next(root), last_node(root), last_next(root);
  workload::DeviceArray<int> starts(none), lengths(none);
  const Paths paths{first_node.data(), first_next.data(), last_node.data(), last_next.data()};
  if (threads == tree.order) {
    find_ranges<<<queries, threads>>>(device.keys.data(), device.children.data(), tree.height,
                                      firsts.data(), lasts.data(), paths, starts.data(),
                                      lengths.data());
  } else {
    find_ranges_in_turns<<<queries, threads>>>(device.keys.data(), device.children.data(),
                                               tree.height, firsts.data(), lasts.data(), paths,
                                               starts.data(), lengths.data(), tree.order);
  }
  CHECK(cudaGetLastError());
  std::vector<int> found = starts.to_host();
  const std::vector<int> found_lengths = lengths.to_host();
  found.insert(found.end(), found_lengths.begin(), found_lengths.end());
  return found;
}

std::vector<int> find_on_host(const Tree& tree, const Ranges& ranges) {
  std::vector<int> found, lengths;
  const auto begin = tree.record_keys.begin(), end = tree.record_keys.end();
  for (std::size_t i = 0; i < ranges.firsts.size(); ++i) {
    const auto first = std::lower_bound(begin, end, ranges.firsts[i]);
    found.push_back(static_cast<int>(first - begin));
    lengths.push_back(static_cast<int>(std::upper_bound(first, end, ranges.lasts[i]) - first));
  }
  found.insert(found.end(), lengths.begin(), lengths.end());
  return found;
}

int main(int argc, char** argv) {
  const Arguments arguments = tree_arguments(argc, argv, 4096, 5);
  const int length = workload::size_argument(argc, argv, 4, 3000);
  const Tree tree = random_tree(arguments.records, arguments.order);
  const Ranges ranges = random_ranges(tree, arguments.queries, length);
  return workload::verdict(
      "btree_range", workload::count_different(find_on_device(tree, ranges, arguments.threads),
                                               find_on_host(tree, ranges)));
}
