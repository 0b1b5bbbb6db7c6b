// Conversions between sparse formats, and sorted coordinates.
#include "cusparse/common.cuh"

namespace heddle_sparse {
inline namespace formats {

/// Each thread sums a part of the counts; the sums of the parts before it begin its places.
__global__ void sum_up_counts(Indices counts, long long lines) {
  __shared__ long long sums[kThreads];
  const long long part = (lines + kThreads - 1) / kThreads;
  const long long first = threadIdx.x * part, end = min(first + part, lines);
  long long sum = 0;
  for (long long i = first; i < end; ++i) sum += counts[i] + counts.base;
  sums[threadIdx.x] = sum;
  __syncthreads();
  long long before = 0;
  for (unsigned i = 0; i < threadIdx.x; ++i) before += sums[i];
  for (long long i = first; i < end; ++i) {
    const long long count = counts[i] + counts.base;
    counts.set(i, before);
    before += count;
  }
  if (threadIdx.x == kThreads - 1) counts.set(lines, before);
}

__global__ void coo_to_csr(const int* row_indices, int nnz, int rows, int* offsets, int base) {
  const long long row = thread_number();
  if (row > rows) return;
  int low = 0, high = nnz;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (row_indices[middle] - base < row)
      low = middle + 1;
    else
      high = middle;
  }
  offsets[row] = low + base;
}

__global__ void csr_to_coo(const int* offsets, int rows, int* row_indices, int base) {
  const long long row = thread_number();
  if (row >= rows) return;
  for (int i = offsets[row] - base; i < offsets[row + 1] - base; ++i)
    row_indices[i] = static_cast<int>(row) + base;
}

__global__ void clear_counts(int* counts, int n, int value) {
  const long long i = thread_number();
  if (i < n) counts[i] = value;
}
__global__ void count_columns(const int* column_indices, int nnz, int* counts, int base) {
  const long long i = thread_number();
  if (i < nnz) atomicAdd(&counts[column_indices[i] - base], 1);
}

/// Puts the elements of a row into their columns, in any order; then each column is sorted by rows.
__global__ void place_elements(const int* offsets, const int* column_indices, int rows,
                               const int* csc_offsets, int* taken, int* csc_rows, int* sources,
                               int base) {
  const long long row = thread_number();
  if (row >= rows) return;
  for (int i = offsets[row] - base; i < offsets[row + 1] - base; ++i) {
    const int column = column_indices[i] - base;
    const int at = csc_offsets[column] - base + atomicAdd(&taken[column], 1);
    csc_rows[at] = static_cast<int>(row) + base;
    sources[at] = i;
  }
}
__global__ void sort_columns(const int* csc_offsets, int columns, int* csc_rows, int* sources,
                             int base) {
  const long long column = thread_number();
  if (column >= columns) return;
  const int first = csc_offsets[column] - base, end = csc_offsets[column + 1] - base;
  for (int i = first + 1; i < end; ++i) {
    const int row = csc_rows[i], source = sources[i];
    int at = i;
    for (; at > first && sources[at - 1] > source; --at) {
      csc_rows[at] = csc_rows[at - 1];
      sources[at] = sources[at - 1];
    }
    csc_rows[at] = row;
    sources[at] = source;
  }
}
template <typename T>
__global__ void permute_values(const int* sources, int nnz, const T* from, T* to) {
  const long long i = thread_number();
  if (i < nnz) to[i] = from[sources[i]];
}

__global__ void count_up(int n, int* permutation) {
  const long long i = thread_number();
  if (i < n) permutation[i] = static_cast<int>(i);
}

/// A step of Batcher's merge of runs, in which the smaller element always comes first, so that any
/// length is sorted (Knuth, "Sorting and Searching", section 5.3.4): element i meets its mirror
/// image in the first step of a run, and then elements `distance` apart.
__global__ void sort_step(int n, int run, int distance, int* first, int* second, int* permutation) {
  const long long t = thread_number();
  const long long block = t / distance, offset = t % distance;
  const long long i = block * 2 * distance + offset;
  const long long j =
      distance == run ? block * 2 * distance + 2 * distance - 1 - offset : i + distance;
  if (j >= n) return;
  const bool is_ordered = first[i] < first[j] || (first[i] == first[j] && second[i] <= second[j]);
  if (is_ordered) return;
  for (int* const array : {first, second, permutation}) {
    if (array == nullptr) continue;
    const int kept = array[i];
    array[i] = array[j];
    array[j] = kept;
  }
}

cusparseStatus_t sort(const cusparseContext& context, int nnz, int* first, int* second,
                      int* permutation) {
  for (long long run = 1; run < nnz; run *= 2) {
    for (long long distance = run; distance > 0; distance /= 2) {
      const long long pairs = (nnz + 2 * distance - 1) / (2 * distance) * distance;
      const cusparseStatus_t status =
          launch(context, sort_step, pairs, nnz, static_cast<int>(run), static_cast<int>(distance),
                 first, second, permutation);
      if (status != CUSPARSE_STATUS_SUCCESS) return status;
    }
  }
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace formats

cusparseStatus_t sum_up(const cusparseContext& context, Indices counts, long long lines) {
  return launch(context, sum_up_counts, kThreads, counts, lines);
}

}  // namespace heddle_sparse

using namespace heddle_sparse;

extern "C" {

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int* row_indices, int nnz,
                                  int rows, int* offsets, cusparseIndexBase_t base) {
  HEDDLE_SPARSE_NEEDS(handle, nnz >= 0 && rows >= 0);
  return launch(*handle, coo_to_csr, rows + 1LL, row_indices, nnz, rows, offsets, base);
}

cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int* offsets, int nnz, int rows,
                                  int* row_indices, cusparseIndexBase_t base) {
  HEDDLE_SPARSE_NEEDS(handle, nnz >= 0 && rows >= 0);
  return launch(*handle, csr_to_coo, rows, offsets, rows, row_indices, base);
}

cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int rows, int columns,
                                               int nnz, const void*, const int*, const int*, void*,
                                               int*, int*, cudaDataType, cusparseAction_t,
                                               cusparseIndexBase_t, cusparseCsr2CscAlg_t,
                                               size_t* bytes) {
  HEDDLE_SPARSE_NEEDS(handle, rows >= 0 && columns >= 0 && nnz >= 0 && bytes != nullptr);
  *bytes = (static_cast<size_t>(nnz) + columns) * sizeof(int) + sizeof(int);
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int rows, int columns, int nnz,
                                    const void* values, const int* offsets, const int* indices,
                                    void* csc_values, int* csc_offsets, int* csc_indices,
                                    cudaDataType type, cusparseAction_t action,
                                    cusparseIndexBase_t base, cusparseCsr2CscAlg_t, void* buffer) {
  HEDDLE_SPARSE_NEEDS(handle, rows >= 0 && columns >= 0 && nnz >= 0 && buffer != nullptr);
  int* const sources = static_cast<int*>(buffer);
  int* const taken = sources + nnz;
  const Indices places = heddle_sparse::indices(csc_offsets, CUSPARSE_INDEX_32I, base);
  cusparseStatus_t status =
      launch(*handle, clear_counts, columns + 1LL, csc_offsets, columns + 1, 0);
  const auto next = [&](auto step) {
    if (status == CUSPARSE_STATUS_SUCCESS) status = step();
  };
  next([&] { return launch(*handle, clear_counts, columns, taken, columns, 0); });
  next([&] { return launch(*handle, count_columns, nnz, indices, nnz, csc_offsets, base); });
  next([&] { return sum_up(*handle, places, columns); });
  next([&] {
    return launch(*handle, place_elements, rows, offsets, indices, rows, csc_offsets, taken,
                  csc_indices, sources, base);
  });
  next([&] {
    return launch(*handle, sort_columns, columns, csc_offsets, columns, csc_indices, sources, base);
  });
  if (status != CUSPARSE_STATUS_SUCCESS || action == CUSPARSE_ACTION_SYMBOLIC) return status;
  return by_type(type, [&](auto zero) {
    using T = decltype(zero);
    return launch(*handle, permute_values<T>, nnz, sources, nnz, static_cast<const T*>(values),
                  static_cast<T*>(csc_values));
  });
}

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n,
                                                   int* permutation) {
  HEDDLE_SPARSE_NEEDS(handle, n >= 0);
  return launch(*handle, count_up, n, n, permutation);
}

cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int, int, int, const int*,
                                                const int*, size_t* bytes) {
  HEDDLE_SPARSE_NEEDS(handle, bytes != nullptr);
  *bytes = 0;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t handle, int, int, int nnz, int* row_indices,
                                       int* column_indices, int* permutation, void*) {
  HEDDLE_SPARSE_NEEDS(handle, nnz >= 0);
  return sort(*handle, nnz, row_indices, column_indices, permutation);
}
cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t handle, int, int, int nnz,
                                          int* row_indices, int* column_indices, int* permutation,
                                          void*) {
  HEDDLE_SPARSE_NEEDS(handle, nnz >= 0);
  return sort(*handle, nnz, column_indices, row_indices, permutation);
}

}  // extern "C"
