// cuBLAS, level 2, against whole matrices on the host: every storage, triangle, operation and
// diagonal.
#include <cublas_v2.h>

#include "check.cuh"

using namespace check;

namespace {

cublasHandle_t handle;

template <typename T>
struct Api;
#define API(T, R, L, SY, HE, SB, HB)              \
  template <>                                     \
  struct Api<T> {                                 \
    using Real = R;                               \
    static constexpr auto gemv = cublas##L##gemv; \
    static constexpr auto gbmv = cublas##L##gbmv; \
    static constexpr auto symv = cublas##SY##mv;  \
    static constexpr auto hemv = cublas##HE##mv;  \
    static constexpr auto sbmv = cublas##HB##bmv; \
    static constexpr auto spmv = cublas##HB##pmv; \
    static constexpr auto syr = cublas##SY##r;    \
    static constexpr auto her = cublas##HE##r;    \
    static constexpr auto hpr = cublas##HB##pr;   \
    static constexpr auto syr2 = cublas##SY##r2;  \
    static constexpr auto her2 = cublas##HE##r2;  \
    static constexpr auto hpr2 = cublas##HB##pr2; \
    static constexpr auto trmv = cublas##L##trmv; \
    static constexpr auto tbmv = cublas##L##tbmv; \
    static constexpr auto tpmv = cublas##L##tpmv; \
    static constexpr auto trsv = cublas##L##trsv; \
    static constexpr auto tbsv = cublas##L##tbsv; \
    static constexpr auto tpsv = cublas##L##tpsv; \
  };
API(float, float, S, Ssy, Ssy, Ss, Ss)
API(double, double, D, Dsy, Dsy, Ds, Ds)
API(cuComplex, float, C, Csy, Che, Ch, Ch)
API(cuDoubleComplex, double, Z, Zsy, Zhe, Zh, Zh)

enum Storage { kFull, kBand, kPacked };

/// A square matrix of which a triangle is stored, in one of three ways, and where element (i, j) of
/// it lies.
template <typename T>
struct Triangle {
  int n, k, pitch;  ///< k: diagonals beside the main one
  Storage storage;
  bool upper;
  std::vector<int> places;  ///< of (i, j) at i + j * n; -1: none
  std::vector<T> values;

  Triangle(int order, int band, Storage how, bool is_upper, unsigned seed)
      : n(order), k(band), pitch(how == kFull ? n + 3 : band + 2), storage(how), upper(is_upper) {
    places.assign(n * n, -1);
    int last = 0;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if ((upper ? i <= j : i >= j) && (storage != kBand || std::abs(i - j) <= k))
          last = std::max(last, places[i + j * n] = place(i, j));
    std::vector<bool> used(last + 1, false);
    for (const int at : places)
      if (at >= 0) used[at] = true;
    values = random_where<T>(last + 1, seed, [&](std::size_t i) { return used[i]; });
    // Solutions stay small if the diagonal outweighs the rest.
    for (int i = 0; i < n; ++i)
      values[places[i + i * n]] = small<T>(big(values[places[i + i * n]]) + 64.0);
  }
  int place(int i, int j) const {
    if (storage == kFull) return i + j * pitch;
    if (storage == kBand) return (upper ? k + i - j : i - j) + j * pitch;
    return upper ? i + j * (j + 1) / 2 : i + j * (2 * n - j - 1) / 2;
  }
  bool has(int i, int j) const { return places[i + j * n] >= 0; }
  Big at(int i, int j) const { return has(i, j) ? big(values[places[i + j * n]]) : 0; }
  Big symmetric(int i, int j, bool hermitian) const {
    if (i == j && hermitian) return at(i, j).real();
    return has(i, j) ? at(i, j) : hermitian ? std::conj(at(j, i)) : at(j, i);
  }
  Big triangular(int i, int j, cublasOperation_t trans, bool unit) const {
    if (unit && i == j) return 1;
    return trans == CUBLAS_OP_N ? at(i, j) : trans == CUBLAS_OP_T ? at(j, i) : std::conj(at(j, i));
  }
};

/// A vector of n elements, `step` apart, with numbers that are not numbers between them.
template <typename T>
struct Strided {
  int n, step;
  Array<T> array;
  Strided(int length, int increment, unsigned seed)
      : n(length),
        step(increment),
        array(random_where<T>(1 + (n - 1) * std::abs(step), seed,
                              [=](std::size_t i) { return i % std::abs(increment) == 0; })) {}
  std::size_t place(int i) const { return step > 0 ? i * step : (n - 1 - i) * -step; }
  Big at(int i) const { return big(array.host[place(i)]); }
};

void expect_success(cublasStatus_t status, const std::string& what) {
  expect(status == CUBLAS_STATUS_SUCCESS, what + " succeeds");
}

/// y = alpha A x + beta y with A(i, j) from a function.
template <typename T, typename Element, typename Call>
void check_product(int rows, int columns, T alpha, T beta, const std::string& what, Element element,
                   Call call) {
  Strided<T> x(columns, -2, 11), y(rows, 3, 12);
  // With beta 0, y is not read.
  if (big(beta) == 0.0) {
    for (int i = 0; i < rows; ++i) y.array.host[y.place(i)] = small<T>(kNone);
    y.array.upload();
  }
  std::vector<Big> wanted = bigs(y.array.host);
  for (int i = 0; i < rows; ++i) {
    Big sum = 0;
    for (int j = 0; j < columns; ++j) sum += element(i, j) * x.at(j);
    wanted[y.place(i)] = big(alpha) * sum + (big(beta) == 0.0 ? 0 : big(beta) * y.at(i));
  }
  expect_success(call(&alpha, x.array.device, -2, &beta, y.array.device, 3), what);
  expect_near(y.array.download(), wanted, what, 2000 * kTolerance<T>);
}

template <typename T>
void check_general(int m, int n, cublasOperation_t trans, T alpha, T beta) {
  const bool plain = trans == CUBLAS_OP_N;
  const auto oriented = [=](auto at) {
    return [=](int i, int j) {
      return plain ? at(i, j) : trans == CUBLAS_OP_T ? at(j, i) : std::conj(at(j, i));
    };
  };
  Array<T> a(random_matrix<T>(m, n, m + 3, 13));
  check_product<T>(plain ? m : n, plain ? n : m, alpha, beta, "gemv",
                   oriented([&](int i, int j) { return big(a.host[i + j * (m + 3)]); }),
                   [&](const T* f, const T* x, int incx, const T* g, T* y, int incy) {
                     return Api<T>::gemv(handle, trans, m, n, f, a.device, m + 3, x, incx, g, y,
                                         incy);
                   });
  const int below = 2, above = 4, pitch = below + above + 2;
  Array<T> band(random_where<T>(pitch * n, 14, [=](std::size_t at) {
    const int j = at / pitch, i = static_cast<int>(at % pitch) + j - above;
    return i >= 0 && i < m && static_cast<int>(at % pitch) <= below + above;
  }));
  check_product<T>(plain ? m : n, plain ? n : m, alpha, beta, "gbmv", oriented([&](int i, int j) {
                     const bool is_there = i - j <= below && j - i <= above;
                     return is_there ? big(band.host[above + i - j + j * pitch]) : Big(0);
                   }),
                   [&](const T* f, const T* x, int incx, const T* g, T* y, int incy) {
                     return Api<T>::gbmv(handle, trans, m, n, below, above, f, band.device, pitch,
                                         x, incx, g, y, incy);
                   });
}

template <typename T>
void check_symmetric(int n, bool upper, T alpha, T beta) {
  const cublasFillMode_t fill = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
  const Triangle<T> full(n, 0, kFull, upper, 15), band(n, 3, kBand, upper, 16),
      packed(n, 0, kPacked, upper, 17);
  const Array<T> a(full.values), b(band.values), p(packed.values);
  const auto of = [](const Triangle<T>& matrix, bool hermitian) {
    return [&matrix, hermitian](int i, int j) { return matrix.symmetric(i, j, hermitian); };
  };
  check_product<T>(n, n, alpha, beta, "symv", of(full, false),
                   [&](const T* f, const T* x, int incx, const T* g, T* y, int incy) {
                     return Api<T>::symv(handle, fill, n, f, a.device, full.pitch, x, incx, g, y,
                                         incy);
                   });
  check_product<T>(n, n, alpha, beta, "hemv", of(full, kIsComplex<T>),
                   [&](const T* f, const T* x, int incx, const T* g, T* y, int incy) {
                     return Api<T>::hemv(handle, fill, n, f, a.device, full.pitch, x, incx, g, y,
                                         incy);
                   });
  check_product<T>(n, n, alpha, beta, "sbmv, hbmv", of(band, kIsComplex<T>),
                   [&](const T* f, const T* x, int incx, const T* g, T* y, int incy) {
                     return Api<T>::sbmv(handle, fill, n, 3, f, b.device, band.pitch, x, incx, g, y,
                                         incy);
                   });
  check_product<T>(n, n, alpha, beta, "spmv, hpmv", of(packed, kIsComplex<T>),
                   [&](const T* f, const T* x, int incx, const T* g, T* y, int incy) {
                     return Api<T>::spmv(handle, fill, n, f, p.device, x, incx, g, y, incy);
                   });
}

/// An update of a triangle by alpha x y' (and its mirror image).
template <typename T, typename Call>
void check_update(const Triangle<T>& before, bool hermitian, bool twice, Big alpha,
                  const char* what, Call call) {
  const int n = before.n;
  Array<T> a(before.values);
  Strided<T> x(n, 2, 18), y(n, twice ? -1 : 2, twice ? 19 : 18);
  std::vector<Big> wanted = bigs(before.values);
  const auto mirrored = [=](Big value) { return hermitian ? std::conj(value) : value; };
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      if (!before.has(i, j)) continue;
      Big& target = wanted[before.places[i + j * n]];
      target += alpha * x.at(i) * mirrored(y.at(j));
      if (twice) target += mirrored(alpha) * y.at(i) * mirrored(x.at(j));
      if (hermitian && i == j) target = target.real();
    }
  }
  expect_success(call(x.array.device, y.array.device, a.device), what);
  expect_near(a.download(), wanted, what);
}

template <typename T>
void check_updates(int m, int n, bool upper) {
  using R = typename Api<T>::Real;
  const cublasFillMode_t fill = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
  const Big factor = kIsComplex<T> ? Big(0.5, 0.25) : Big(0.5);
  const T alpha = small<T>(factor);
  const R real = R(-0.75);
  const Triangle<T> full(n, 0, kFull, upper, 20), packed(n, 0, kPacked, upper, 21);
  const bool complex = kIsComplex<T>;
  check_update(full, false, false, factor, "syr", [&](T* x, T*, T* a) {
    return Api<T>::syr(handle, fill, n, &alpha, x, 2, a, full.pitch);
  });
  check_update(full, false, true, factor, "syr2", [&](T* x, T* y, T* a) {
    return Api<T>::syr2(handle, fill, n, &alpha, x, 2, y, -1, a, full.pitch);
  });
  check_update(full, complex, false, real, "her", [&](T* x, T*, T* a) {
    return Api<T>::her(handle, fill, n, &real, x, 2, a, full.pitch);
  });
  check_update(full, complex, true, factor, "her2", [&](T* x, T* y, T* a) {
    return Api<T>::her2(handle, fill, n, &alpha, x, 2, y, -1, a, full.pitch);
  });
  check_update(packed, complex, false, real, "hpr",
               [&](T* x, T*, T* a) { return Api<T>::hpr(handle, fill, n, &real, x, 2, a); });
  check_update(packed, complex, true, factor, "hpr2", [&](T* x, T* y, T* a) {
    return Api<T>::hpr2(handle, fill, n, &alpha, x, 2, y, -1, a);
  });
  (void)m;
}

template <typename T>
void check_ger(int m, int n, bool conjugates,
               cublasStatus_t (*ger)(cublasHandle_t, int, int, const T*, const T*, int, const T*,
                                     int, T*, int)) {
  const T alpha = small<T>(kIsComplex<T> ? Big(0.5, -0.5) : Big(0.5));
  Array<T> a(random_matrix<T>(m, n, m + 3, 22));
  Strided<T> x(m, 2, 23), y(n, -3, 24);
  std::vector<Big> wanted = bigs(a.host);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      wanted[i + j * (m + 3)] += big(alpha) * x.at(i) * (conjugates ? std::conj(y.at(j)) : y.at(j));
  expect_success(ger(handle, m, n, &alpha, x.array.device, 2, y.array.device, -3, a.device, m + 3),
                 "ger");
  expect_near(a.download(), wanted, "ger");
}

/// The product, and the solution, whose product is the vector again.
template <typename T, typename Product, typename Solution>
void check_triangular(const Triangle<T>& matrix, cublasOperation_t trans, bool unit,
                      const char* what, Product product, Solution solution) {
  const int n = matrix.n;
  const Array<T> a(matrix.values);
  for (const int step : {1, -2}) {
    Strided<T> x(n, step, 25);
    const std::vector<Big> before = bigs(x.array.host);
    std::vector<Big> wanted = before;
    for (int i = 0; i < n; ++i) {
      Big sum = 0;
      for (int j = 0; j < n; ++j) sum += matrix.triangular(i, j, trans, unit) * x.at(j);
      wanted[x.place(i)] = sum;
    }
    expect_success(product(a.device, x.array.device, step), what);
    expect_near(x.array.download(), wanted, std::string(what) + "mv", 2000 * kTolerance<T>);
    // With a unit diagonal the solution would grow without bounds for random matrices.
    if (unit && n > 8) continue;
    expect_success(solution(a.device, x.array.device, step), what);
    expect_near(x.array.download(), before, std::string(what) + "sv", 1e5 * kTolerance<T>);
  }
}

template <typename T>
void check_triangular(int n, bool upper, cublasOperation_t trans, bool unit) {
  const cublasFillMode_t fill = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
  const cublasDiagType_t diagonal = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
  const Triangle<T> full(n, 0, kFull, upper, 26), band(n, 3, kBand, upper, 27),
      packed(n, 0, kPacked, upper, 28);
  const auto with_pitch = [&](auto function, int pitch) {
    return [=](const T* a, T* x, int step) {
      return function(handle, fill, trans, diagonal, n, a, pitch, x, step);
    };
  };
  const auto with_band = [&](auto function) {
    return [=](const T* a, T* x, int step) {
      return function(handle, fill, trans, diagonal, n, 3, a, band.pitch, x, step);
    };
  };
  const auto without = [&](auto function) {
    return [=](const T* a, T* x, int step) {
      return function(handle, fill, trans, diagonal, n, a, x, step);
    };
  };
  check_triangular(full, trans, unit, "tr", with_pitch(Api<T>::trmv, full.pitch),
                   with_pitch(Api<T>::trsv, full.pitch));
  check_triangular(band, trans, unit, "tb", with_band(Api<T>::tbmv), with_band(Api<T>::tbsv));
  check_triangular(packed, trans, unit, "tp", without(Api<T>::tpmv), without(Api<T>::tpsv));
}

template <typename T>
void check_type() {
  const T alpha = small<T>(kIsComplex<T> ? Big(0.5, -1) : Big(0.5)), zero = small<T>(0);
  const T beta = small<T>(kIsComplex<T> ? Big(-1, 0.25) : Big(-1));
  for (const cublasOperation_t trans : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
    check_general<T>(70, 45, trans, alpha, beta);
    check_general<T>(45, 70, trans, alpha, zero);
    for (const bool upper : {false, true}) {
      check_triangular<T>(45, upper, trans, false);
      check_triangular<T>(7, upper, trans, true);
    }
  }
  for (const bool upper : {false, true}) {
    check_symmetric<T>(45, upper, alpha, upper ? zero : beta);
    check_updates<T>(45, 39, upper);
  }
}

void check_statuses() {
  Array<float> a(std::vector<float>(64, 1));
  const float one = 1;
  const auto gemv = [&](int m, int n, int lda, int incx) {
    return cublasSgemv(handle, CUBLAS_OP_N, m, n, &one, a.device, lda, a.device, incx, &one,
                       a.device, 1);
  };
  expect(gemv(-1, 2, 4, 1) == CUBLAS_STATUS_INVALID_VALUE, "a negative size is refused");
  expect(gemv(4, 2, 3, 1) == CUBLAS_STATUS_INVALID_VALUE, "a small leading dimension is refused");
  expect(gemv(4, 2, 4, 0) == CUBLAS_STATUS_INVALID_VALUE, "an increment of 0 is refused");
  expect(gemv(0, 2, 4, 1) == CUBLAS_STATUS_SUCCESS, "no rows are no error");
}

}  // namespace

int main() {
  expect_success(cublasCreate(&handle), "cublasCreate");
  check_type<float>();
  check_type<double>();
  check_type<cuComplex>();
  check_type<cuDoubleComplex>();
  check_ger<float>(40, 33, false, cublasSger);
  check_ger<double>(40, 33, false, cublasDger);
  check_ger<cuComplex>(40, 33, false, cublasCgeru);
  check_ger<cuComplex>(40, 33, true, cublasCgerc);
  check_ger<cuDoubleComplex>(40, 33, false, cublasZgeru);
  check_ger<cuDoubleComplex>(40, 33, true, cublasZgerc);
  check_statuses();
  cublasDestroy(handle);
  return finish("blas_matrix_vector");
}
