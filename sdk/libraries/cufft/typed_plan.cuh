// The plans of float or double numbers.
#pragma once

#include <new>

#include "cufft/plan.cuh"

namespace heddle_fft {

/// The factors of a length, from small passes of radix 4 on; false: a prime factor is too large.
template <typename R>
bool factor(int length, Length<R>& result) {
  result.length = length;
  result.factors = 0;
  for (const int radix : {4, 2, 3, 5, 7, 11, 13}) {
    for (; length % radix == 0; length /= radix) result.radix[result.factors++] = radix;
  }
  return length == 1;
}

template <typename R>
class TypedPlan final : public Plan {
 public:
  using Number = Complex<R>;
  using Plan::Plan;
  ~TypedPlan() override {
    for (int i = 0; i < held_count_; ++i) cudaFree(held_[i]);
  }

  size_t work_bytes() const override { return work_bytes_; }

  cufftResult prepare() override {
    const long long count = request_.sizes.elements() * request_.batch;
    long long padded = 0;
    for (int i = 0; i < 3; ++i) {
      const int n = request_.sizes.n[i];
      if (n == 1) continue;
      const cufftResult result = prepare_axis(n, axes_[i]);
      if (result != CUFFT_SUCCESS) return result;
      if (axes_[i].is_bluestein) {
        const long long needed = count / n * axes_[i].length.length;
        padded = needed > padded ? needed : padded;
      }
    }
    const long long scratch = padded > count ? padded : count;
    dense_ = allocate(count);
    first_ = allocate(scratch);
    second_ = allocate(scratch);
    padded_ = padded > 0 ? allocate(padded) : nullptr;
    work_bytes_ = sizeof(Number) * (count + 2 * scratch + padded);
    const bool fine = dense_ != nullptr && first_ != nullptr && second_ != nullptr &&
                      (padded == 0 || padded_ != nullptr);
    return fine ? CUFFT_SUCCESS : CUFFT_ALLOC_FAILED;
  }

  cufftResult execute(const void* in, void* out, bool is_inverse, cudaStream_t stream) override {
    stream_ = stream;
    const Kind from = input_kind(), to = output_kind();
    const long long count = request_.sizes.elements() * request_.batch;
    Layout layout_in = request_.in, layout_out = request_.out;
    // Real numbers that complex ones take the place of have padded rows.
    const int padded_row = 2 * (request_.sizes.n[2] / 2 + 1);
    if (in == out && from == Kind::kReal && request_.is_in_basic) pad_rows(layout_in, padded_row);
    if (in == out && to == Kind::kReal && request_.is_out_basic) pad_rows(layout_out, padded_row);
    const bool is_dense_in = from == Kind::kComplex && is_dense(layout_in);
    const bool is_dense_out = to == Kind::kComplex && is_dense(layout_out);
    const Number* data = static_cast<const Number*>(in);
    if (!is_dense_in) {
      launch(gather<R>, count, request_.sizes, layout_in, from, count, in, dense_);
      data = dense_;
    }
    Number* const target = is_dense_out ? static_cast<Number*>(out) : dense_;
    run_axes(data, target, is_inverse);
    if (!is_dense_out)
      launch(scatter<R>, count, request_.sizes, layout_out, to, count,
             static_cast<const Number*>(target), out);
    return failed_ ? CUFFT_EXEC_FAILED : CUFFT_SUCCESS;
  }

 private:
  static constexpr int kMostInShared = 16384 / sizeof(Number);
  static constexpr int kMostHeld = 20;

  Kind input_kind() const {
    if (request_.type == CUFFT_R2C || request_.type == CUFFT_D2Z) return Kind::kReal;
    return request_.type == CUFFT_C2R || request_.type == CUFFT_Z2D ? Kind::kHalf : Kind::kComplex;
  }
  Kind output_kind() const {
    if (request_.type == CUFFT_C2R || request_.type == CUFFT_Z2D) return Kind::kReal;
    return request_.type == CUFFT_R2C || request_.type == CUFFT_D2Z ? Kind::kHalf : Kind::kComplex;
  }
  void pad_rows(Layout& layout, int row) const {
    layout.columns = row;
    layout.distance = static_cast<long long>(request_.sizes.n[0]) * request_.sizes.n[1] * row;
  }
  bool is_dense(const Layout& layout) const {
    const Sizes& sizes = request_.sizes;
    return layout.stride == 1 && layout.columns == sizes.n[2] &&
           (layout.rows == sizes.n[1] || sizes.n[0] == 1) &&
           (layout.distance == sizes.elements() || request_.batch == 1);
  }

  Number* allocate(long long count) {
    void* memory = nullptr;
    if (held_count_ == kMostHeld || cudaMalloc(&memory, count * sizeof(Number)) != cudaSuccess)
      return nullptr;
    held_[held_count_++] = memory;
    return static_cast<Number*>(memory);
  }
  const Number* upload(const Complex<double>* values, int count) {
    Number* const narrowed = static_cast<Number*>(malloc(count * sizeof(Number)));
    Number* const result = allocate(count);
    for (int i = 0; i < count; ++i)
      narrowed[i] = Number(static_cast<R>(values[i].x), static_cast<R>(values[i].y));
    if (result != nullptr)
      cudaMemcpy(result, narrowed, count * sizeof(Number), cudaMemcpyHostToDevice);
    free(narrowed);
    return result;
  }

  static Complex<double> turned(double part_of_turn) {
    return {cos(2 * M_PI * part_of_turn), sin(2 * M_PI * part_of_turn)};
  }

  cufftResult prepare_axis(int n, Axis<R>& axis) {
    axis.is_bluestein = !factor(n, axis.length);
    int length = n;
    if (axis.is_bluestein) {
      for (length = 1; length < 2 * n - 1;) length *= 2;
      factor(length, axis.length);
    }
    Complex<double>* const roots =
        static_cast<Complex<double>*>(malloc(length * sizeof(Complex<double>)));
    if (roots == nullptr) return CUFFT_ALLOC_FAILED;
    for (int k = 0; k < length; ++k) roots[k] = turned(static_cast<double>(k) / length);
    axis.length.roots = upload(roots, length);
    const bool fine = axis.length.roots != nullptr &&
                      (!axis.is_bluestein || prepare_bluestein(n, length, roots, axis));
    free(roots);
    return fine ? CUFFT_SUCCESS : CUFFT_ALLOC_FAILED;
  }

  bool prepare_bluestein(int n, int length, const Complex<double>* roots, Axis<R>& axis) {
    const size_t bytes = length * sizeof(Complex<double>);
    Complex<double>* const values = static_cast<Complex<double>*>(calloc(1, bytes));
    if (values == nullptr) return false;
    // k * k modulo 2 n keeps the angle exact.
    for (long long k = 0; k < n; ++k)
      values[k] = turned(static_cast<double>(k * k % (2LL * n)) / (2.0 * n));
    axis.chirp = upload(values, n);
    for (int k = 1; k < n; ++k) values[length - k] = values[k];
    // The filter of the inverse transform is the conjugate of this, because the chirp is even.
    transform_on_host(values, length, roots);
    axis.filter = upload(values, length);
    free(values);
    return axis.chirp != nullptr && axis.filter != nullptr;
  }

  /// The forward transform of a length that is a power of two, in place.
  static void transform_on_host(Complex<double>* x, int n, const Complex<double>* roots) {
    for (int i = 1, j = 0; i < n; ++i) {
      int bit = n >> 1;
      for (; (j & bit) != 0; bit >>= 1) j ^= bit;
      j ^= bit;
      if (i < j) {
        const Complex<double> kept = x[i];
        x[i] = x[j];
        x[j] = kept;
      }
    }
    for (int half = 1; half < n; half *= 2) {
      for (int first = 0; first < n; first += 2 * half) {
        for (int k = 0; k < half; ++k) {
          const Complex<double> turn = conjugate(roots[k * (n / (2 * half))]);
          const Complex<double> a = x[first + k], b = x[first + half + k] * turn;
          x[first + k] = a + b;
          x[first + half + k] = a - b;
        }
      }
    }
  }

  template <typename... Parameters, typename... Arguments>
  void launch(void (*kernel)(Parameters...), long long threads, Arguments... arguments) {
    launch_blocks(kernel, (threads + kThreads - 1) / kThreads, 0, Parameters(arguments)...);
  }
  template <typename... Parameters>
  void launch_blocks(void (*kernel)(Parameters...), long long blocks, size_t shared,
                     Parameters... arguments) {
    void* pointers[] = {&arguments...};
    if (cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(static_cast<unsigned>(blocks)),
                         dim3(kThreads), pointers, shared, stream_) != cudaSuccess) {
      failed_ = true;
    }
  }

  void run_axes(const Number* in, Number* out, bool is_inverse) {
    failed_ = false;
    const Sizes& sizes = request_.sizes;
    const long long count = sizes.elements() * request_.batch;
    int inner = 1;
    for (int i = 2; i >= 0; --i) {
      const int n = sizes.n[i];
      if (n > 1) {
        run_axis(axes_[i], {count / n, n, inner}, in, out, is_inverse);
        in = out;
      }
      inner *= n;
    }
    if (in != out && cudaMemcpyAsync(out, in, count * sizeof(Number), cudaMemcpyDeviceToDevice,
                                     stream_) != cudaSuccess) {
      failed_ = true;
    }
  }

  void run_axis(const Axis<R>& axis, const Lines& lines, const Number* in, Number* out,
                bool is_inverse) {
    if (!axis.is_bluestein) return run_lines(axis.length, lines, in, out, is_inverse);
    const int length = axis.length.length;
    const Lines longer = {lines.count, length, 1};
    const long long count = lines.count * length;
    launch(chirp_in<R>, count, lines, length, axis.chirp, in, padded_, is_inverse);
    run_lines(axis.length, longer, padded_, padded_, false);
    launch(chirp_product<R>, count, count, length, axis.filter, padded_, is_inverse);
    run_lines(axis.length, longer, padded_, padded_, true);
    launch(chirp_out<R>, lines.count * lines.length, lines, length, axis.chirp,
           static_cast<const Number*>(padded_), out, is_inverse);
  }

  void run_lines(const Length<R>& of, const Lines& lines, const Number* in, Number* out,
                 bool is_inverse) {
    if (of.length <= kMostInShared) {
      const int fitting = kMostInShared / of.length;
      const int wanted = lines.inner > 1 ? 8 : (2 * kThreads + of.length - 1) / of.length;
      const int together = fitting < wanted ? fitting : wanted;
      launch_blocks(fft_in_shared<R>, (lines.count + together - 1) / together,
                    2 * sizeof(Number) * together * of.length, of, lines, together, in, out,
                    is_inverse);
      return;
    }
    const Number* from = in;
    for (int pass = 0, done = 1; pass < of.factors; ++pass) {
      const int radix = of.radix[pass];
      Number* const to = pass == of.factors - 1 ? out : pass % 2 == 0 ? first_ : second_;
      launch(fft_pass<R>, lines.count * (of.length / radix), of, lines, radix, done, from, to,
             is_inverse);
      from = to;
      done *= radix;
    }
  }

  Axis<R> axes_[3] = {};
  void* held_[kMostHeld] = {};
  int held_count_ = 0;
  Number *dense_ = nullptr, *first_ = nullptr, *second_ = nullptr, *padded_ = nullptr;
  size_t work_bytes_ = 0;
  cudaStream_t stream_ = nullptr;
  bool failed_ = false;
};

template <typename R>
Plan* make_plan(const Request& request) {
  return new (std::nothrow) TypedPlan<R>(request);
}

}  // namespace heddle_fft
