// SpMV and SpMM. Products along the lines of a matrix have a part of a warp for each line, or a
// thread for each element of the result; products across the lines, and those of COO matrices, add
// to the result by atomic operations.
#include "cusparse/common.cuh"

namespace heddle_sparse {
inline namespace products {

/// y = alpha A x + beta y; `width` threads, a power of two up to 32, add a line.
template <typename T>
__global__ void spmv_lines(Compressed<const T> a, int width, Scalar<T> alpha, const T* x,
                           Scalar<T> beta, T* y, bool conjugates) {
  const long long line = thread_number() / width;
  const int lane = threadIdx.x % width;
  T sum = T(0);
  if (line < a.lines) {
    const long long end = a.offsets[line + 1];
    for (long long i = a.offsets[line] + lane; i < end; i += width)
      sum = multiply_add(conjugate_if(conjugates, a.values[i]), x[a.within[i]], sum);
  }
  for (int distance = width / 2; distance != 0; distance /= 2) {
    if constexpr (kIsComplex<T>) {
      sum = sum + T(__shfl_down_sync(0xffffffffu, sum.x, distance, width),
                    __shfl_down_sync(0xffffffffu, sum.y, distance, width));
    } else {
      sum = sum + __shfl_down_sync(0xffffffffu, sum, distance, width);
    }
  }
  if (lane != 0 || line >= a.lines) return;
  const T kept = beta.get();
  sum = alpha.get() * sum;
  y[line] = kept == T(0) ? sum : multiply_add(kept, y[line], sum);
}

/// Multiplies the result by beta, before products are added to it.
template <typename T>
__global__ void scale_result(Dense<T> c, long long rows, long long columns, Scalar<T> beta) {
  const long long at = thread_number();
  if (at >= rows * columns) return;
  T& place = c.at(at % rows, at / rows);
  const T kept = beta.get();
  place = kept == T(0) ? T(0) : kept * place;
}

template <typename T>
__global__ void spmv_across(Compressed<const T> a, Scalar<T> alpha, const T* x, T* y,
                            bool conjugates) {
  const long long line = thread_number();
  if (line >= a.lines) return;
  const T factor = alpha.get() * x[line];
  const long long end = a.offsets[line + 1];
  for (long long i = a.offsets[line]; i < end; ++i)
    add_atomically(y + a.within[i], conjugate_if(conjugates, a.values[i]) * factor);
}

template <typename T>
__global__ void spmv_coordinates(Coordinates<const T> a, Scalar<T> alpha, const T* x, T* y,
                                 bool conjugates) {
  const long long i = thread_number();
  if (i >= a.nnz) return;
  add_atomically(y + a.rows[i],
                 alpha.get() * (conjugate_if(conjugates, a.values[i]) * x[a.columns[i]]));
}

/// C = alpha A B + beta C: a thread for each element of C.
template <typename T>
__global__ void spmm_lines(Compressed<const T> a, long long columns, bool columns_first,
                           Scalar<T> alpha, Dense<const T> b, Scalar<T> beta, Dense<T> c,
                           bool conjugates, bool conjugates_b) {
  const long long at = thread_number();
  if (at >= a.lines * columns) return;
  const long long line = columns_first ? at / columns : at % a.lines;
  const long long column = columns_first ? at % columns : at / a.lines;
  T sum = T(0);
  const long long end = a.offsets[line + 1];
  for (long long i = a.offsets[line]; i < end; ++i) {
    sum = multiply_add(conjugate_if(conjugates, a.values[i]),
                       conjugate_if(conjugates_b, b.at(a.within[i], column)), sum);
  }
  const T kept = beta.get();
  sum = alpha.get() * sum;
  T& place = c.at(line, column);
  place = kept == T(0) ? sum : multiply_add(kept, place, sum);
}

template <typename T>
__global__ void spmm_across(Compressed<const T> a, long long columns, Scalar<T> alpha,
                            Dense<const T> b, Dense<T> c, bool conjugates, bool conjugates_b) {
  const long long at = thread_number();
  if (at >= a.lines * columns) return;
  const long long line = at / columns, column = at % columns;
  const T factor = alpha.get() * conjugate_if(conjugates_b, b.at(line, column));
  const long long end = a.offsets[line + 1];
  for (long long i = a.offsets[line]; i < end; ++i) {
    add_atomically(&c.at(a.within[i], column), conjugate_if(conjugates, a.values[i]) * factor);
  }
}

template <typename T>
__global__ void spmm_coordinates(Coordinates<const T> a, long long columns, Scalar<T> alpha,
                                 Dense<const T> b, Dense<T> c, bool conjugates, bool conjugates_b) {
  const long long at = thread_number();
  if (at >= a.nnz * columns) return;
  const long long i = at / columns, column = at % columns;
  const T factor = conjugate_if(conjugates_b, b.at(a.columns[i], column));
  add_atomically(&c.at(a.rows[i], column),
                 alpha.get() * (conjugate_if(conjugates, a.values[i]) * factor));
}

/// The least power of two that is at least the average length of a line, up to 32.
int width_for(long long nnz, long long lines) {
  int width = 1;
  while (width < 32 && width * lines < nnz) width *= 2;
  return width;
}

/// Whether the product goes along the lines of a CSR or CSC matrix.
bool is_along(cusparseFormat_t format, cusparseOperation_t operation) {
  return (format == CUSPARSE_FORMAT_CSR) == (operation == CUSPARSE_OPERATION_NON_TRANSPOSE);
}

template <typename T>
Coordinates<const T> turned_coordinates(const cusparseSpMatDescr& a,
                                        cusparseOperation_t operation) {
  Coordinates<const T> result = coordinates<const T>(a);
  if (operation != CUSPARSE_OPERATION_NON_TRANSPOSE) {
    const Indices kept = result.rows;
    result.rows = result.columns;
    result.columns = kept;
  }
  return result;
}

template <typename T>
cusparseStatus_t spmv(const cusparseContext& context, cusparseOperation_t operation,
                      Scalar<T> alpha, const cusparseSpMatDescr& a, const T* x, Scalar<T> beta,
                      T* y, long long size) {
  const bool conjugates = operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  const bool is_coo = a.format == CUSPARSE_FORMAT_COO;
  if (!is_coo && is_along(a.format, operation)) {
    const auto lines = compressed<const T>(a);
    const int width = width_for(a.nnz, lines.lines);
    return launch(context, spmv_lines<T>, lines.lines * width, lines, width, alpha, x, beta, y,
                  conjugates);
  }
  const Dense<T> result = {y, 1, size};
  const cusparseStatus_t status = launch(context, scale_result<T>, size, result, size, 1, beta);
  if (status != CUSPARSE_STATUS_SUCCESS) return status;
  if (is_coo) {
    return launch(context, spmv_coordinates<T>, a.nnz, turned_coordinates<T>(a, operation), alpha,
                  x, y, conjugates);
  }
  const auto lines = compressed<const T>(a);
  return launch(context, spmv_across<T>, lines.lines, lines, alpha, x, y, conjugates);
}

/// What SpMM multiplies, besides the sparse matrix.
template <typename T>
struct DenseOperands {
  Dense<const T> b;
  Dense<T> c;
  long long rows, columns;  ///< of C
  bool c_by_rows, conjugates_b;
};

template <typename T>
cusparseStatus_t spmm(const cusparseContext& context, cusparseOperation_t operation,
                      Scalar<T> alpha, const cusparseSpMatDescr& a, Scalar<T> beta,
                      const DenseOperands<T>& of) {
  const bool conjugates = operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  const bool is_coo = a.format == CUSPARSE_FORMAT_COO;
  if (!is_coo && is_along(a.format, operation)) {
    return launch(context, spmm_lines<T>, of.rows * of.columns, compressed<const T>(a), of.columns,
                  of.c_by_rows, alpha, of.b, beta, of.c, conjugates, of.conjugates_b);
  }
  const cusparseStatus_t status =
      launch(context, scale_result<T>, of.rows * of.columns, of.c, of.rows, of.columns, beta);
  if (status != CUSPARSE_STATUS_SUCCESS) return status;
  if (is_coo) {
    return launch(context, spmm_coordinates<T>, a.nnz * of.columns,
                  turned_coordinates<T>(a, operation), of.columns, alpha, of.b, of.c, conjugates,
                  of.conjugates_b);
  }
  const auto lines = compressed<const T>(a);
  return launch(context, spmm_across<T>, lines.lines * of.columns, lines, of.columns, alpha, of.b,
                of.c, conjugates, of.conjugates_b);
}

cusparseStatus_t no_buffer(cusparseHandle_t handle, size_t* bytes) {
  HEDDLE_SPARSE_NEEDS(handle, bytes != nullptr);
  *bytes = 0;
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace products
}  // namespace heddle_sparse

using namespace heddle_sparse;

extern "C" {

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                         const void*, cusparseDnVecDescr_t, cudaDataType,
                                         cusparseSpMVAlg_t, size_t* bytes) {
  return no_buffer(handle, bytes);
}
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                         const void*, cusparseDnVecDescr_t, cudaDataType,
                                         cusparseSpMVAlg_t, void*) {
  HEDDLE_SPARSE_NEEDS(handle, true);
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t operation,
                              const void* alpha, cusparseConstSpMatDescr_t a,
                              cusparseConstDnVecDescr_t x, const void* beta, cusparseDnVecDescr_t y,
                              cudaDataType compute, cusparseSpMVAlg_t, void*) {
  HEDDLE_SPARSE_NEEDS(
      handle, alpha != nullptr && beta != nullptr && a != nullptr && x != nullptr && y != nullptr);
  const bool is_plain = operation == CUSPARSE_OPERATION_NON_TRANSPOSE;
  if (x->size != (is_plain ? a->columns : a->rows) || y->size != (is_plain ? a->rows : a->columns))
    return CUSPARSE_STATUS_INVALID_VALUE;
  if (a->type != compute || x->type != compute || y->type != compute)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  return by_type(compute, [&](auto zero) {
    using T = decltype(zero);
    return spmv<T>(*handle, operation, scalar<T>(*handle, alpha), *a,
                   static_cast<const T*>(x->values), scalar<T>(*handle, beta),
                   static_cast<T*>(y->values), y->size);
  });
}

cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t,
                                         const void*, cusparseDnMatDescr_t, cudaDataType,
                                         cusparseSpMMAlg_t, size_t* bytes) {
  return no_buffer(handle, bytes);
}
cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t,
                                         cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t,
                                         const void*, cusparseDnMatDescr_t, cudaDataType,
                                         cusparseSpMMAlg_t, void*) {
  HEDDLE_SPARSE_NEEDS(handle, true);
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t operation_a,
                              cusparseOperation_t operation_b, const void* alpha,
                              cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                              const void* beta, cusparseDnMatDescr_t c, cudaDataType compute,
                              cusparseSpMMAlg_t, void*) {
  HEDDLE_SPARSE_NEEDS(
      handle, alpha != nullptr && beta != nullptr && a != nullptr && b != nullptr && c != nullptr);
  const bool is_plain = operation_a == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const bool turns_b = operation_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
  if ((is_plain ? a->rows : a->columns) != c->rows ||
      (is_plain ? a->columns : a->rows) != (turns_b ? b->columns : b->rows) ||
      (turns_b ? b->rows : b->columns) != c->columns) {
    return CUSPARSE_STATUS_INVALID_VALUE;
  }
  if (a->type != compute || b->type != compute || c->type != compute)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  return by_type(compute, [&](auto zero) {
    using T = decltype(zero);
    Dense<const T> factor = dense<const T>(*b);
    if (turns_b) factor = {factor.values, factor.step_column, factor.step_row};
    const DenseOperands<T> of = {factor,
                                 dense<T>(*c),
                                 c->rows,
                                 c->columns,
                                 c->order == CUSPARSE_ORDER_ROW,
                                 operation_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};
    return spmm<T>(*handle, operation_a, scalar<T>(*handle, alpha), *a, scalar<T>(*handle, beta),
                   of);
  });
}

}  // extern "C"
