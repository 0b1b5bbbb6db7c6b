// What cuSPARSE's routines share: the handle, descriptors, indices of either width, and launches.
#pragma once

#include <cusparse.h>
#include <stdlib.h>

#include "common/numbers.cuh"
#include "common/scalar.cuh"

struct cusparseContext {
  cudaStream_t stream;
  cusparsePointerMode_t pointer_mode;
};
struct cusparseMatDescr {
  cusparseMatrixType_t type;
  cusparseFillMode_t fill;
  cusparseDiagType_t diagonal;
  cusparseIndexBase_t base;
};
struct cusparseSpVecDescr {
  int64_t size, nnz;
  const void* indices;
  void* values;
  cusparseIndexType_t index;
  cusparseIndexBase_t base;
  cudaDataType type;
};
struct cusparseDnVecDescr {
  int64_t size;
  void* values;
  cudaDataType type;
};
/// CSR and CSC have offsets of lines, rows or columns, and indices within lines; COO has both
/// indices of each element.
struct cusparseSpMatDescr {
  cusparseFormat_t format;
  int64_t rows, columns, nnz;
  void *offsets, *indices, *values;  ///< COO: offsets are the row indices
  cusparseIndexType_t offset, index;
  cusparseIndexBase_t base;
  cudaDataType type;
};
struct cusparseDnMatDescr {
  int64_t rows, columns, pitch;
  void* values;
  cudaDataType type;
  cusparseOrder_t order;
};

namespace heddle_sparse {
using namespace heddle_math;

constexpr int kThreads = 256;

/// Indices of 32 or 64 bits, counted from 0.
struct Indices {
  const void* data;
  bool is_wide;
  int base;
  __device__ long long operator[](long long i) const {
    return (is_wide ? static_cast<const long long*>(data)[i] : static_cast<const int*>(data)[i]) -
           base;
  }
  __device__ void set(long long i, long long value) const {
    void* const place = const_cast<void*>(data);
    if (is_wide)
      static_cast<long long*>(place)[i] = value + base;
    else
      static_cast<int*>(place)[i] = static_cast<int>(value) + base;
  }
};
inline Indices indices(const void* data, cusparseIndexType_t type, int base) {
  return {data, type == CUSPARSE_INDEX_64I, base};
}

/// The elements of a sparse matrix by lines.
template <typename T>
struct Compressed {
  long long lines;
  Indices offsets, within;
  T* values;
};
template <typename T>
Compressed<T> compressed(const cusparseSpMatDescr& a) {
  return {a.format == CUSPARSE_FORMAT_CSC ? a.columns : a.rows,
          indices(a.offsets, a.offset, a.base), indices(a.indices, a.index, a.base),
          static_cast<T*>(a.values)};
}
/// The elements one by one.
template <typename T>
struct Coordinates {
  long long nnz;
  Indices rows, columns;
  T* values;
};
template <typename T>
Coordinates<T> coordinates(const cusparseSpMatDescr& a) {
  return {a.nnz, indices(a.offsets, a.index, a.base), indices(a.indices, a.index, a.base),
          static_cast<T*>(a.values)};
}

/// A dense matrix with the distances between rows and columns.
template <typename T>
struct Dense {
  T* values;
  long long step_row, step_column;
  __device__ T& at(long long i, long long j) const {
    return values[i * step_row + j * step_column];
  }
};
template <typename T>
Dense<T> dense(const cusparseDnMatDescr& matrix) {
  const bool by_columns = matrix.order == CUSPARSE_ORDER_COL;
  return {static_cast<T*>(matrix.values), by_columns ? 1 : matrix.pitch,
          by_columns ? matrix.pitch : 1};
}

template <typename T>
Scalar<T> scalar(const cusparseContext& context, const void* pointer) {
  const T* const typed = static_cast<const T*>(pointer);
  if (context.pointer_mode == CUSPARSE_POINTER_MODE_DEVICE) return {typed, T()};
  return {nullptr, *typed};
}

template <typename... Parameters>
cusparseStatus_t launch(const cusparseContext& context, void (*kernel)(Parameters...),
                        long long threads, typename Same<Parameters>::Type... arguments) {
  if (threads == 0) return CUSPARSE_STATUS_SUCCESS;
  void* pointers[] = {&arguments...};
  const dim3 grid(static_cast<unsigned>((threads + kThreads - 1) / kThreads));
  const cudaError_t error = cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid,
                                             dim3(kThreads), pointers, 0, context.stream);
  return error == cudaSuccess ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_EXECUTION_FAILED;
}
__device__ inline long long thread_number() {
  return static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
}

__device__ inline void add_atomically(float* place, float value) { atomicAdd(place, value); }
__device__ inline void add_atomically(double* place, double value) { atomicAdd(place, value); }
template <typename R>
__device__ inline void add_atomically(Complex<R>* place, Complex<R> value) {
  atomicAdd(&place->x, value.x);
  atomicAdd(&place->y, value.y);
}

/// Calls `work` with a number of the type, which it gets as a value.
template <typename Work>
cusparseStatus_t by_type(cudaDataType type, Work work) {
  switch (type) {
    case CUDA_R_32F:
      return work(float());
    case CUDA_R_64F:
      return work(double());
    case CUDA_C_32F:
      return work(Complex<float>(0));
    case CUDA_C_64F:
      return work(Complex<double>(0));
    default:
      return CUSPARSE_STATUS_NOT_SUPPORTED;
  }
}

/// The places of lines from the lengths of lines: counts[i] becomes the sum of those before it. By
/// one block.
cusparseStatus_t sum_up(const cusparseContext& context, Indices counts, long long lines);

}  // namespace heddle_sparse

#define HEDDLE_SPARSE_NEEDS(handle, condition)                     \
  if ((handle) == nullptr) return CUSPARSE_STATUS_NOT_INITIALIZED; \
  if (!(condition)) return CUSPARSE_STATUS_INVALID_VALUE
