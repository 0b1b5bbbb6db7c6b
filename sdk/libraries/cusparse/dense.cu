// Conversions between sparse and dense matrices.
#include "cusparse/common.cuh"

namespace heddle_sparse {
inline namespace conversions {

template <typename T>
__global__ void fill_zeros(Dense<T> b, long long rows, long long columns) {
  const long long at = thread_number();
  if (at < rows * columns) b.at(at % rows, at / rows) = T(0);
}

template <typename T>
__global__ void lines_to_dense(Compressed<const T> a, bool by_columns, Dense<T> b) {
  const long long line = thread_number();
  if (line >= a.lines) return;
  const long long end = a.offsets[line + 1];
  for (long long i = a.offsets[line]; i < end; ++i) {
    const long long at = a.within[i];
    b.at(by_columns ? at : line, by_columns ? line : at) = a.values[i];
  }
}

template <typename T>
__global__ void coordinates_to_dense(Coordinates<const T> a, Dense<T> b) {
  const long long i = thread_number();
  if (i < a.nnz) b.at(a.rows[i], a.columns[i]) = a.values[i];
}

/// How many elements of each line are not 0. A line is a row, or a column if the steps are swapped.
template <typename T>
__global__ void count_elements(Dense<const T> a, long long lines, long long length,
                               Indices counts) {
  const long long line = thread_number();
  if (line >= lines) return;
  long long count = 0;
  for (long long i = 0; i < length; ++i)
    if (!(a.at(line, i) == T(0))) ++count;
  counts.set(line, count - counts.base);
}

template <typename T>
__global__ void take_elements(Dense<const T> a, long long lines, long long length, Indices offsets,
                              Indices lines_of_elements, Indices within, T* values) {
  const long long line = thread_number();
  if (line >= lines) return;
  long long at = offsets[line];
  for (long long i = 0; i < length; ++i) {
    const T value = a.at(line, i);
    if (value == T(0)) continue;
    if (lines_of_elements.data != nullptr) lines_of_elements.set(at, line);
    within.set(at, i);
    values[at++] = value;
  }
}

/// The dense matrix by the lines of the sparse one, and where the offsets of the lines go: for COO
/// to the buffer.
template <typename T>
struct Lines {
  Dense<const T> matrix;
  long long count, length;
  Indices offsets;
};
template <typename T>
Lines<T> lines_of(const cusparseDnMatDescr& a, const cusparseSpMatDescr& b, void* buffer) {
  Dense<const T> matrix = dense<const T>(a);
  if (b.format == CUSPARSE_FORMAT_CSC) {
    matrix = {matrix.values, matrix.step_column, matrix.step_row};
    return {matrix, a.columns, a.rows, indices(b.offsets, b.offset, b.base)};
  }
  return {matrix, a.rows, a.columns,
          b.format == CUSPARSE_FORMAT_COO ? indices(buffer, CUSPARSE_INDEX_64I, 0)
                                          : indices(b.offsets, b.offset, b.base)};
}

bool same_size(const cusparseDnMatDescr* a, const cusparseSpMatDescr* b) {
  return a != nullptr && b != nullptr && a->rows == b->rows && a->columns == b->columns &&
         a->type == b->type;
}

/// The last offset, which the host needs for the matrix's size.
cusparseStatus_t read_offset(const cusparseContext& context, Indices offsets, long long at,
                             int64_t& value) {
  long long wide = 0;
  int narrow = 0;
  const char* const data = static_cast<const char*>(offsets.data);
  const cudaError_t error = offsets.is_wide
                                ? cudaMemcpyAsync(&wide, data + at * sizeof wide, sizeof wide,
                                                  cudaMemcpyDeviceToHost, context.stream)
                                : cudaMemcpyAsync(&narrow, data + at * sizeof narrow, sizeof narrow,
                                                  cudaMemcpyDeviceToHost, context.stream);
  if (error != cudaSuccess || cudaStreamSynchronize(context.stream) != cudaSuccess)
    return CUSPARSE_STATUS_EXECUTION_FAILED;
  value = (offsets.is_wide ? wide : narrow) - offsets.base;
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace conversions
}  // namespace heddle_sparse

using namespace heddle_sparse;

extern "C" {

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstSpMatDescr_t, cusparseDnMatDescr_t,
                                                  cusparseSparseToDenseAlg_t, size_t* bytes) {
  HEDDLE_SPARSE_NEEDS(handle, bytes != nullptr);
  *bytes = 0;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                                       cusparseDnMatDescr_t b, cusparseSparseToDenseAlg_t, void*) {
  HEDDLE_SPARSE_NEEDS(handle, same_size(b, a));
  return by_type(a->type, [&](auto zero) {
    using T = decltype(zero);
    const cusparseStatus_t status =
        launch(*handle, fill_zeros<T>, b->rows * b->columns, dense<T>(*b), b->rows, b->columns);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    if (a->format == CUSPARSE_FORMAT_COO) {
      return launch(*handle, coordinates_to_dense<T>, a->nnz, coordinates<const T>(*a),
                    dense<T>(*b));
    }
    const auto lines = compressed<const T>(*a);
    return launch(*handle, lines_to_dense<T>, lines.lines, lines, a->format == CUSPARSE_FORMAT_CSC,
                  dense<T>(*b));
  });
}

cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstDnMatDescr_t a,
                                                  cusparseSpMatDescr_t b,
                                                  cusparseDenseToSparseAlg_t, size_t* bytes) {
  HEDDLE_SPARSE_NEEDS(handle, same_size(a, b) && bytes != nullptr);
  *bytes = (a->rows + 1) * sizeof(long long);
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle,
                                                cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b,
                                                cusparseDenseToSparseAlg_t, void* buffer) {
  HEDDLE_SPARSE_NEEDS(handle, same_size(a, b));
  return by_type(a->type, [&](auto zero) {
    using T = decltype(zero);
    const Lines<T> lines = lines_of<T>(*a, *b, buffer);
    cusparseStatus_t status = launch(*handle, count_elements<T>, lines.count, lines.matrix,
                                     lines.count, lines.length, lines.offsets);
    if (status == CUSPARSE_STATUS_SUCCESS) status = sum_up(*handle, lines.offsets, lines.count);
    if (status != CUSPARSE_STATUS_SUCCESS) return status;
    return read_offset(*handle, lines.offsets, lines.count, b->nnz);
  });
}

cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                               cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t,
                                               void* buffer) {
  HEDDLE_SPARSE_NEEDS(handle, same_size(a, b));
  return by_type(a->type, [&](auto zero) {
    using T = decltype(zero);
    const Lines<T> lines = lines_of<T>(*a, *b, buffer);
    const bool is_coo = b->format == CUSPARSE_FORMAT_COO;
    return launch(*handle, take_elements<T>, lines.count, lines.matrix, lines.count, lines.length,
                  lines.offsets,
                  is_coo ? indices(b->offsets, b->index, b->base) : Indices{nullptr, false, 0},
                  indices(b->indices, b->index, b->base), static_cast<T*>(b->values));
  });
}

}  // extern "C"
