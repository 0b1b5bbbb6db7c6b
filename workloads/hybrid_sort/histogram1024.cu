// Histogram of 1024 bins, the first kernel of a hybrid sort: 12 KiB of counters for each block of
// three warps, so that shared memory limits how many warps run. Lanes of a warp that count in the
// same bin take turns: they write words with their number until these stay. Stands for
// histogram1024 of Rodinia's hybridsort. GPUs before Fermi keep a kernel's parameters in shared
// memory too, and a study counts them: the second argument adds such bytes to each block.
//   histogram1024 [numbers = 2097152] [further bytes = 0] [blocks = 64]
#include <string_view>

#include "histogram1024.cuh"

int main(int argc, char** argv) {
  const int count = workload::size_argument(argc, argv, 1, 1 << 21);
  const bool no_further = argc > 2 && std::string_view(argv[2]) == "0";
  const int further_bytes = no_further ? 0 : workload::size_argument(argc, argv, 2, 0);
  workload::require(further_bytes <= 32768, "histogram1024",
                    "a block may have at most 32768 further bytes");
  const std::vector<float> numbers = workload::random_floats(count, 1);
  const int blocks = workload::size_argument(argc, argv, 3, kHistogramBlocks);
  workload::require(blocks >= 1, "histogram1024", "a grid has at least one block");
  const workload::DeviceArray<float> device_numbers(numbers);
  const std::vector<unsigned> histogram =
      histogram_on_device(device_numbers, further_bytes, blocks);
  return workload::verdict("histogram1024", count_wrong_bins(histogram, numbers));
}
