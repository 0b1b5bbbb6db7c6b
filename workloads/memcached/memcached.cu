// GET requests of a key-value store: a thread hashes the key of its request byte by byte, finds the
// bucket, and walks its chain of items, comparing keys. Threads of a warp have keys of different
// length and chains of different length; each reads lines of its own again and again. The answer is
// where the value is, which the host would send. Keys are as popular as Zipf says; one request in
// 16 finds nothing. Stands for Memcached-GPU with the trace of Wikipedia, which is not public.
//   memcached [requests = 30720] [items = 32768]
#include <algorithm>
#include <string>
#include <unordered_map>

#include "../common/workload.cuh"

constexpr int kThreads = 256;
constexpr int kNone = -1;
constexpr int kShortestKey = 16, kLongestKey = 64;

struct Key {
  int length;
  unsigned char bytes[kLongestKey];
};

struct Item {
  int next;   ///< in the chain
  int value;  ///< where it stands
  Key key;
};

/// Chains of items that share a bucket.
struct Table {
  std::vector<int> buckets;  ///< a power of two
  std::vector<Item> items;
};

/// Jenkins' hash of one byte at a time.
__host__ __device__ unsigned hash_of(const Key& key) {
  unsigned hash = 0;
#pragma unroll 1  // one load in the loop, as the studies' compilers left it
  for (int i = 0; i < key.length; ++i) {
    hash += key.bytes[i];
    hash += hash << 10;
    hash ^= hash >> 6;
  }
  hash += hash << 3;
  hash ^= hash >> 11;
  return hash + (hash << 15);
}

__device__ bool same(const Key& a, const Key& b) {
  if (a.length != b.length) return false;
  for (int i = 0; i < a.length; ++i) {
    if (a.bytes[i] != b.bytes[i]) return false;
  }
  return true;
}

__global__ void get_values(const Key* requests, int count, const int* buckets, unsigned mask,
                           const Item* items, int* values) {
  const int request = blockIdx.x * blockDim.x + threadIdx.x;
  if (request >= count) return;
  const Key& key = requests[request];
  int value = kNone;
  for (int at = buckets[hash_of(key) & mask]; at != kNone; at = items[at].next) {
    if (!same(items[at].key, key)) continue;
    value = items[at].value;
    break;
  }
  values[request] = value;
}

/// Keys start alike, as addresses of pages do, and end in the item's number.
Key key_of(int item) {
  workload::Random random(static_cast<unsigned>(item) + 1);
  Key key{kShortestKey + random.below(kLongestKey - kShortestKey + 1), {}};
  for (int i = 0; i < key.length; ++i) key.bytes[i] = static_cast<unsigned char>('a' + i % 26);
  for (int i = 0; i < 8; ++i, item /= 16) {
    key.bytes[key.length - 1 - i] = static_cast<unsigned char>('A' + item % 16);
  }
  return key;
}

Table filled_table(int items) {
  Table table;
  int buckets = 1;
  while (buckets < items / 2) buckets *= 2;
  table.buckets.assign(buckets, kNone);
  for (int item = 0; item < items; ++item) {
    const Key key = key_of(item);
    int& head = table.buckets[hash_of(key) & static_cast<unsigned>(buckets - 1)];
    table.items.push_back({head, 1024 + 256 * item, key});
    head = item;
  }
  return table;
}

/// The item of rank n, from 1, is asked for 1/n times as often as the first; ranks are scattered
/// over the table. An item that is not there has a number from `items` up.
std::vector<Key> zipf_requests(int count, int items) {
  workload::Random random(1);
  std::vector<double> cumulated{0};
  for (int rank = 1; rank <= items; ++rank) cumulated.push_back(cumulated.back() + 1.0 / rank);
  std::vector<Key> requests;
  for (int i = 0; i < count; ++i) {
    const double place = (random.next() + random.next() * 0x1p-24) * cumulated.back();
    const auto after = std::upper_bound(cumulated.begin() + 1, cumulated.end() - 1, place);
    const long rank = after - cumulated.begin() - 1;
    const int item = static_cast<int>(rank * 7919 % items);
    requests.push_back(key_of(random.below(16) == 0 ? items + item : item));
  }
  return requests;
}

std::vector<int> values_on_host(const Table& table, const std::vector<Key>& requests) {
  const auto text = [](const Key& key) {
    return std::string(reinterpret_cast<const char*>(key.bytes), key.length);
  };
  std::unordered_map<std::string, int> value_of;
  for (const Item& item : table.items) value_of[text(item.key)] = item.value;
  std::vector<int> values;
  for (const Key& request : requests) {
    const auto found = value_of.find(text(request));
    values.push_back(found == value_of.end() ? kNone : found->second);
  }
  return values;
}

int main(int argc, char** argv) {
  const int count = workload::size_argument(argc, argv, 1, 30720);
  const int items = workload::size_argument(argc, argv, 2, 32768);
  workload::require(items <= 1 << 22, argv[0], "there must be at most 2^22 items");
  workload::require(count <= 1 << 22, argv[0], "there must be at most 2^22 requests");
  const Table table = filled_table(items);
  const std::vector<Key> requests = zipf_requests(count, items);
  workload::DeviceArray<Key> device_requests(requests);
  workload::DeviceArray<int> buckets(table.buckets), values(count);
  workload::DeviceArray<Item> device_items(table.items);
  get_values<<<workload::blocks_for(count, kThreads), kThreads>>>(
      device_requests.data(), count, buckets.data(), static_cast<unsigned>(buckets.size() - 1),
      device_items.data(), values.data());
  CHECK(cudaGetLastError());
  const std::vector<int> expected = values_on_host(table, requests);
  return workload::verdict("memcached", workload::count_different(values.to_host(), expected));
}
