// nvstd::function on host and device: targets of every kind, small and large, copied, moved and
// gone.
#include <cstdio>
#include <nvfunctional>

using Unary = nvstd::function<int(int)>;

__host__ __device__ int twice(int x) { return 2 * x; }

/// Counts how many of its kind there are.
template <int Words>
struct Counted {
  int* alive;
  int words[Words];

  __host__ __device__ Counted(int* count, int value) : alive(count) {
    words[Words - 1] = value;
    ++*alive;
  }
  __host__ __device__ Counted(const Counted& other) : alive(other.alive) {
    words[Words - 1] = other.words[Words - 1];
    ++*alive;
  }
  __host__ __device__ ~Counted() { --*alive; }
  __host__ __device__ int operator()(int x) { return words[Words - 1] += x; }
};

/// Two functions with targets of their own that begin with 10 and 20; one bit for each mistake.
template <int Words>
__host__ __device__ int exercise() {
  int alive = 0, wrong = 0;
  {
    Unary first{Counted<Words>(&alive, 10)};
    Unary second(first);
    wrong |= alive == 2 ? 0 : 1;
    wrong |= first(1) == 11 && first(1) == 12 && second(5) == 15 ? 0 : 2;  // each has a state
    second = Counted<Words>(&alive, 20);
    wrong |= alive == 2 && second(1) == 21 ? 0 : 4;
    swap(first, second);
    wrong |= first(0) == 21 && second(0) == 12 ? 0 : 8;
    Unary third(static_cast<Unary&&>(first));
    wrong |= !first && third(0) == 21 && alive == 2 ? 0 : 16;
    first = third;
    third = nullptr;
    wrong |= third == nullptr && first != nullptr && alive == 2 ? 0 : 32;
    second = static_cast<Unary&&>(first);
    wrong |= first == nullptr && second(1) == 22 && alive == 1 ? 0 : 64;
    second = twice;
    wrong |= second(21) == 42 && alive == 0 ? 0 : 128;
  }
  return alive == 0 ? wrong : wrong | 256;
}

__host__ __device__ int others() {
  int wrong = 0, sum = 0;
  int (*none)(int) = nullptr;
  const Unary empty(none), nothing;
  wrong |= empty || nothing ? 1 : 0;
  const nvstd::function<void(int&, const int&)> add = [](int& a, const int& b) { a += b; };
  add(sum, 3);
  add(sum, 4);
  wrong |= sum == 7 ? 0 : 2;
  const nvstd::function<double()> widened = [sum]() { return sum; };
  wrong |= widened() == 7.0 ? 0 : 4;
  return wrong;
}

__device__ int apply(Unary f, int x) { return f(x); }

__global__ void on_device(int* out) {
  const int lane = static_cast<int>(threadIdx.x);
  if (lane == 0) {
    out[0] = exercise<1>();
    out[1] = exercise<40>();
    out[2] = others();
  }
  // Lanes with targets of different types.
  const int base = out[3];
  Unary mine = twice;
  if (lane % 2 == 1) mine = [=](int x) { return base - x; };
  out[4 + lane] = apply(mine, lane);
}

int main() {
  int* out;
  cudaMallocManaged(&out, 68 * sizeof *out);
  out[3] = 1000;
  on_device<<<1, 64>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  int wrong = out[0] | out[1] | out[2] | exercise<1>() | exercise<40>() | others();
  for (int lane = 0; lane < 64; ++lane) {
    wrong |= out[4 + lane] == (lane % 2 == 1 ? 1000 - lane : 2 * lane) ? 0 : 512;
  }
  try {
    Unary()(1);
    wrong |= 1024;
  } catch (const std::bad_function_call&) {
  }
  if (wrong != 0) std::printf("wrong: %x (device %x %x %x)\n", wrong, out[0], out[1], out[2]);
  return wrong != 0;
}
