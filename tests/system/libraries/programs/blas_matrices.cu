// cuBLAS, level 3, against triple loops of the host: sizes of no, a part of and several tiles, all
// operations, leading dimensions larger than the matrices, and factors of 0, which leave their
// operands unread.
#include <cublas_v2.h>

#include "check.cuh"

using namespace check;

namespace {

cublasHandle_t handle;

template <typename T>
struct Api;
#define API(T, R, L, SY, HE)                                       \
  template <>                                                      \
  struct Api<T> {                                                  \
    using Real = R;                                                \
    static constexpr auto gemm = cublas##L##gemm;                  \
    static constexpr auto batched = cublas##L##gemmBatched;        \
    static constexpr auto strided = cublas##L##gemmStridedBatched; \
    static constexpr auto symm = cublas##SY##mm;                   \
    static constexpr auto hemm = cublas##HE##mm;                   \
    static constexpr auto syrk = cublas##SY##rk;                   \
    static constexpr auto herk = cublas##HE##rk;                   \
    static constexpr auto syr2k = cublas##SY##r2k;                 \
    static constexpr auto her2k = cublas##HE##r2k;                 \
    static constexpr auto syrkx = cublas##SY##rkx;                 \
    static constexpr auto trmm = cublas##L##trmm;                  \
    static constexpr auto trsm = cublas##L##trsm;                  \
    static constexpr auto trsm_batched = cublas##L##trsmBatched;   \
  };
API(float, float, S, Ssy, Ssy)
API(double, double, D, Dsy, Dsy)
API(cuComplex, float, C, Csy, Che)
API(cuDoubleComplex, double, Z, Zsy, Zhe)

void expect_success(cublasStatus_t status, const std::string& what) {
  expect(status == CUBLAS_STATUS_SUCCESS, what + " succeeds");
}

/// A matrix on the host and the device, with a pitch larger than its columns.
template <typename T>
struct Matrix {
  int rows, columns, pitch;
  Array<T> array;
  Matrix(int m, int n, unsigned seed)
      : rows(m), columns(n), pitch(m + 3), array(random_matrix<T>(m, n, m + 3, seed)) {}
  T* device() const { return array.device; }
  Big at(int i, int j) const { return big(array.host[i + j * pitch]); }
  Big oriented(cublasOperation_t trans, int i, int j) const {
    return trans == CUBLAS_OP_N ? at(i, j) : trans == CUBLAS_OP_T ? at(j, i) : std::conj(at(j, i));
  }
  void fill(bool upper_too, bool lower_too, Big value) {
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < rows; ++i)
        if ((i < j && upper_too) || (i > j && lower_too))
          array.host[i + j * pitch] = small<T>(value);
    array.upload();
  }
  void fill_diagonal(Big value) {
    for (int i = 0; i < rows; ++i) array.host[i + i * pitch] = small<T>(value);
    array.upload();
  }
};

/// C = sum over l of left(i, l) right(l, j), times alpha, plus beta C, where `wanted`; the rest
/// stays.
template <typename T, typename Left, typename Right, typename Wanted>
std::vector<Big> combined(const Matrix<T>& c, int depth, Big alpha, Big beta, Left left,
                          Right right, Wanted wanted) {
  std::vector<Big> result = bigs(c.array.host);
  for (int j = 0; j < c.columns; ++j) {
    for (int i = 0; i < c.rows; ++i) {
      if (!wanted(i, j)) continue;
      Big sum = 0;
      if (alpha != 0.0)
        for (int l = 0; l < depth; ++l) sum += left(i, l) * right(l, j);
      result[i + j * c.pitch] = alpha * sum + (beta == 0.0 ? 0 : beta * c.at(i, j));
    }
  }
  return result;
}
const auto everywhere = [](int, int) { return true; };

template <typename T>
void check_gemm(cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, Big alpha,
                Big beta, bool factors_on_device = false) {
  Matrix<T> a(transa == CUBLAS_OP_N ? m : k, transa == CUBLAS_OP_N ? k : m, 31);
  Matrix<T> b(transb == CUBLAS_OP_N ? k : n, transb == CUBLAS_OP_N ? n : k, 32);
  Matrix<T> c(m, n, 33);
  if (beta == 0.0) c.fill(true, true, kNone);
  if (alpha == 0.0) a.fill(true, true, kNone);
  const auto wanted = combined(
      c, k, alpha, beta, [&](int i, int l) { return a.oriented(transa, i, l); },
      [&](int l, int j) { return b.oriented(transb, l, j); }, everywhere);
  Array<T> factors(std::vector<T>{small<T>(alpha), small<T>(beta)});
  const T* const where = factors_on_device ? factors.device : factors.host.data();
  cublasSetPointerMode(handle,
                       factors_on_device ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST);
  expect_success(Api<T>::gemm(handle, transa, transb, m, n, k, where, a.device(), a.pitch,
                              b.device(), b.pitch, where + 1, c.device(), c.pitch),
                 "gemm");
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  expect_near(c.array.download(), wanted,
              "gemm " + std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k) +
                  " " + std::to_string(transa) + std::to_string(transb),
              1000 * kTolerance<T>);
}

template <typename T>
void check_batched(int m, int n, int k, int count) {
  const std::size_t of_a = (m + 1) * k, of_b = (k + 2) * n, of_c = m * n + 5;
  Array<T> a(random_values<T>(of_a * count, 34)), b(random_values<T>(of_b * count, 35)),
      c(random_values<T>(of_c * count, 36)), d(c.host);
  std::vector<Big> wanted = bigs(c.host);
  for (int z = 0; z < count; ++z)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) {
        Big sum = 0;
        for (int l = 0; l < k; ++l)
          sum += big(a.host[z * of_a + i + l * (m + 1)]) * big(b.host[z * of_b + l + j * (k + 2)]);
        Big& target = wanted[z * of_c + i + j * m];
        target = 2.0 * sum - target;
      }
  const T alpha = small<T>(2), beta = small<T>(-1);
  expect_success(Api<T>::strided(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, a.device, m + 1,
                                 of_a, b.device, k + 2, of_b, &beta, c.device, m, of_c, count),
                 "gemmStridedBatched");
  expect_near(c.download(), wanted, "gemmStridedBatched", 1000 * kTolerance<T>);
  std::vector<const T*> list_a, list_b;
  std::vector<T*> list_d;
  for (int z = 0; z < count; ++z) {
    list_a.push_back(a.device + z * of_a);
    list_b.push_back(b.device + z * of_b);
    list_d.push_back(d.device + z * of_c);
  }
  const Array<const T*> pointers_a(list_a), pointers_b(list_b);
  const Array<T*> pointers_d(list_d);
  expect_success(
      Api<T>::batched(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, pointers_a.device, m + 1,
                      pointers_b.device, k + 2, &beta, pointers_d.device, m, count),
      "gemmBatched");
  expect_near(d.download(), wanted, "gemmBatched", 1000 * kTolerance<T>);
}

template <typename T>
void check_symm(cublasSideMode_t side, bool upper, bool hermitian) {
  const int m = 37, n = 21, order = side == CUBLAS_SIDE_LEFT ? m : n;
  const cublasFillMode_t fill = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
  Matrix<T> a(order, order, 37), b(m, n, 38), c(m, n, 39);
  a.fill(!upper, upper, kNone);
  const auto whole = [&](int i, int j) {
    if (i == j) return hermitian ? Big(a.at(i, i).real()) : a.at(i, i);
    if (upper == (i < j)) return a.at(i, j);
    return hermitian ? std::conj(a.at(j, i)) : a.at(j, i);
  };
  const auto plain = [&](int i, int j) { return b.at(i, j); };
  const T alpha = small<T>(0.5), beta = small<T>(2);
  const auto wanted = side == CUBLAS_SIDE_LEFT
                          ? combined(c, order, 0.5, 2, whole, plain, everywhere)
                          : combined(c, order, 0.5, 2, plain, whole, everywhere);
  expect_success((hermitian ? Api<T>::hemm : Api<T>::symm)(handle, side, fill, m, n, &alpha,
                                                           a.device(), a.pitch, b.device(), b.pitch,
                                                           &beta, c.device(), c.pitch),
                 "symm");
  expect_near(c.array.download(), wanted, hermitian ? "hemm" : "symm", 1000 * kTolerance<T>);
}

template <typename T>
void check_rank(bool upper, bool plain, bool hermitian) {
  using R = typename Api<T>::Real;
  const int n = 45, k = 19;
  const cublasFillMode_t fill = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
  const cublasOperation_t other = hermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
  const cublasOperation_t left = plain ? CUBLAS_OP_N : other, right = plain ? other : CUBLAS_OP_N;
  Matrix<T> a(plain ? n : k, plain ? k : n, 40), b(plain ? n : k, plain ? k : n, 41);
  Matrix<T> c(n, n, 42), d(n, n, 42), e(n, n, 42);
  const auto inside = [=](int i, int j) { return upper ? i <= j : i >= j; };
  const auto product = [&](const Matrix<T>& x, const Matrix<T>& y, Big alpha, Big beta) {
    auto result = combined(
        c, k, alpha, beta, [&](int i, int l) { return x.oriented(left, i, l); },
        [&](int l, int j) { return y.oriented(right, l, j); }, inside);
    if (hermitian)
      for (int i = 0; i < n; ++i) result[i + i * c.pitch] = result[i + i * c.pitch].real();
    return result;
  };
  const R real_alpha = R(0.5), real_beta = R(-2);
  const T alpha = small<T>(kIsComplex<T> ? Big(0.5, 1) : Big(0.5)), beta = small<T>(-2);
  const T half = small<T>(0.5);
  const auto once = product(a, a, 0.5, -2);
  const auto twice_1 = product(a, b, big(alpha), -2);
  const auto twice_2 = product(b, a, hermitian ? std::conj(big(alpha)) : big(alpha), 0);
  std::vector<Big> twice = twice_1;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      if (inside(i, j)) twice[i + j * c.pitch] += twice_2[i + j * c.pitch];
  if (hermitian) {
    expect_success(Api<T>::herk(handle, fill, left, n, k, &real_alpha, a.device(), a.pitch,
                                &real_beta, c.device(), c.pitch),
                   "herk");
    expect_success(Api<T>::her2k(handle, fill, left, n, k, &alpha, a.device(), a.pitch, b.device(),
                                 b.pitch, &real_beta, d.device(), d.pitch),
                   "her2k");
  } else {
    expect_success(Api<T>::syrk(handle, fill, plain ? CUBLAS_OP_N : CUBLAS_OP_T, n, k, &half,
                                a.device(), a.pitch, &beta, c.device(), c.pitch),
                   "syrk");
    expect_success(Api<T>::syr2k(handle, fill, left, n, k, &alpha, a.device(), a.pitch, b.device(),
                                 b.pitch, &beta, d.device(), d.pitch),
                   "syr2k");
    expect_success(Api<T>::syrkx(handle, fill, left, n, k, &alpha, a.device(), a.pitch, b.device(),
                                 b.pitch, &beta, e.device(), e.pitch),
                   "syrkx");
    expect_near(e.array.download(), twice_1, "syrkx", 1000 * kTolerance<T>);
  }
  expect_near(c.array.download(), once, hermitian ? "herk" : "syrk", 1000 * kTolerance<T>);
  expect_near(d.array.download(), twice, hermitian ? "her2k" : "syr2k", 1000 * kTolerance<T>);
}

/// The product with a triangle, and the solution, whose product is the matrix again.
template <typename T>
void check_triangular(cublasSideMode_t side, bool upper, cublasOperation_t trans, bool unit) {
  const int m = 70, n = 41, order = side == CUBLAS_SIDE_LEFT ? m : n;
  const cublasFillMode_t fill = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
  const cublasDiagType_t diagonal = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
  Matrix<T> a(order, order, 43), b(m, n, 44), c(m, n, 45), e(m, n, 44);
  for (T& value : a.array.host) value = small<T>(big(value) / 64.0);
  a.fill(!upper, upper, kNone);
  a.fill_diagonal(unit ? kNone : Big(1.5));
  const auto triangle = [&](int i, int j) {
    const int row = trans == CUBLAS_OP_N ? i : j, column = trans == CUBLAS_OP_N ? j : i;
    if (i == j && unit) return Big(1);
    if (upper ? row > column : row < column) return Big(0);
    return a.oriented(trans, i, j);
  };
  const auto plain = [&](int i, int j) { return b.at(i, j); };
  const auto wanted = side == CUBLAS_SIDE_LEFT
                          ? combined(c, order, 2, 0, triangle, plain, everywhere)
                          : combined(c, order, 2, 0, plain, triangle, everywhere);
  const T two = small<T>(2), half = small<T>(0.5);
  expect_success(Api<T>::trmm(handle, side, fill, trans, diagonal, m, n, &two, a.device(), a.pitch,
                              b.device(), b.pitch, c.device(), c.pitch),
                 "trmm");
  expect_near(c.array.download(), wanted, "trmm", 1000 * kTolerance<T>);
  expect_success(Api<T>::trmm(handle, side, fill, trans, diagonal, m, n, &two, a.device(), a.pitch,
                              e.device(), e.pitch, e.device(), e.pitch),
                 "trmm in place");
  expect_near(e.array.download(), wanted, "trmm in place", 1000 * kTolerance<T>);
  expect_success(Api<T>::trsm(handle, side, fill, trans, diagonal, m, n, &half, a.device(), a.pitch,
                              c.device(), c.pitch),
                 "trsm");
  expect_near(c.array.download(), bigs(b.array.host), "trsm", 1e4 * kTolerance<T>);
  const Array<const T*> list_a(std::vector<const T*>{a.device()});
  const Array<T*> list_e(std::vector<T*>{e.device()});
  expect_success(Api<T>::trsm_batched(handle, side, fill, trans, diagonal, m, n, &half,
                                      list_a.device, a.pitch, list_e.device, e.pitch, 1),
                 "trsmBatched");
  expect_near(e.array.download(), bigs(b.array.host), "trsmBatched", 1e4 * kTolerance<T>);
}

template <typename T>
void check_type() {
  const Big alpha = kIsComplex<T> ? Big(0.5, -1) : Big(0.5),
            beta = kIsComplex<T> ? Big(1, 2) : Big(-2);
  for (const cublasOperation_t transa : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})
    for (const cublasOperation_t transb : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})
      check_gemm<T>(transa, transb, 35, 50, 21, alpha, beta);
  check_gemm<T>(CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, alpha, beta);
  check_gemm<T>(CUBLAS_OP_N, CUBLAS_OP_T, 16, 64, 0, alpha, beta);
  check_gemm<T>(CUBLAS_OP_T, CUBLAS_OP_N, 33, 17, 8, alpha, 0, true);
  check_gemm<T>(CUBLAS_OP_N, CUBLAS_OP_N, 40, 40, 16, 0, beta, true);
  check_batched<T>(10, 12, 9, 3);
  for (const bool upper : {false, true}) {
    for (const cublasSideMode_t side : {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT}) {
      check_symm<T>(side, upper, false);
      if (kIsComplex<T>) check_symm<T>(side, upper, true);
      for (const cublasOperation_t trans : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})
        check_triangular<T>(side, upper, trans, trans == CUBLAS_OP_T);
    }
    for (const bool plain : {false, true}) {
      check_rank<T>(upper, plain, false);
      if (kIsComplex<T>) check_rank<T>(upper, plain, true);
    }
  }
}

void check_statuses() {
  Array<float> a(std::vector<float>(64, 1));
  const float one = 1;
  const auto gemm = [&](int m, int lda, int ldb, int ldc) {
    return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, m, 4, 3, &one, a.device, lda, a.device,
                       ldb, &one, a.device, ldc);
  };
  expect(gemm(5, 5, 4, 5) == CUBLAS_STATUS_SUCCESS,
         "leading dimensions may be as small as the matrices");
  expect(gemm(5, 4, 4, 5) == CUBLAS_STATUS_INVALID_VALUE, "a small lda is refused");
  expect(gemm(5, 5, 3, 5) == CUBLAS_STATUS_INVALID_VALUE, "a small ldb is refused");
  expect(gemm(5, 5, 4, 4) == CUBLAS_STATUS_INVALID_VALUE, "a small ldc is refused");
  expect(gemm(-1, 5, 4, 5) == CUBLAS_STATUS_INVALID_VALUE, "a negative size is refused");
}

}  // namespace

int main() {
  expect_success(cublasCreate(&handle), "cublasCreate");
  check_type<float>();
  check_type<double>();
  check_type<cuComplex>();
  check_type<cuDoubleComplex>();
  // As many tiles as make the larger tiles pay.
  check_gemm<float>(CUBLAS_OP_N, CUBLAS_OP_T, 530, 390, 19, 1, 1);
  check_gemm<float>(CUBLAS_OP_T, CUBLAS_OP_N, 300, 261, 11, 1, 0);
  check_gemm<double>(CUBLAS_OP_T, CUBLAS_OP_T, 300, 261, 11, 1, 1);
  check_gemm<cuComplex>(CUBLAS_OP_C, CUBLAS_OP_N, 260, 261, 9, 1, 1);
  check_gemm<cuDoubleComplex>(CUBLAS_OP_N, CUBLAS_OP_C, 260, 261, 9, 1, 1);
  check_statuses();
  cublasDestroy(handle);
  return finish("blas_matrices");
}
