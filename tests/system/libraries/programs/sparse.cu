// cuSPARSE against dense matrices on the host: formats, index widths and bases, operations, orders,
// and conversions.
#include <algorithm>

#include <cusparse.h>

#include "check.cuh"

using namespace check;

namespace {

cusparseHandle_t handle;

void expect_success(cusparseStatus_t status, const std::string& what) {
  expect(status == CUSPARSE_STATUS_SUCCESS, what + " succeeds");
}

template <typename T>
constexpr cudaDataType kKind = CUDA_R_32F;
template <>
constexpr cudaDataType kKind<double> = CUDA_R_64F;
template <>
constexpr cudaDataType kKind<cuComplex> = CUDA_C_32F;
template <>
constexpr cudaDataType kKind<cuDoubleComplex> = CUDA_C_64F;

/// A sparse matrix in all formats, with empty rows and one long row.
template <typename T>
struct Matrix {
  int rows, columns;
  std::vector<Big> dense;  ///< by rows
  std::vector<int> row_of, column_of, offsets;
  std::vector<T> values;

  Matrix(int m, int n, unsigned seed) : rows(m), columns(n), dense(m * n) {
    Random random(seed);
    for (int i = 0; i < m; ++i) {
      offsets.push_back(static_cast<int>(values.size()));
      for (int j = 0; j < n; ++j) {
        const bool is_there = i % 7 != 3 && (i == 5 || random.part() > 1.2);
        const T value = random.number<T>();
        if (!is_there || big(value) == 0.0) continue;
        dense[i * n + j] = big(value);
        row_of.push_back(i);
        column_of.push_back(j);
        values.push_back(value);
      }
    }
    offsets.push_back(static_cast<int>(values.size()));
  }
  int nnz() const { return static_cast<int>(values.size()); }
  Big at(int i, int j) const { return dense[i * columns + j]; }
  Big oriented(cusparseOperation_t operation, int i, int j) const {
    if (operation == CUSPARSE_OPERATION_NON_TRANSPOSE) return at(i, j);
    return operation == CUSPARSE_OPERATION_TRANSPOSE ? at(j, i) : std::conj(at(j, i));
  }
  /// The elements by columns: offsets, rows and values.
  void by_columns(std::vector<int>& places, std::vector<int>& lines,
                  std::vector<T>& numbers) const {
    for (int j = 0; j < columns; ++j) {
      places.push_back(static_cast<int>(lines.size()));
      for (int i = 0; i < rows; ++i) {
        if (at(i, j) == 0.0) continue;
        lines.push_back(i);
        numbers.push_back(small<T>(at(i, j)));
      }
    }
    places.push_back(static_cast<int>(lines.size()));
  }
};

template <typename Index>
std::vector<Index> based(const std::vector<int>& values, int base) {
  std::vector<Index> result;
  for (const int value : values) result.push_back(value + base);
  return result;
}

/// A descriptor and the arrays that it names.
template <typename T, typename Index>
struct Sparse {
  Array<Index> first, second;
  Array<T> values;
  cusparseSpMatDescr_t it = nullptr;

  static std::vector<int> first_of(const Matrix<T>& a, cusparseFormat_t format) {
    if (format == CUSPARSE_FORMAT_COO) return a.row_of;
    if (format == CUSPARSE_FORMAT_CSR) return a.offsets;
    std::vector<int> places, lines;
    std::vector<T> numbers;
    a.by_columns(places, lines, numbers);
    return places;
  }
  static std::pair<std::vector<int>, std::vector<T>> rest_of(const Matrix<T>& a,
                                                             cusparseFormat_t format) {
    if (format != CUSPARSE_FORMAT_CSC) return {a.column_of, a.values};
    std::vector<int> places, lines;
    std::vector<T> numbers;
    a.by_columns(places, lines, numbers);
    return {lines, numbers};
  }
  Sparse(const Matrix<T>& a, cusparseFormat_t format, cusparseIndexBase_t base)
      : first(based<Index>(first_of(a, format), base)),
        second(based<Index>(rest_of(a, format).first, base)),
        values(rest_of(a, format).second) {
    const cusparseIndexType_t wide = sizeof(Index) == 8 ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
    if (format == CUSPARSE_FORMAT_COO)
      expect_success(cusparseCreateCoo(&it, a.rows, a.columns, a.nnz(), first.device, second.device,
                                       values.device, wide, base, kKind<T>),
                     "CreateCoo");
    else
      expect_success((format == CUSPARSE_FORMAT_CSR ? cusparseCreateCsr : cusparseCreateCsc)(
                         &it, a.rows, a.columns, a.nnz(), first.device, second.device,
                         values.device, wide, wide, base, kKind<T>),
                     "CreateCsr, CreateCsc");
  }
  ~Sparse() { cusparseDestroySpMat(it); }
};

template <typename T, typename Index>
void check_products(cusparseFormat_t format, cusparseOperation_t operation,
                    cusparseIndexBase_t base) {
  const Matrix<T> a(60, 45, 91);
  const Sparse<T, Index> sparse(a, format, base);
  const bool plain = operation == CUSPARSE_OPERATION_NON_TRANSPOSE;
  const int m = plain ? a.rows : a.columns, k = plain ? a.columns : a.rows;
  const T alpha = small<T>(kIsComplex<T> ? Big(0.5, 1) : Big(0.5)), beta = small<T>(-2),
          zero = small<T>(0);
  const std::string what =
      "format " + std::to_string(format) + ", operation " + std::to_string(operation);
  const double tolerance = 1000 * kTolerance<T>;
  {
    const Array<T> x(random_values<T>(k, 92));
    Array<T> y(std::vector<T>(m, small<T>(kNone)));
    std::vector<Big> wanted(m);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < k; ++j)
        wanted[i] += big(alpha) * a.oriented(operation, i, j) * big(x.host[j]);
    cusparseDnVecDescr_t in, out;
    cusparseCreateDnVec(&in, k, x.device, kKind<T>);
    cusparseCreateDnVec(&out, m, y.device, kKind<T>);
    size_t bytes;
    expect_success(cusparseSpMV_bufferSize(handle, operation, &alpha, sparse.it, in, &zero, out,
                                           kKind<T>, CUSPARSE_SPMV_ALG_DEFAULT, &bytes),
                   "SpMV_bufferSize");
    for (const T* factor : {&zero, &beta}) {
      expect_success(cusparseSpMV(handle, operation, &alpha, sparse.it, in, factor, out, kKind<T>,
                                  CUSPARSE_SPMV_ALG_DEFAULT, nullptr),
                     "SpMV");
      if (factor == &beta)
        for (Big& value : wanted) value -= 2.0 * value;
      expect_near(y.download(), wanted, "SpMV of " + what, tolerance);
    }
    cusparseDestroyDnVec(in);
    cusparseDestroyDnVec(out);
  }
  const int n = 9;
  for (const cusparseOrder_t order : {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW}) {
    for (const bool turned : {false, true}) {
      const int rows = turned ? n : k, columns = turned ? k : n;
      const bool by_columns = order == CUSPARSE_ORDER_COL;
      const int pitch_b = (by_columns ? rows : columns) + 2, pitch_c = (by_columns ? m : n) + 1;
      const Array<T> b(random_matrix<T>(pitch_b - 2, by_columns ? columns : rows, pitch_b, 93));
      Array<T> c(random_matrix<T>(pitch_c - 1, by_columns ? n : m, pitch_c, 94));
      std::vector<Big> wanted = bigs(c.host);
      const auto place = [=](int i, int j, int pitch) {
        return by_columns ? i + j * pitch : i * pitch + j;
      };
      for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
          Big sum = 0;
          for (int l = 0; l < k; ++l)
            sum += a.oriented(operation, i, l) *
                   big(b.host[turned ? place(j, l, pitch_b) : place(l, j, pitch_b)]);
          Big& target = wanted[place(i, j, pitch_c)];
          target = big(alpha) * sum - 2.0 * target;
        }
      cusparseDnMatDescr_t in, out;
      cusparseCreateDnMat(&in, rows, columns, pitch_b, b.device, kKind<T>, order);
      cusparseCreateDnMat(&out, m, n, pitch_c, c.device, kKind<T>, order);
      expect_success(
          cusparseSpMM(handle, operation,
                       turned ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE,
                       &alpha, sparse.it, in, &beta, out, kKind<T>, CUSPARSE_SPMM_ALG_DEFAULT,
                       nullptr),
          "SpMM");
      expect_near(c.download(), wanted, "SpMM of " + what, tolerance);
      cusparseDestroyDnMat(in);
      cusparseDestroyDnMat(out);
    }
  }
}

template <typename T>
void check_vectors() {
  const int n = 200;
  std::vector<int> places;
  for (int i = 1; i < n; i += 3) places.push_back(i);
  const int nnz = static_cast<int>(places.size());
  const Array<int> at(places);
  Array<T> x(random_values<T>(nnz, 95)), y(random_values<T>(n, 96));
  const std::vector<Big> a = bigs(x.host), b = bigs(y.host);
  cusparseSpVecDescr_t sparse;
  cusparseDnVecDescr_t dense;
  cusparseCreateSpVec(&sparse, n, nnz, at.device, x.device, CUSPARSE_INDEX_32I,
                      CUSPARSE_INDEX_BASE_ZERO, kKind<T>);
  cusparseCreateDnVec(&dense, n, y.device, kKind<T>);
  Big dot = 0;
  std::vector<Big> sums;
  for (const Big& value : b) sums.push_back(-2.0 * value);
  for (int i = 0; i < nnz; ++i) {
    dot += std::conj(a[i]) * b[places[i]];
    sums[places[i]] += 0.5 * a[i];
  }
  T result;
  size_t bytes;
  cusparseSpVV_bufferSize(handle, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, sparse, dense, &result,
                          kKind<T>, &bytes);
  const Array<char> buffer(std::vector<char>(bytes, 0));
  expect_success(cusparseSpVV(handle, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, sparse, dense,
                              &result, kKind<T>, buffer.device),
                 "SpVV");
  expect_near(std::vector<T>{result}, {dot}, "SpVV", 100 * kTolerance<T>);
  const T alpha = small<T>(0.5), beta = small<T>(-2);
  expect_success(cusparseAxpby(handle, &alpha, sparse, &beta, dense), "Axpby");
  expect_near(y.download(), sums, "Axpby");
  expect_success(cusparseGather(handle, dense, sparse), "Gather");
  std::vector<Big> taken;
  for (const int place : places) taken.push_back(sums[place]);
  expect_near(x.download(), taken, "Gather");
  const T c = small<T>(0.6), s = small<T>(0.8);
  expect_success(cusparseRot(handle, &c, &s, sparse, dense), "Rot");
  for (Big& value : taken) value *= 0.6 + 0.8;
  expect_near(x.download(), taken, "Rot");
  expect_success(cusparseScatter(handle, sparse, dense), "Scatter");
  for (int i = 0; i < nnz; ++i) sums[places[i]] = taken[i];
  expect_near(y.download(), sums, "Scatter");
  cusparseDestroySpVec(sparse);
  cusparseDestroyDnVec(dense);
}

/// To dense, and back.
template <typename T, typename Index>
void check_dense(cusparseFormat_t format, cusparseIndexBase_t base, cusparseOrder_t order) {
  const Matrix<T> a(31, 52, 97);
  const Sparse<T, Index> sparse(a, format, base);
  const bool by_columns = order == CUSPARSE_ORDER_COL;
  const int pitch = by_columns ? a.rows : a.columns;
  Array<T> values(std::vector<T>(a.rows * a.columns, small<T>(kNone)));
  cusparseDnMatDescr_t dense;
  cusparseCreateDnMat(&dense, a.rows, a.columns, pitch, values.device, kKind<T>, order);
  expect_success(
      cusparseSparseToDense(handle, sparse.it, dense, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr),
      "SparseToDense");
  std::vector<Big> wanted(a.rows * a.columns);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.columns; ++j)
      wanted[by_columns ? i + j * pitch : i * pitch + j] = a.at(i, j);
  expect_near(values.download(), wanted, "SparseToDense");
  Sparse<T, Index> again(a, format, base);
  for (Index& index : again.first.host) index = -1;
  for (Index& index : again.second.host) index = -1;
  again.first.upload();
  again.second.upload();
  size_t bytes;
  expect_success(cusparseDenseToSparse_bufferSize(handle, dense, again.it,
                                                  CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &bytes),
                 "DenseToSparse_bufferSize");
  const Array<char> buffer(std::vector<char>(bytes, 0));
  expect_success(cusparseDenseToSparse_analysis(handle, dense, again.it,
                                                CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer.device),
                 "DenseToSparse_analysis");
  int64_t rows, columns, nnz;
  cusparseSpMatGetSize(again.it, &rows, &columns, &nnz);
  expect(nnz == a.nnz(), "DenseToSparse counts the elements");
  expect_success(cusparseDenseToSparse_convert(handle, dense, again.it,
                                               CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer.device),
                 "DenseToSparse_convert");
  expect(again.first.download() == sparse.first.host, "DenseToSparse: offsets or rows");
  expect(again.second.download() == sparse.second.host, "DenseToSparse: indices");
  expect_near(again.values.download(), bigs(sparse.values.host), "DenseToSparse: values");
  cusparseDestroyDnMat(dense);
}

void check_formats(cusparseIndexBase_t base) {
  const Matrix<double> a(70, 40, 98);
  std::vector<int> places, lines;
  std::vector<double> numbers;
  a.by_columns(places, lines, numbers);
  Array<int> offsets(based<int>(a.offsets, base)), columns(based<int>(a.column_of, base)),
      csc_offsets(std::vector<int>(a.columns + 1, -1)), csc_rows(std::vector<int>(a.nnz(), -1)),
      rows(std::vector<int>(a.nnz(), -1));
  Array<double> values(a.values), csc_values(std::vector<double>(a.nnz(), -1));
  size_t bytes;
  cusparseCsr2cscEx2_bufferSize(handle, a.rows, a.columns, a.nnz(), values.device, offsets.device,
                                columns.device, csc_values.device, csc_offsets.device,
                                csc_rows.device, CUDA_R_64F, CUSPARSE_ACTION_NUMERIC, base,
                                CUSPARSE_CSR2CSC_ALG1, &bytes);
  const Array<char> buffer(std::vector<char>(bytes, 0));
  expect_success(
      cusparseCsr2cscEx2(handle, a.rows, a.columns, a.nnz(), values.device, offsets.device,
                         columns.device, csc_values.device, csc_offsets.device, csc_rows.device,
                         CUDA_R_64F, CUSPARSE_ACTION_NUMERIC, base, CUSPARSE_CSR2CSC_ALG1,
                         buffer.device),
      "Csr2cscEx2");
  expect(csc_offsets.download() == based<int>(places, base), "Csr2cscEx2: offsets");
  expect(csc_rows.download() == based<int>(lines, base), "Csr2cscEx2: rows");
  expect(csc_values.download() == numbers, "Csr2cscEx2: values");
  expect_success(cusparseXcsr2coo(handle, offsets.device, a.nnz(), a.rows, rows.device, base),
                 "Xcsr2coo");
  expect(rows.download() == based<int>(a.row_of, base), "Xcsr2coo");
  for (int& offset : offsets.host) offset = -1;
  offsets.upload();
  expect_success(cusparseXcoo2csr(handle, rows.device, a.nnz(), a.rows, offsets.device, base),
                 "Xcoo2csr");
  expect(offsets.download() == based<int>(a.offsets, base), "Xcoo2csr");
}

void check_sort() {
  const Matrix<float> a(50, 33, 99);
  std::vector<int> order(a.nnz());
  for (int i = 0; i < a.nnz(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [](int i, int j) { return i * 7919u % 10007 < j * 7919u % 10007; });
  std::vector<int> mixed_rows, mixed_columns;
  for (const int i : order) {
    mixed_rows.push_back(a.row_of[i]);
    mixed_columns.push_back(a.column_of[i]);
  }
  for (const bool by_rows : {true, false}) {
    Array<int> rows(mixed_rows), columns(mixed_columns), permutation(std::vector<int>(a.nnz(), -1));
    expect_success(cusparseCreateIdentityPermutation(handle, a.nnz(), permutation.device),
                   "the identity");
    expect_success((by_rows ? cusparseXcoosortByRow : cusparseXcoosortByColumn)(
                       handle, a.rows, a.columns, a.nnz(), rows.device, columns.device,
                       permutation.device, nullptr),
                   "Xcoosort");
    rows.download();
    columns.download();
    permutation.download();
    for (int i = 0; i < a.nnz(); ++i) {
      expect(rows.host[i] == mixed_rows[permutation.host[i]] &&
                 columns.host[i] == mixed_columns[permutation.host[i]],
             "Xcoosort: the permutation");
      if (i == 0) continue;
      const auto key = [&](int at) {
        return by_rows ? std::pair(rows.host[at], columns.host[at])
                       : std::pair(columns.host[at], rows.host[at]);
      };
      expect(key(i - 1) < key(i), "Xcoosort: the order");
    }
  }
}

}  // namespace

int main() {
  expect_success(cusparseCreate(&handle), "cusparseCreate");
  const auto formats = {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO};
  for (const cusparseFormat_t format : formats) {
    for (const cusparseOperation_t operation :
         {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE,
          CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE}) {
      check_products<float, int>(format, operation, CUSPARSE_INDEX_BASE_ZERO);
      check_products<double, long long>(format, operation, CUSPARSE_INDEX_BASE_ONE);
      check_products<cuComplex, long long>(format, operation, CUSPARSE_INDEX_BASE_ZERO);
      check_products<cuDoubleComplex, int>(format, operation, CUSPARSE_INDEX_BASE_ONE);
    }
    check_dense<float, int>(format, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_ORDER_COL);
    check_dense<cuDoubleComplex, long long>(format, CUSPARSE_INDEX_BASE_ONE, CUSPARSE_ORDER_ROW);
  }
  check_vectors<float>();
  check_vectors<double>();
  check_vectors<cuComplex>();
  check_vectors<cuDoubleComplex>();
  check_formats(CUSPARSE_INDEX_BASE_ZERO);
  check_formats(CUSPARSE_INDEX_BASE_ONE);
  check_sort();
  cusparseDestroy(handle);
  return finish("sparse");
}
