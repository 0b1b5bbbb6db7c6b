// Elements of matrices as BLAS stores them: full, in bands or packed; of symmetric, Hermitian and
// triangular matrices only one triangle is there.
#pragma once

#include "cublas/context.cuh"

namespace heddle_blas {

enum class Storage { kFull, kBand, kPacked };
enum class Form { kGeneral, kSymmetric, kHermitian, kTriangular };

/// op(A) of a matrix A. Band matrices have `below` diagonals below the main one and `above` above
/// it.
template <typename T, Storage kStorage>
struct View {
  const T* a;
  long long pitch;
  int rows, columns;  ///< of op(A)
  int below, above;   ///< of A
  Form form;
  bool is_upper;  ///< the triangle that is stored
  bool is_unit;   ///< the diagonal counts as 1 and is not read
  bool transposes, conjugates;

  /// An element of A that is stored.
  __device__ T stored(int i, int j) const {
    if constexpr (kStorage == Storage::kFull) return a[i + j * pitch];
    if constexpr (kStorage == Storage::kBand) return a[above + i - j + j * pitch];
    const long long column = j, order = rows;
    return is_upper ? a[i + column * (column + 1) / 2]
                    : a[i + column * (2 * order - column - 1) / 2];
  }

  /// The element (i, j) of op(A), for j within the row's range.
  __device__ T element(int i, int j) const {
    if (transposes) {
      const int kept = i;
      i = j;
      j = kept;
    }
    if (form == Form::kGeneral) return conjugate_if(conjugates, stored(i, j));
    if (form == Form::kTriangular)
      return is_unit && i == j ? T(1) : conjugate_if(conjugates, stored(i, j));
    const bool is_there = is_upper ? i <= j : i >= j;
    T value = is_there ? stored(i, j) : stored(j, i);
    if constexpr (kIsComplex<T>) {
      if (form == Form::kHermitian) {
        if (i == j) value.y = 0;
        if (!is_there) value.y = -value.y;
      }
    }
    return value;
  }

  /// The columns of op(A) in which row i has elements: from `first_column` to before `end_column`.
  __device__ int first_column(int i) const {
    int first = 0;
    if (form == Form::kTriangular && is_upper != transposes) first = i;
    if constexpr (kStorage == Storage::kBand) {
      const int reach = form == Form::kSymmetric || form == Form::kHermitian ? max(below, above)
                        : transposes                                         ? above
                                                                             : below;
      first = max(first, i - reach);
    }
    return first;
  }
  __device__ int end_column(int i) const {
    int end = columns;
    if (form == Form::kTriangular && is_upper == transposes) end = i + 1;
    if constexpr (kStorage == Storage::kBand) {
      const int reach = form == Form::kSymmetric || form == Form::kHermitian ? max(below, above)
                        : transposes                                         ? below
                                                                             : above;
      end = min(end, i + reach + 1);
    }
    return end;
  }
};

/// A view of a general matrix of m rows and n columns.
template <typename T, Storage kStorage>
View<T, kStorage> general(cublasOperation_t trans, int m, int n, const T* a, int lda, int below,
                          int above) {
  const bool transposes = trans != CUBLAS_OP_N;
  return {a,     lda,   transposes ? n : m, transposes ? m : n,  below, above, Form::kGeneral,
          false, false, transposes,         trans == CUBLAS_OP_C};
}

/// A view of a square matrix of which one triangle is stored; a band matrix has k diagonals beside
/// the main one.
template <typename T, Storage kStorage>
View<T, kStorage> triangle(Form form, cublasFillMode_t fill, cublasOperation_t trans, bool is_unit,
                           int n, const T* a, int lda, int k) {
  const bool is_upper = fill == CUBLAS_FILL_MODE_UPPER;
  return {a,
          lda,
          n,
          n,
          is_upper ? 0 : k,
          is_upper ? k : 0,
          form,
          is_upper,
          is_unit,
          trans != CUBLAS_OP_N,
          trans == CUBLAS_OP_C};
}

}  // namespace heddle_blas
