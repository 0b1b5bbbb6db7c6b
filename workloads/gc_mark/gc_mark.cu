// Mark phase of a tracing garbage collector, one thread an object, a launch for each distance from
// the roots: a thread reads its object's class and number of references, then walks its array of
// references, objects anywhere in the heap, and appends those not yet marked to the next work list.
// The heap is random: a quarter of its objects is garbage. Stands for the collector of the studies
// of cache-conscious scheduling, which is not public.
//   gc_mark [objects = 65536] [average references = 24]
#include <utility>

#include "../common/workload.cuh"

constexpr int kThreads = 256;
constexpr int kClasses = 4096, kRoots = 64;
constexpr int kNull = -1;
constexpr int kUnit = 4;  ///< objects start at multiples of so many words; a mark is a bit a unit

/// What all objects of a class share, as far as marking needs it.
struct Class {
  int fields;         ///< words of data in front of the references
  int elsewhere[15];  ///< what it does not need: names, methods
};

/// An object: the number of its class, that of its references, its fields, its references, which
/// are addresses in words.
struct Heap {
  std::vector<int> words, objects;  ///< all of it; where its objects start
  std::vector<Class> classes;
};

/// The same on the device, with a bit for each unit that is an object found alive.
struct Marking {
  const int* words;
  const Class* classes;
  unsigned* marks;
};

__global__ void mark_references(Marking marking, const int* work, int count, int* next,
                                int* next_count) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= count) return;
  const int object = work[thread];
  const int fields = marking.classes[marking.words[object]].fields;
  const int first = object + 2 + fields, last = first + marking.words[object + 1];
  for (int at = first; at < last; ++at) {
    const int reference = marking.words[at];
    if (reference == kNull) continue;
    const int unit = reference / kUnit;
    const unsigned bit = 1u << (unit % 32);
    if (marking.marks[unit / 32] & bit) continue;
    if (atomicOr(&marking.marks[unit / 32], bit) & bit) continue;
    next[atomicAdd(next_count, 1)] = reference;
  }
}

/// Each fourth object is garbage: no other refers to it. The numbers of references are even between
/// 1 and 2 x references - 1, one in 8 is null.
Heap random_heap(int objects, int references) {
  workload::Random random(1);
  Heap heap;
  for (int i = 0; i < kClasses; ++i) heap.classes.push_back({random.below(7), {}});
  std::vector<int> lengths;
  for (int object = 0; object < objects; ++object) {
    const int kind = random.below(kClasses), length = 1 + random.below(2 * references - 1);
    heap.objects.push_back(static_cast<int>(heap.words.size()));
    lengths.push_back(length);
    heap.words.insert(heap.words.end(), {kind, length});
    heap.words.resize(heap.words.size() + heap.classes[kind].fields + length, 0);
    heap.words.resize((heap.words.size() + kUnit - 1) / kUnit * kUnit, 0);
  }
  for (int object = 0; object < objects; ++object) {
    const int start = heap.objects[object], fields = heap.classes[heap.words[start]].fields;
    for (int i = 0; i < lengths[object]; ++i) {
      const int other = random.below(objects);
      const bool null = other % 4 == 3 || random.below(8) == 0;
      heap.words[start + 2 + fields + i] = null ? kNull : heap.objects[other];
    }
  }
  return heap;
}

/// A bit for each unit of the heap.
std::vector<unsigned> no_marks(const Heap& heap) {
  return std::vector<unsigned>(heap.words.size() / kUnit / 32 + 1, 0);
}

/// Objects that are alive whoever refers to them; marks them.
std::vector<int> find_roots(const Heap& heap, std::vector<unsigned>& marks) {
  std::vector<int> roots;
  for (std::size_t i = 0; i < heap.objects.size() && roots.size() < kRoots; i += 4) {
    const int unit = heap.objects[i] / kUnit;
    marks[unit / 32] |= 1u << (unit % 32);
    roots.push_back(heap.objects[i]);
  }
  return roots;
}

std::vector<unsigned> mark_on_device(const Heap& heap) {
  std::vector<unsigned> start = no_marks(heap);
  std::vector<int> work = find_roots(heap, start);
  int count = static_cast<int>(work.size());
  work.resize(heap.objects.size());
  workload::DeviceArray<int> words(heap.words), even(work), odd(work.size()), next_count(1);
  workload::DeviceArray<Class> classes(heap.classes);
  workload::DeviceArray<unsigned> marks(start);
  const Marking marking{words.data(), classes.data(), marks.data()};
  for (int *now = even.data(), *next = odd.data(); count > 0; std::swap(now, next)) {
    next_count.fill_bytes(0);
    mark_references<<<workload::blocks_for(count, kThreads), kThreads>>>(marking, now, count, next,
                                                                         next_count.data());
    CHECK(cudaGetLastError());
    count = next_count.to_host()[0];
  }
  return marks.to_host();
}

/// Depth first.
std::vector<unsigned> mark_on_host(const Heap& heap) {
  std::vector<unsigned> marks = no_marks(heap);
  std::vector<int> open = find_roots(heap, marks);
  while (!open.empty()) {
    const int object = open.back();
    open.pop_back();
    const int* reference = &heap.words[object] + 2 + heap.classes[heap.words[object]].fields;
    for (int left = heap.words[object + 1]; left > 0; --left, ++reference) {
      if (*reference == kNull) continue;
      unsigned& marked = marks[*reference / kUnit / 32];
      const unsigned bit = 1u << (*reference / kUnit % 32);
      if (!(marked & bit)) open.push_back(*reference);
      marked |= bit;
    }
  }
  return marks;
}

int main(int argc, char** argv) {
  const int objects = workload::size_argument(argc, argv, 1, 65536);
  const int references = workload::size_argument(argc, argv, 2, 24);
  workload::require(objects <= 1 << 22 && static_cast<long>(objects) * references <= 1l << 27,
                    argv[0], "there must be at most 2^22 objects and 2^27 references");
  const Heap heap = random_heap(objects, references);
  return workload::verdict("gc_mark",
                           workload::count_different(mark_on_device(heap), mark_on_host(heap)));
}
