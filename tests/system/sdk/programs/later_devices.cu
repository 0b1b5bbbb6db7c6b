// Intrinsics that came with compute capabilities 8 and 9: reductions of a warp, and DPX, each
// against its definition in wide integers.
#include <algorithm>
#include <cstdint>
#include <cstdio>

constexpr int kCount = 1728, kResults = 34, kReductions = 9;

/// Every function of DPX; predicates in the last six words.
__host__ __device__ void compute(unsigned a, unsigned b, unsigned c, unsigned* out) {
  const int x = static_cast<int>(a), y = static_cast<int>(b), z = static_cast<int>(c);
  bool told[12];
  unsigned* o = out;
#define BOTH(of)                            \
  *o++ = __vi##of##3_s32(x, y, z);          \
  *o++ = __vi##of##3_u32(a, b, c);          \
  *o++ = __vi##of##3_s16x2(a, b, c);        \
  *o++ = __vi##of##3_u16x2(a, b, c);        \
  *o++ = __vi##of##3_s32_relu(x, y, z);     \
  *o++ = __vi##of##3_s16x2_relu(a, b, c);   \
  *o++ = __viadd##of##_s32(x, y, z);        \
  *o++ = __viadd##of##_u32(a, b, c);        \
  *o++ = __viadd##of##_s16x2(a, b, c);      \
  *o++ = __viadd##of##_u16x2(a, b, c);      \
  *o++ = __viadd##of##_s32_relu(x, y, z);   \
  *o++ = __viadd##of##_s16x2_relu(a, b, c); \
  *o++ = __vi##of##_s32_relu(x, y);         \
  *o++ = __vi##of##_s16x2_relu(a, b);
  BOTH(max)
  BOTH(min)
  unsigned largest = __vibmax_s32(x, y, told) ^ __vibmax_u32(a, b, told + 1);
  largest ^= __vibmax_s16x2(a, b, told + 2, told + 3) * 3;
  *o++ = largest ^ __vibmax_u16x2(a, b, told + 4, told + 5) * 5;
  unsigned least = __vibmin_s32(x, y, told + 6) ^ __vibmin_u32(a, b, told + 7);
  least ^= __vibmin_s16x2(a, b, told + 8, told + 9) * 3;
  *o++ = least ^ __vibmin_u16x2(a, b, told + 10, told + 11) * 5;
  for (int i = 0; i < 12; i += 3) *o++ = told[i] | told[i + 1] << 1 | told[i + 2] << 2;
}

using Wide = std::int64_t;
Wide lane_of(unsigned word, int bits, bool is_signed, int shift) {
  const Wide value = word >> shift & ((1ull << bits) - 1);
  return is_signed && (value >> (bits - 1)) ? value - (Wide(1) << bits) : value;
}
struct Kind {
  int bits;
  bool is_signed;
};
constexpr Kind kS32{32, true}, kU32{32, false}, kS16{16, true}, kU16{16, false};
enum class Form { three, add, two };

/// The definition, lane by lane.
unsigned expected(bool is_max, Form form, Kind kind, bool relu, const unsigned (&in)[3]) {
  unsigned result = 0;
  for (int shift = 0; shift < 32; shift += kind.bits) {
    Wide lanes[3];
    for (int i = 0; i < 3; ++i) lanes[i] = lane_of(in[i], kind.bits, kind.is_signed, shift);
    if (form == Form::add) {
      const Wide sum = lanes[0] + lanes[1];
      lanes[0] = lanes[1] = lane_of(static_cast<unsigned>(sum), kind.bits, kind.is_signed, 0);
    }
    if (form == Form::two) lanes[2] = lanes[1];
    Wide best = is_max ? *std::max_element(lanes, lanes + 3) : *std::min_element(lanes, lanes + 3);
    if (relu) best = std::max<Wide>(best, 0);
    result |= static_cast<unsigned>(best & ((Wide(1) << kind.bits) - 1)) << shift;
  }
  return result;
}

void define(const unsigned (&in)[3], unsigned* o) {
  for (const bool is_max : {true, false}) {
    for (const Form form : {Form::three, Form::add}) {
      for (const Kind kind : {kS32, kU32, kS16, kU16})
        *o++ = expected(is_max, form, kind, false, in);
      for (const Kind kind : {kS32, kS16}) *o++ = expected(is_max, form, kind, true, in);
    }
    for (const Kind kind : {kS32, kS16}) *o++ = expected(is_max, Form::two, kind, true, in);
  }
  bool told[12];
  bool* next = told;
  for (const bool is_max : {true, false}) {
    const auto two = [&](Kind kind) { return expected(is_max, Form::two, kind, false, in); };
    *o++ = two(kS32) ^ two(kU32) ^ two(kS16) * 3 ^ two(kU16) * 5;
    for (const Kind kind : {kS32, kU32, kS16, kU16}) {
      for (int shift = 32 - kind.bits; shift >= 0; shift -= 16) {
        const Wide a = lane_of(in[0], kind.bits, kind.is_signed, shift);
        const Wide b = lane_of(in[1], kind.bits, kind.is_signed, shift);
        *next++ = is_max ? a >= b : a <= b;
      }
    }
  }
  for (int i = 0; i < 12; i += 3) *o++ = told[i] | told[i + 1] << 1 | told[i + 2] << 2;
}

const unsigned kEdges[] = {0,           1,           0xffffffffu, 0x80000000u,
                           0x7fffffffu, 0x80007fffu, 0x7fff8000,  0x0001ffff,
                           0xffff0001u, 12345,       0xdeadbeefu, 0x00ff7001};
void input(int i, unsigned (&in)[3]) {
  in[0] = kEdges[i % 12];
  in[1] = kEdges[i / 12 % 12];
  in[2] = kEdges[i / 144];
}

__global__ void compute_all(const unsigned* in, unsigned* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kCount) compute(in[3 * i], in[3 * i + 1], in[3 * i + 2], out + i * kResults);
}

__global__ void reduce(const unsigned* in, unsigned* out) {
  const unsigned value = in[3 * threadIdx.x],
                 mask = threadIdx.x % 3 == 0 ? 0x49249249u : 0xb6db6db6u;
  const int number = static_cast<int>(value);
  unsigned* o = out + threadIdx.x * kReductions;
  if (threadIdx.x % 3 == 0) {  // both groups of lanes, in turn
    o[0] = __reduce_add_sync(mask, value);
    o[1] = __reduce_add_sync(mask, number);
  } else {
    o[0] = __reduce_add_sync(mask, value);
    o[1] = __reduce_add_sync(mask, number);
  }
  o[2] = __reduce_min_sync(~0u, value);
  o[3] = __reduce_min_sync(~0u, number);
  o[4] = __reduce_max_sync(~0u, value);
  o[5] = __reduce_max_sync(~0u, number);
  o[6] = __reduce_and_sync(~0u, value | 0x100u);
  o[7] = __reduce_or_sync(~0u, value & 0xff00ff00u);
  o[8] = __reduce_xor_sync(~0u, value);
}

bool reductions_are_right(const unsigned* in, const unsigned* out) {
  unsigned sums[2] = {}, all = ~0u, any = 0, odd = 0, least = ~0u, most = 0;
  int lowest = 0x7fffffff, highest = -lowest - 1;
  for (int lane = 0; lane < 32; ++lane) {
    const unsigned value = in[3 * lane];
    sums[lane % 3 == 0] += value;
    all &= value | 0x100u, any |= value & 0xff00ff00u, odd ^= value;
    least = std::min(least, value), most = std::max(most, value);
    lowest = std::min(lowest, static_cast<int>(value));
    highest = std::max(highest, static_cast<int>(value));
  }
  for (int lane = 0; lane < 32; ++lane) {
    const unsigned sum = sums[lane % 3 == 0];
    const unsigned right[kReductions] = {sum, sum, least, unsigned(lowest), most, unsigned(highest),
                                         all, any, odd};
    if (!std::equal(right, right + kReductions, out + lane * kReductions)) return false;
  }
  return true;
}

int main() {
  unsigned *in, *out, *reduced;
  cudaMallocManaged(&in, kCount * 3 * sizeof *in);
  cudaMallocManaged(&out, kCount * kResults * sizeof *out);
  cudaMallocManaged(&reduced, 32 * kReductions * sizeof *reduced);
  for (int i = 0; i < kCount; ++i) {
    unsigned words[3];
    input(i, words);
    std::copy(words, words + 3, in + 3 * i);
  }
  compute_all<<<(kCount + 127) / 128, 128>>>(in, out);
  reduce<<<1, 32>>>(in, reduced);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  int wrong = reductions_are_right(in, reduced) ? 0 : 1;
  if (wrong != 0) std::printf("a reduction is wrong\n");
  for (int i = 0; i < kCount; ++i) {
    unsigned words[3], right[kResults], host[kResults];
    input(i, words);
    define(words, right);
    compute(words[0], words[1], words[2], host);
    for (int j = 0; j < kResults; ++j) {
      if (right[j] == out[i * kResults + j] && right[j] == host[j]) continue;
      if (++wrong < 10) {
        std::printf("result %d of %x %x %x: %x, not %x\n", j, words[0], words[1], words[2],
                    out[i * kResults + j], right[j]);
      }
    }
  }
  return wrong != 0;
}
