// cuBLAS, level 1, against loops of the host: lengths of no, one and many blocks, and increments of
// both signs.
#include <cublas_v2.h>

#include "check.cuh"

using namespace check;

namespace {

cublasHandle_t handle;

template <typename T>
struct Api;
#define API(T, R, L, I, S, DOTU, DOTC, RSCAL, RROT)        \
  template <>                                              \
  struct Api<T> {                                          \
    using Real = R;                                        \
    static constexpr auto axpy = cublas##L##axpy;          \
    static constexpr auto copy = cublas##L##copy;          \
    static constexpr auto swap = cublas##L##swap;          \
    static constexpr auto scal = cublas##L##scal;          \
    static constexpr auto real_scal = cublas##RSCAL##scal; \
    static constexpr auto rot = cublas##L##rot;            \
    static constexpr auto real_rot = cublas##RROT##rot;    \
    static constexpr auto rotg = cublas##L##rotg;          \
    static constexpr auto asum = cublas##S##asum;          \
    static constexpr auto nrm2 = cublas##S##nrm2;          \
    static constexpr auto dotu = cublas##DOTU;             \
    static constexpr auto dotc = cublas##DOTC;             \
    static constexpr auto amax = cublasI##I##amax;         \
    static constexpr auto amin = cublasI##I##amin;         \
  };
API(float, float, S, s, S, Sdot, Sdot, S, S)
API(double, double, D, d, D, Ddot, Ddot, D, D)
API(cuComplex, float, C, c, Sc, Cdotu, Cdotc, Cs, Cs)
API(cuDoubleComplex, double, Z, z, Dz, Zdotu, Zdotc, Zd, Zd)

/// A vector of n elements in an array with gaps.
template <typename T>
struct Strided {
  int n, increment;
  Array<T> array;
  Strided(int length, int step, unsigned seed)
      : n(length),
        increment(step),
        array(random_where<T>(1 + (length > 0 ? length - 1 : 0) * std::abs(step), seed,
                              [=](std::size_t i) { return i % std::abs(step) == 0; })) {}
  std::size_t place(int i) const {
    return increment > 0 ? i * increment : (n - 1 - i) * -increment;
  }
  Big at(int i) const { return big(array.host[place(i)]); }
};

template <typename T, typename Call, typename Element>
void check_updates(int n, int incx, int incy, const std::string& name, Call call, Element element) {
  Strided<T> x(n, incx, 1), y(n, incy, 2);
  std::vector<Big> wanted_x = bigs(x.array.host), wanted_y = bigs(y.array.host);
  for (int i = 0; i < n; ++i) {
    Big a = x.at(i), b = y.at(i);
    element(a, b);
    wanted_x[x.place(i)] = a;
    wanted_y[y.place(i)] = b;
  }
  expect(call(x.array.device, y.array.device) == CUBLAS_STATUS_SUCCESS, name + " succeeds");
  expect_near(x.array.download(), wanted_x, name + ": x");
  expect_near(y.array.download(), wanted_y, name + ": y");
}

template <typename T>
void check_vectors(int n, int incx, int incy) {
  using R = typename Api<T>::Real;
  const std::string where = " of " + std::to_string(n) + " by " + std::to_string(incx) + ", " +
                            std::to_string(incy) + (kIsComplex<T> ? " complex" : "") +
                            (sizeof(R) == 4 ? " float" : " double");
  const Big alpha = kIsComplex<T> ? Big(0.5, -1.25) : Big(0.5);
  const T factor = small<T>(alpha);
  const R real = R(-1.5);
  check_updates<T>(
      n, incx, incy, "axpy" + where,
      [&](T* x, T* y) { return Api<T>::axpy(handle, n, &factor, x, incx, y, incy); },
      [&](Big& a, Big& b) { b += alpha * a; });
  check_updates<T>(
      n, incx, incy, "copy" + where,
      [&](T* x, T* y) { return Api<T>::copy(handle, n, x, incx, y, incy); },
      [&](Big& a, Big& b) { b = a; });
  check_updates<T>(
      n, incx, incy, "swap" + where,
      [&](T* x, T* y) { return Api<T>::swap(handle, n, x, incx, y, incy); },
      [&](Big& a, Big& b) { std::swap(a, b); });
  const R cosine = R(0.6);
  const Big s = kIsComplex<T> ? Big(0.48, 0.64) : Big(0.8);
  const T sine = small<T>(s);
  check_updates<T>(
      n, incx, incy, "rot" + where,
      [&](T* x, T* y) { return Api<T>::rot(handle, n, x, incx, y, incy, &cosine, &sine); },
      [&](Big& a, Big& b) {
        const Big kept = a;
        a = 0.6 * a + s * b;
        b = 0.6 * b - std::conj(s) * kept;
      });
  const R real_sine = R(0.8);
  check_updates<T>(
      n, incx, incy, "real rot" + where,
      [&](T* x, T* y) {
        return Api<T>::real_rot(handle, n, x, incx, y, incy, &cosine, &real_sine);
      },
      [&](Big& a, Big& b) {
        const Big kept = a;
        a = 0.6 * a + 0.8 * b;
        b = 0.6 * b - 0.8 * kept;
      });
  if (incx < 0) return;
  check_updates<T>(
      n, incx, incy, "scal" + where,
      [&](T* x, T*) { return Api<T>::scal(handle, n, &factor, x, incx); },
      [&](Big& a, Big&) { a *= alpha; });
  check_updates<T>(
      n, incx, incy, "real scal" + where,
      [&](T* x, T*) { return Api<T>::real_scal(handle, n, &real, x, incx); },
      [&](Big& a, Big&) { a *= -1.5; });
}

template <typename T>
void check_sums(int n, int incx, int incy, bool on_device) {
  using R = typename Api<T>::Real;
  const std::string where = " of " + std::to_string(n) + (on_device ? " on the device" : "");
  Strided<T> x(n, incx, 3), y(n, incy, 4);
  Big dotu = 0, dotc = 0;
  double asum = 0, squares = 0;
  int largest = 0, smallest = 0;
  const auto size = [&](int i) { return std::abs(x.at(i).real()) + std::abs(x.at(i).imag()); };
  for (int i = 0; i < n; ++i) {
    dotu += x.at(i) * y.at(i);
    dotc += std::conj(x.at(i)) * y.at(i);
    asum += size(i);
    squares += std::norm(x.at(i));
    if (size(i) > size(largest)) largest = i;
    if (size(i) < size(smallest)) smallest = i;
  }
  cublasSetPointerMode(handle, on_device ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST);
  Array<T> dots(std::vector<T>(2));
  Array<R> reals(std::vector<R>(2));
  Array<int> places(std::vector<int>(2));
  T* const d = on_device ? dots.device : dots.host.data();
  R* const r = on_device ? reals.device : reals.host.data();
  int* const p = on_device ? places.device : places.host.data();
  const auto fine = [&](cublasStatus_t status) {
    expect(status == CUBLAS_STATUS_SUCCESS, "reduction succeeds");
  };
  fine(Api<T>::dotu(handle, n, x.array.device, incx, y.array.device, incy, d));
  fine(Api<T>::dotc(handle, n, x.array.device, incx, y.array.device, incy, d + 1));
  if (incx > 0) {
    fine(Api<T>::asum(handle, n, x.array.device, incx, r));
    fine(Api<T>::nrm2(handle, n, x.array.device, incx, r + 1));
    fine(Api<T>::amax(handle, n, x.array.device, incx, p));
    fine(Api<T>::amin(handle, n, x.array.device, incx, p + 1));
  }
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  if (on_device) {
    dots.download();
    reals.download();
    places.download();
  }
  expect_near(dots.host, {dotu, dotc}, "dot" + where, 1e4 * kTolerance<T>);
  if (incx < 0) return;
  expect_near(reals.host, {asum, std::sqrt(squares)}, "asum, nrm2" + where);
  expect(places.host[0] == (n > 0 ? largest + 1 : 0), "amax" + where);
  expect(places.host[1] == (n > 0 ? smallest + 1 : 0), "amin" + where);
}

/// Norms whose squares are beyond the type.
template <typename T>
void check_extreme_norms(double large, double tiny) {
  for (const double unit : {large, tiny}) {
    Array<T> x(std::vector<T>{small<T>(3 * unit), small<T>(4 * unit)});
    T norm = 0;
    Api<T>::nrm2(handle, 2, x.device, 1, &norm);
    expect(std::abs(norm / unit - 5) < 1e-5, "nrm2 of extreme numbers");
  }
}

/// [c s; -conj(s) c] turns (a, b) into (r, 0).
template <typename T>
void check_rotg() {
  const Big a0 = kIsComplex<T> ? Big(1, 2) : Big(3), b0 = kIsComplex<T> ? Big(-2, 0.5) : Big(-4);
  T a = small<T>(a0), b = small<T>(b0), s;
  typename Api<T>::Real c;
  expect(Api<T>::rotg(handle, &a, &b, &c, &s) == CUBLAS_STATUS_SUCCESS, "rotg succeeds");
  expect(is_near(double(c) * a0 + big(s) * b0, big(a), 1e-5), "rotg: r");
  expect(is_near(double(c) * b0 - std::conj(big(s)) * a0, 0, 1e-5), "rotg: zero");
  expect(is_near(double(c) * c + std::norm(big(s)), 1, 1e-5), "rotg: length");
}

/// The matrix that rotmg gives makes the second component of (sqrt(d1) x1, sqrt(d2) y1) zero.
void check_rotm() {
  for (const double y : {0.5, 3.0}) {
    double d1 = 2, d2 = 3, x1 = 1.5, h[5];
    expect(cublasDrotmg(handle, &d1, &d2, &x1, &y, h) == CUBLAS_STATUS_SUCCESS, "rotmg succeeds");
    Array<double> a(std::vector<double>{1.5, 7}), b(std::vector<double>{y, -2});
    expect(cublasDrotm(handle, 2, a.device, 1, b.device, 1, h) == CUBLAS_STATUS_SUCCESS,
           "rotm succeeds");
    expect(std::abs(b.download()[0]) < 1e-12, "rotm makes a zero");
    expect(std::abs(a.download()[0] - x1) < 1e-12, "rotm gives x1");
    expect(std::abs(d1 * x1 * x1 - (2 * 1.5 * 1.5 + 3 * y * y)) < 1e-12, "rotmg keeps the length");
  }
}

template <typename T>
void check_type() {
  for (const auto& [n, incx, incy] : {std::array{0, 1, 1}, std::array{1, 2, 1},
                                      std::array{300, -1, 2}, std::array{3000, 2, -3}}) {
    check_vectors<T>(n, incx, incy);
    check_sums<T>(n, incx, incy, n == 3000);
  }
  check_rotg<T>();
}

void check_copies_and_statuses() {
  const std::vector<float> sent = random_values<float>(20, 5);
  Array<float> device(std::vector<float>(40, 0));
  std::vector<float> back(20, 0);
  expect(cublasSetVector(10, 4, sent.data(), 2, device.device, 3) == CUBLAS_STATUS_SUCCESS &&
             cublasGetVector(10, 4, device.device, 3, back.data(), 1) == CUBLAS_STATUS_SUCCESS,
         "vectors are copied");
  for (int i = 0; i < 10; ++i) expect(back[i] == sent[2 * i], "a vector comes back");
  expect(cublasSetMatrix(3, 4, 4, sent.data(), 5, device.device, 7) == CUBLAS_STATUS_SUCCESS &&
             cublasGetMatrix(3, 4, 4, device.device, 7, back.data(), 4) == CUBLAS_STATUS_SUCCESS,
         "matrices are copied");
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 3; ++i) expect(back[4 * j + i] == sent[5 * j + i], "a matrix comes back");
  expect(cublasSetVector(1, 4, sent.data(), 0, device.device, 1) == CUBLAS_STATUS_INVALID_VALUE,
         "an increment of 0 is refused");
  expect(cublasSetMatrix(3, 1, 4, sent.data(), 2, device.device, 3) == CUBLAS_STATUS_INVALID_VALUE,
         "a small leading dimension is refused");
  float result;
  expect(cublasSasum(nullptr, 1, device.device, 1, &result) == CUBLAS_STATUS_NOT_INITIALIZED,
         "a missing handle is refused");
  expect(std::string(cublasGetStatusString(CUBLAS_STATUS_NOT_SUPPORTED)) ==
             "the functionality requested is not supported",
         "statuses have texts");
}

}  // namespace

int main() {
  expect(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS, "a handle is made");
  check_type<float>();
  check_type<double>();
  check_type<cuComplex>();
  check_type<cuDoubleComplex>();
  check_extreme_norms<float>(1e30, 1e-30);
  check_extreme_norms<double>(1e200, 1e-200);
  check_rotm();
  check_copies_and_statuses();
  expect(cublasDestroy(handle) == CUBLAS_STATUS_SUCCESS, "the handle ends");
  return finish("blas_vectors");
}
