// Many launches of a kernel that does almost nothing: what a launch costs by itself.
//   launch [launches = 10000]
// It stands for no benchmark.
#include "../common/workload.cuh"

__global__ void count(int* launches) { ++*launches; }

int main(int argc, char** argv) {
  const int launches = workload::size_argument(argc, argv, 1, 10000);
  workload::DeviceArray<int> counter(std::vector<int>{0});
  for (int i = 0; i < launches; ++i) count<<<1, 1>>>(counter.data());
  CHECK(cudaGetLastError());
  return workload::verdict("launch", counter.to_host()[0] != launches);
}
