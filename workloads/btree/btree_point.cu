// Point queries of a B+ tree, a block a query: each thread compares the query with one key of the
// node, the one that fits stores its child, and after a barrier the block goes down to it. Where
// the queries are stands in global memory, not in shared. Stands for findK of Rodinia's b+tree. A
// block of fewer threads than a node has children compares them in turns.
//   btree_point [records = 262144] [queries = 8192] [order = 256] [threads of a block = order]
#include "btree.cuh"

/// The values of `targets` go to `values`; `node_of` and `next_of` have a place for each query, and
/// the root in it.
__global__ void find_keys(const int* keys, const int* children, const int* records, int height,
                          const int* targets, int* node_of, int* next_of, int* values) {
  const int query = blockIdx.x, width = blockDim.x + 1, entry = threadIdx.x;
  for (int level = 0; level < height; ++level) {
    const int at = node_of[query] * width + entry;
    if (keys[at] <= targets[query] && keys[at + 1] > targets[query]) next_of[query] = children[at];
    __syncthreads();
    if (entry == 0) node_of[query] = next_of[query];
    __syncthreads();
  }
  const int at = node_of[query] * width + entry;
  if (keys[at] == targets[query]) values[query] = records[children[at]];
}

/// The same by a block of fewer threads than `order`.
__global__ void find_keys_in_turns(const int* keys, const int* children, const int* records,
                                   int height, const int* targets, int* node_of, int* next_of,
                                   int* values, int order) {
  const int query = blockIdx.x, width = order + 1;
  for (int level = 0; level < height; ++level) {
    for (int entry = threadIdx.x; entry < order; entry += blockDim.x) {
      const int at = node_of[query] * width + entry;
      if (keys[at] <= targets[query] && keys[at + 1] > targets[query])
        next_of[query] = children[at];
    }
    __syncthreads();
    if (threadIdx.x == 0) node_of[query] = next_of[query];
    __syncthreads();
  }
  for (int entry = threadIdx.x; entry < order; entry += blockDim.x) {
    const int at = node_of[query] * width + entry;
    if (keys[at] == targets[query]) values[query] = records[children[at]];
  }
}

/// About a third of the keys is not there.
std::vector<int> random_targets(const Tree& tree, int queries) {
  return workload::random_ints(queries, std::min(tree.record_keys.back() + 1, 1 << 24), 2);
}

std::vector<int> find_on_device(const Tree& tree, const std::vector<int>& targets, int threads) {
  const int queries = static_cast<int>(targets.size());
  DeviceTree device(tree);
  const std::vector<int> root(queries, tree.root()), none(queries, kNoValue);
  workload::DeviceArray<int> records(tree.records), device_targets(targets);
  workload::DeviceArray<int> node_of(root), next_of(root), values(none);
  if (threads == tree.order) {
    find_keys<<<queries, threads>>>(device.keys.data(), device.children.data(), records.data(),
                                    tree.height, device_targets.data(), node_of.data(),
                                    next_of.data(), values.data());
  } else {
    find_keys_in_turns<<<queries, threads>>>(
        device.keys.data(), device.children.data(), records.data(), tree.height,
        device_targets.data(), node_of.data(), next_of.data(), values.data(), tree.order);
  }
  CHECK(cudaGetLastError());
  return values.to_host();
}

std::vector<int> find_on_host(const Tree& tree, const std::vector<int>& targets) {
  std::vector<int> values;
  const std::vector<int>& keys = tree.record_keys;
  for (const int target : targets) {
    const auto at = std::lower_bound(keys.begin(), keys.end(), target);
    const bool there = at != keys.end() && *at == target;
    values.push_back(there ? tree.records[at - keys.begin()] : kNoValue);
  }
  return values;
}

int main(int argc, char** argv) {
  const Arguments arguments = tree_arguments(argc, argv, 8192, 4);
  const Tree tree = random_tree(arguments.records, arguments.order);
  const std::vector<int> targets = random_targets(tree, arguments.queries);
  return workload::verdict(
      "btree_point", workload::count_different(find_on_device(tree, targets, arguments.threads),
                                               find_on_host(tree, targets)));
}
