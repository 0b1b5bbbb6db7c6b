// cuBLAS beyond BLAS, against the host: types named at run time, half precision, sums of matrices,
// and factors of many.
#include <cublas_v2.h>

#include "check.cuh"

using namespace check;

namespace check {
inline Big big(__half x) { return __half2float(x); }
inline Big big(__nv_bfloat16 x) { return __bfloat162float(x); }
inline Big big(signed char x) { return x; }
template <>
inline __half small<__half>(Big x) {
  return __float2half(static_cast<float>(x.real()));
}
template <>
inline __nv_bfloat16 small<__nv_bfloat16>(Big x) {
  return __float2bfloat16(static_cast<float>(x.real()));
}
}  // namespace check

namespace {

cublasHandle_t handle;

void expect_success(cublasStatus_t status, const std::string& what) {
  expect(status == CUBLAS_STATUS_SUCCESS, what + " succeeds");
}

template <typename T>
constexpr cudaDataType kKind = CUDA_R_32F;
template <>
constexpr cudaDataType kKind<double> = CUDA_R_64F;
template <>
constexpr cudaDataType kKind<int> = CUDA_R_32I;
template <>
constexpr cudaDataType kKind<signed char> = CUDA_R_8I;
template <>
constexpr cudaDataType kKind<__half> = CUDA_R_16F;
template <>
constexpr cudaDataType kKind<__nv_bfloat16> = CUDA_R_16BF;
template <>
constexpr cudaDataType kKind<cuComplex> = CUDA_C_32F;
template <>
constexpr cudaDataType kKind<cuDoubleComplex> = CUDA_C_64F;

/// Small whole numbers, whose sums are exact in every type.
template <typename T>
std::vector<T> whole_numbers(std::size_t size, unsigned seed) {
  Random random(seed);
  std::vector<T> values;
  for (std::size_t i = 0; i < size; ++i) values.push_back(small<T>(std::floor(2 * random.part())));
  return values;
}

template <typename In, typename Out, typename Factor>
void check_gemm_ex(cublasComputeType_t compute, const char* what) {
  const int m = 37, n = 26, k = 9, count = 2;
  const Array<In> a(whole_numbers<In>(m * k * count, 51)), b(whole_numbers<In>(n * k * count, 52));
  Array<Out> c(whole_numbers<Out>(m * n * count, 53));
  std::vector<Big> wanted = bigs(c.host);
  for (int z = 0; z < count; ++z)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) {
        Big sum = 0;
        for (int l = 0; l < k; ++l)
          sum += big(a.host[z * m * k + l + i * k]) * big(b.host[z * n * k + j + l * n]);
        Big& target = wanted[z * m * n + i + j * m];
        target = 2.0 * sum + 3.0 * target;
      }
  const Factor two = small<Factor>(2), three = small<Factor>(3);
  expect_success(cublasGemmStridedBatchedEx(handle, CUBLAS_OP_T, CUBLAS_OP_T, m, n, k, &two,
                                            a.device, kKind<In>, k, m * k, b.device, kKind<In>, n,
                                            n * k, &three, c.device, kKind<Out>, m, m * n, count,
                                            compute, CUBLAS_GEMM_DEFAULT),
                 what);
  const double rounding = sizeof(Out) == 2 ? 1e-2 : 1e-6;
  expect_near(c.download(), wanted, what, rounding);
}

void check_half() {
  const int n = 20;
  const Array<__half> a(whole_numbers<__half>(n * n, 54)), b(whole_numbers<__half>(n * n, 55));
  Array<__half> c(std::vector<__half>(n * n, small<__half>(kNone)));
  std::vector<Big> wanted(n * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      for (int l = 0; l < n; ++l)
        wanted[i + j * n] += big(a.host[i + l * n]) * big(b.host[l + j * n]);
  const __half one = small<__half>(1), zero = small<__half>(0);
  expect_success(cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a.device, n, b.device,
                             n, &zero, c.device, n),
                 "Hgemm");
  expect_near(c.download(), wanted, "Hgemm", 1e-2);
}

template <typename T>
void check_vectors_ex(double rounding) {
  const int n = 1000;
  const cudaDataType kind = kKind<T>;
  Array<T> x(random_values<T>(n, 56)), y(random_values<T>(n, 57));
  std::vector<Big> sums, scaled;
  Big dot = 0;
  double squares = 0;
  for (int i = 0; i < n; ++i) {
    dot += big(x.host[i]) * big(y.host[i]);
    squares += std::norm(big(x.host[i]));
    sums.push_back(big(y.host[i]) - 2.0 * big(x.host[i]));
    scaled.push_back(-2.0 * big(x.host[i]));
  }
  std::vector<T> result(2);
  expect_success(
      cublasDotEx(handle, n, x.device, kind, 1, y.device, kind, 1, &result[0], kind, kind),
      "DotEx");
  expect_success(cublasNrm2Ex(handle, n, x.device, kind, 1, &result[1], kind, kind), "Nrm2Ex");
  expect_near(result, {dot, std::sqrt(squares)}, "DotEx, Nrm2Ex", 100 * rounding);
  const T factor = small<T>(-2);
  expect_success(cublasAxpyEx(handle, n, &factor, kind, x.device, kind, 1, y.device, kind, 1, kind),
                 "AxpyEx");
  expect_success(cublasScalEx(handle, n, &factor, kind, x.device, kind, 1, kind), "ScalEx");
  expect_near(y.download(), sums, "AxpyEx", rounding);
  expect_near(x.download(), scaled, "ScalEx", rounding);
}

template <typename T, typename Geam, typename Dgmm>
void check_sums(Geam geam, Dgmm dgmm) {
  const int m = 40, n = 27;
  const Array<T> a(random_matrix<T>(n, m, n + 2, 58)), b(random_matrix<T>(m, n, m, 59)),
      x(random_values<T>(2 * m, 60));
  Array<T> c(std::vector<T>(m * n)), d(std::vector<T>(m * n));
  const T alpha = small<T>(Big(2)), beta = small<T>(Big(-1));
  std::vector<Big> sums, products;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < m; ++i) {
      sums.push_back(2.0 * std::conj(big(a.host[j + i * (n + 2)])) - big(b.host[i + j * m]));
      products.push_back(big(b.host[i + j * m]) * big(x.host[2 * i]));
    }
  }
  expect_success(geam(handle, CUBLAS_OP_C, CUBLAS_OP_N, m, n, &alpha, a.device, n + 2, &beta,
                      b.device, m, c.device, m),
                 "geam");
  expect_near(c.download(), sums, "geam");
  expect_success(dgmm(handle, CUBLAS_SIDE_LEFT, m, n, b.device, m, x.device, 2, d.device, m),
                 "dgmm");
  expect_near(d.download(), products, "dgmm");
}

/// The factors give the matrix again, the solution the right-hand side, and the inverse the
/// identity.
template <typename T, typename Getrf, typename Getrs, typename Getri, typename Matinv>
void check_factors(Getrf getrf, Getrs getrs, Getri getri, Matinv matinv, bool pivots_wanted) {
  const int n = 21, number = 3, count = 2;
  std::vector<T> values = random_values<T>(n * n * count, 61);
  if (!pivots_wanted)
    for (int z = 0; z < count; ++z)
      for (int i = 0; i < n; ++i) values[z * n * n + i * (n + 1)] = small<T>(64);
  const std::vector<Big> before = bigs(values);
  Array<T> a(values), kept(values), b(random_values<T>(n * number * count, 62)),
      inverse(std::vector<T>(n * n * count));
  const std::vector<Big> sides = bigs(b.host);
  Array<int> pivots(std::vector<int>(n * count)), info(std::vector<int>(count, -1));
  int* const p = pivots_wanted ? pivots.device : nullptr;
  std::vector<T*> list_a, list_b, list_i, list_k;
  for (int z = 0; z < count; ++z) {
    list_a.push_back(a.device + z * n * n);
    list_b.push_back(b.device + z * n * number);
    list_i.push_back(inverse.device + z * n * n);
    list_k.push_back(kept.device + z * n * n);
  }
  const Array<T*> at_a(list_a), at_b(list_b), at_i(list_i), at_k(list_k);
  int wrong = -1;
  const auto multiplied = [&](const std::vector<Big>& x, int columns, cublasOperation_t trans) {
    std::vector<Big> result(n * columns * count);
    for (int z = 0; z < count; ++z)
      for (int j = 0; j < columns; ++j)
        for (int i = 0; i < n; ++i)
          for (int l = 0; l < n; ++l) {
            const Big element = trans == CUBLAS_OP_N ? before[z * n * n + i + l * n]
                                                     : std::conj(before[z * n * n + l + i * n]);
            result[z * n * columns + i + j * n] += element * x[z * n * columns + l + j * n];
          }
    return result;
  };
  const double tolerance = 1e4 * kTolerance<T>;
  expect_success(getrf(handle, n, at_a.device, n, p, info.device, count), "getrfBatched");
  for (const int value : info.download()) expect(value == 0, "getrfBatched finds no zero");
  for (const cublasOperation_t trans : {CUBLAS_OP_N, CUBLAS_OP_C}) {
    for (std::size_t i = 0; i < sides.size(); ++i) b.host[i] = small<T>(sides[i]);
    b.upload();
    expect_success(
        getrs(handle, trans, n, number, at_a.device, n, p, at_b.device, n, &wrong, count),
        "getrsBatched");
    const auto again = multiplied(bigs(b.download()), number, trans);
    for (std::size_t i = 0; i < again.size(); ++i)
      expect(is_near(again[i], sides[i], tolerance), "getrsBatched");
  }
  const auto expect_inverse = [&](const char* what) {
    const auto identity = multiplied(bigs(inverse.download()), n, CUBLAS_OP_N);
    for (std::size_t i = 0; i < identity.size(); ++i)
      expect(is_near(identity[i], i % (n * n) % (n + 1) == 0 ? 1 : 0, tolerance), what);
  };
  expect_success(getri(handle, n, at_a.device, n, p, at_i.device, n, info.device, count),
                 "getriBatched");
  expect_inverse("getriBatched");
  expect_success(matinv(handle, n, at_k.device, n, at_i.device, n, info.device, count),
                 "matinvBatched");
  expect_inverse("matinvBatched");
}

}  // namespace

int main() {
  expect_success(cublasCreate(&handle), "cublasCreate");
  check_gemm_ex<float, float, float>(CUBLAS_COMPUTE_32F, "GemmEx of float");
  check_gemm_ex<__half, float, float>(CUBLAS_COMPUTE_32F_FAST_16F, "GemmEx of half to float");
  check_gemm_ex<__half, __half, float>(CUBLAS_COMPUTE_32F, "GemmEx of half");
  check_gemm_ex<__half, __half, __half>(CUBLAS_COMPUTE_16F, "GemmEx of half in half");
  check_gemm_ex<__nv_bfloat16, float, float>(CUBLAS_COMPUTE_32F, "GemmEx of bfloat16 to float");
  check_gemm_ex<__nv_bfloat16, __nv_bfloat16, float>(CUBLAS_COMPUTE_32F, "GemmEx of bfloat16");
  check_gemm_ex<signed char, int, int>(CUBLAS_COMPUTE_32I, "GemmEx of bytes");
  check_gemm_ex<signed char, float, float>(CUBLAS_COMPUTE_32F, "GemmEx of bytes to float");
  check_gemm_ex<double, double, double>(CUBLAS_COMPUTE_64F, "GemmEx of double");
  check_gemm_ex<cuComplex, cuComplex, cuComplex>(CUBLAS_COMPUTE_32F, "GemmEx of complex");
  check_gemm_ex<cuDoubleComplex, cuDoubleComplex, cuDoubleComplex>(CUBLAS_COMPUTE_64F,
                                                                   "GemmEx of double complex");
  check_half();
  check_vectors_ex<__half>(2e-3);
  check_vectors_ex<__nv_bfloat16>(2e-2);
  check_vectors_ex<float>(1e-6);
  check_sums<float>(cublasSgeam, cublasSdgmm);
  check_sums<double>(cublasDgeam, cublasDdgmm);
  check_sums<cuComplex>(cublasCgeam, cublasCdgmm);
  check_sums<cuDoubleComplex>(cublasZgeam, cublasZdgmm);
  check_factors<float>(cublasSgetrfBatched, cublasSgetrsBatched, cublasSgetriBatched,
                       cublasSmatinvBatched, true);
  check_factors<double>(cublasDgetrfBatched, cublasDgetrsBatched, cublasDgetriBatched,
                        cublasDmatinvBatched, true);
  check_factors<cuComplex>(cublasCgetrfBatched, cublasCgetrsBatched, cublasCgetriBatched,
                           cublasCmatinvBatched, true);
  check_factors<cuDoubleComplex>(cublasZgetrfBatched, cublasZgetrsBatched, cublasZgetriBatched,
                                 cublasZmatinvBatched, true);
  check_factors<double>(cublasDgetrfBatched, cublasDgetrsBatched, cublasDgetriBatched,
                        cublasDmatinvBatched, false);
  float* const none = nullptr;
  const float one = 1;
  expect(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, none, CUDA_R_64F, 1, none,
                      CUDA_R_32F, 1, &one, none, CUDA_R_32F, 1, CUBLAS_COMPUTE_32F,
                      CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_NOT_SUPPORTED,
         "mixed types are refused");
  cublasDestroy(handle);
  return finish("blas_extended");
}
