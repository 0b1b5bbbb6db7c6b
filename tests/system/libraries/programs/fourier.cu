// cuFFT against sums of the definition on the host: lengths of small and large prime factors, short
// and long, one to three dimensions, batches, strides, real numbers, and transforms in place.
#include <cufft.h>

#include "check.cuh"

using namespace check;

namespace {

void expect_success(cufftResult result, const std::string& what) {
  expect(result == CUFFT_SUCCESS, what + " succeeds");
}

/// The transform of the numbers that lie `step` apart.
void transform_line(Big* x, int n, std::size_t step, int direction) {
  std::vector<Big> turns(n), sums(n);
  for (int k = 0; k < n; ++k) turns[k] = std::polar(1.0, direction * 2 * M_PI * k / n);
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i) sums[k] += x[i * step] * turns[static_cast<long long>(i) * k % n];
  for (int k = 0; k < n; ++k) x[k * step] = sums[k];
}

/// The transform of a dense array, dimension by dimension.
std::vector<Big> transformed(std::vector<Big> x, const std::vector<int>& sizes, int direction) {
  std::size_t inner = 1, each = 1;
  for (const int n : sizes) each *= n;
  for (std::size_t d = sizes.size(); d-- > 0;) {
    const std::size_t n = sizes[d];
    for (std::size_t first = 0; first < x.size(); first += inner * n)
      for (std::size_t i = 0; i < inner; ++i)
        transform_line(&x[first + i], sizes[d], inner, direction);
    inner *= n;
  }
  return x;
}

std::string name_of(const std::vector<int>& sizes, int batch) {
  std::string text = "transform";
  for (const int n : sizes) text += " " + std::to_string(n);
  return text + ", " + std::to_string(batch) + " of them";
}

/// To within the size of the numbers: sums of n numbers.
template <typename T>
double tolerance_of(const std::vector<int>& sizes) {
  double n = 1;
  for (const int size : sizes) n *= size;
  return 4 * kTolerance<T> * std::sqrt(n);
}

cufftResult plan_of(cufftHandle* plan, std::vector<int> sizes, cufftType type, int batch) {
  if (batch == 1 && sizes.size() == 2) return cufftPlan2d(plan, sizes[0], sizes[1], type);
  if (batch == 1 && sizes.size() == 3) return cufftPlan3d(plan, sizes[0], sizes[1], sizes[2], type);
  if (sizes.size() == 1) return cufftPlan1d(plan, sizes[0], type, batch);
  return cufftPlanMany(plan, static_cast<int>(sizes.size()), sizes.data(), nullptr, 1, 0, nullptr,
                       1, 0, type, batch);
}

template <typename T, typename Exec>
void check_complex(const std::vector<int>& sizes, int batch, cufftType type, Exec exec,
                   bool in_place) {
  std::size_t count = batch;
  for (const int n : sizes) count *= n;
  Array<T> in(random_values<T>(count, 81)), out(std::vector<T>(count, small<T>(0)));
  const std::vector<Big> numbers = bigs(in.host);
  cufftHandle plan;
  expect_success(plan_of(&plan, sizes, type, batch), "a plan");
  for (const int direction : {CUFFT_FORWARD, CUFFT_INVERSE}) {
    in.host.clear();
    for (const Big& number : numbers) in.host.push_back(small<T>(number));
    in.upload();
    expect_success(exec(plan, in.device, in_place ? in.device : out.device, direction),
                   "the transform");
    expect_near((in_place ? in : out).download(), transformed(numbers, sizes, direction),
                name_of(sizes, batch), tolerance_of<T>(sizes));
  }
  expect_success(cufftDestroy(plan), "cufftDestroy");
}

/// Real numbers to half of their transform, and back to the numbers times their count.
template <typename R, typename T, typename Forward, typename Back>
void check_real(const std::vector<int>& sizes, int batch, cufftType to, cufftType from,
                Forward forward, Back back, bool in_place) {
  std::size_t lines = batch, each = 1;
  for (std::size_t d = 0; d + 1 < sizes.size(); ++d) lines *= sizes[d];
  for (const int size : sizes) each *= size;
  const std::size_t n = sizes.back(), half = n / 2 + 1, row = in_place ? 2 * half : n;
  Array<R> real(random_where<R>(lines * 2 * half, 82,
                                [=](std::size_t i) { return i < lines * row && i % row < n; }));
  Array<T> complex(std::vector<T>(lines * half, small<T>(0)));
  std::vector<Big> numbers, wanted, again(bigs(real.host));
  for (std::size_t i = 0; i < lines * n; ++i) numbers.push_back(real.host[i / n * row + i % n]);
  const std::vector<Big> whole = transformed(numbers, sizes, CUFFT_FORWARD);
  for (std::size_t i = 0; i < lines * half; ++i) wanted.push_back(whole[i / half * n + i % half]);
  T* const target = in_place ? reinterpret_cast<T*>(real.device) : complex.device;
  cufftHandle plan, inverse;
  expect_success(plan_of(&plan, sizes, to, batch), "a plan of real numbers");
  expect_success(plan_of(&inverse, sizes, from, batch), "a plan to real numbers");
  expect_success(forward(plan, real.device, target), "the transform of real numbers");
  cudaMemcpy(complex.host.data(), target, lines * half * sizeof(T), cudaMemcpyDeviceToHost);
  expect_near(complex.host, wanted, "real " + name_of(sizes, batch), tolerance_of<T>(sizes));
  expect_success(back(inverse, target, real.device), "the transform to real numbers");
  real.download();
  for (std::size_t i = 0; i < lines * n; ++i)
    expect(is_near(real.host[i / n * row + i % n], numbers[i] * static_cast<double>(each),
                   tolerance_of<T>(sizes) * static_cast<double>(each)),
           "back to real " + name_of(sizes, batch));
  cufftDestroy(plan);
  cufftDestroy(inverse);
}

/// Columns of a matrix that stays where it is, into rows with gaps.
void check_strides() {
  int n[] = {24}, inembed[] = {24}, onembed[] = {24};
  const int batch = 5, stride = 7, gap = 3;
  const Array<cuComplex> in(random_values<cuComplex>(24 * stride, 83));
  Array<cuComplex> out(std::vector<cuComplex>(batch * (24 * 2 + gap), small<cuComplex>(kNone)));
  std::vector<Big> wanted = bigs(out.host);
  for (int b = 0; b < batch; ++b) {
    std::vector<Big> line;
    for (int i = 0; i < 24; ++i) line.push_back(big(in.host[b + i * stride]));
    line = transformed(line, {24}, CUFFT_FORWARD);
    for (int i = 0; i < 24; ++i) wanted[b * (24 * 2 + gap) + 2 * i] = line[i];
  }
  cufftHandle plan;
  expect_success(
      cufftPlanMany(&plan, 1, n, inembed, stride, 1, onembed, 2, 24 * 2 + gap, CUFFT_C2C, batch),
      "a plan with strides");
  expect_success(cufftExecC2C(plan, in.device, out.device, CUFFT_FORWARD),
                 "a transform with strides");
  expect_near(out.download(), wanted, "transform with strides", 1e-4);
  cufftDestroy(plan);
}

void check_type(const std::vector<int>& sizes, int batch, bool in_place = false) {
  check_complex<cuComplex>(sizes, batch, CUFFT_C2C, cufftExecC2C, in_place);
  check_complex<cuDoubleComplex>(sizes, batch, CUFFT_Z2Z, cufftExecZ2Z, in_place);
  check_real<float, cuComplex>(sizes, batch, CUFFT_R2C, CUFFT_C2R, cufftExecR2C, cufftExecC2R,
                               in_place);
  check_real<double, cuDoubleComplex>(sizes, batch, CUFFT_D2Z, CUFFT_Z2D, cufftExecD2Z,
                                      cufftExecZ2D, in_place);
}

}  // namespace

int main() {
  for (const int n : {1, 2, 8, 15, 64, 77, 169, 1000}) check_type({n}, 3);
  for (const int n : {17, 101, 38}) check_type({n}, 2);
  check_type({4096}, 1);        // beyond shared memory
  check_type({1201}, 1, true);  // a large prime
  check_type({12, 20}, 1);
  check_type({9, 34}, 2, true);
  check_type({6, 10, 14}, 1);
  check_type({4, 5, 7}, 2, true);
  check_strides();
  cufftHandle plan = 77;
  expect(cufftExecC2C(plan, nullptr, nullptr, CUFFT_FORWARD) == CUFFT_INVALID_PLAN,
         "an absent plan is refused");
  expect(cufftPlan1d(&plan, 0, CUFFT_C2C, 1) == CUFFT_INVALID_SIZE, "a size of 0 is refused");
  return finish("fourier");
}
