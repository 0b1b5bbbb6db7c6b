// Intrinsics on the device against the same computed lane by lane on the host. Prints each that
// differs.
#include <cstdint>
#include <cstring>

#include <cuda_fp16.h>

constexpr int kCount = 256;
constexpr int kResults = 40;

/// Words with edges of every lane first, then a linear congruential sequence.
static void fill(unsigned* a, unsigned* b) {
  const unsigned edges[] = {0,           0xffffffffu, 0x80808080u, 0x7f7f7f7fu,
                            0x80000000u, 0x7fffffffu, 0x80007fffu, 0x00010001u,
                            0x01ff00feu, 0xff00ff01u, 1,           0x80017ffeu};
  unsigned state = 12345;
  for (int i = 0; i < kCount; ++i) {
    state = state * 1664525u + 1013904223u;
    a[i] = i < 144 ? edges[i / 12] : state;
    state = state * 1664525u + 1013904223u;
    b[i] = i < 144 ? edges[i % 12] : state;
  }
}

__global__ void compute(const unsigned* as, const unsigned* bs, unsigned* out) {
  const int i = threadIdx.x;
  const unsigned a = as[i], b = bs[i];
  unsigned* o = out + i * kResults;
  int n = 0;
  o[n++] = __vadd4(a, b);
  o[n++] = __vaddss4(a, b);
  o[n++] = __vaddus4(a, b);
  o[n++] = __vsub2(a, b);
  o[n++] = __vsubss2(a, b);
  o[n++] = __vsubus2(a, b);
  o[n++] = __vavgs4(a, b);
  o[n++] = __vavgu4(a, b);
  o[n++] = __vhaddu2(a, b);
  o[n++] = __vmaxs4(a, b);
  o[n++] = __vminu2(a, b);
  o[n++] = __vabsdiffs4(a, b);
  o[n++] = __vabsdiffu4(a, b);
  o[n++] = __vsads4(a, b);
  o[n++] = __vabsss2(a);
  o[n++] = __vnegss4(a);
  o[n++] = __vcmpgts4(a, b);
  o[n++] = __vsetleu2(a, b);
  o[n++] = __clz(a);
  o[n++] = __ffs(a);
  o[n++] = __popc(a);
  o[n++] = __brev(a);
  o[n++] = __byte_perm(a, b, b & 0x7777u);
  o[n++] = __mulhi(static_cast<int>(a), static_cast<int>(b));
  o[n++] = __umulhi(a, b);
  o[n++] = __mul24(static_cast<int>(a), static_cast<int>(b));
  o[n++] = __sad(static_cast<int>(a), static_cast<int>(b), 7);
  o[n++] = __usad(a, b, 7);
  o[n++] = __hadd(static_cast<int>(a), static_cast<int>(b));
  o[n++] = __rhadd(static_cast<int>(a), static_cast<int>(b));
  o[n++] = __urhadd(a, b);
  o[n++] = __dp4a(static_cast<int>(a), static_cast<int>(b), 3);
  o[n++] = __dp4a(a, b, 3u);
  o[n++] = __dp2a_hi(static_cast<int>(a), static_cast<int>(b), 3);
  o[n++] = __funnelshift_l(a, b, b);
  o[n++] = __funnelshift_rc(a, b, b & 63);
  o[n++] = min(a, static_cast<int>(b));
  o[n++] = max(static_cast<int>(a), static_cast<int>(b));
  o[n++] = __half_as_ushort(__float2half_rn(__uint_as_float(a)));
  o[n++] = __half_as_ushort(__hadd(__ushort_as_half(a & 0xffff), __ushort_as_half(b & 0xffff)));
}

/// One lane of `bits` bits as a signed or unsigned number.
static std::int64_t lane(unsigned word, int bits, int index, bool is_signed) {
  const std::int64_t value = word >> (bits * index) & ((1ull << bits) - 1);
  return is_signed && value >> (bits - 1) ? value - (1ll << bits) : value;
}

static std::int64_t clamp(std::int64_t value, std::int64_t low, std::int64_t high) {
  return value < low ? low : value > high ? high : value;
}

template <class F>
static unsigned lanes(unsigned a, unsigned b, int bits, bool is_signed, F f) {
  unsigned result = 0;
  for (int i = 0; i < 32 / bits; ++i) {
    const std::uint64_t value = f(lane(a, bits, i, is_signed), lane(b, bits, i, is_signed));
    result |= static_cast<unsigned>(value & ((1ull << bits) - 1)) << (bits * i);
  }
  return result;
}

static std::int64_t floor_half(std::int64_t x) { return x >= 0 ? x / 2 : -((1 - x) / 2); }

static void expect_lanes(unsigned a, unsigned b, unsigned* o) {
  using I = std::int64_t;
  o[0] = lanes(a, b, 8, false, [](I x, I y) { return x + y; });
  o[1] = lanes(a, b, 8, true, [](I x, I y) { return clamp(x + y, -128, 127); });
  o[2] = lanes(a, b, 8, false, [](I x, I y) { return clamp(x + y, 0, 255); });
  o[3] = lanes(a, b, 16, false, [](I x, I y) { return x - y; });
  o[4] = lanes(a, b, 16, true, [](I x, I y) { return clamp(x - y, -32768, 32767); });
  o[5] = lanes(a, b, 16, false, [](I x, I y) { return clamp(x - y, 0, 65535); });
  o[6] = lanes(a, b, 8, true,
               [](I x, I y) { return x + y >= 0 ? (x + y + 1) / 2 : floor_half(x + y); });
  o[7] = lanes(a, b, 8, false, [](I x, I y) { return (x + y + 1) / 2; });
  o[8] = lanes(a, b, 16, false, [](I x, I y) { return (x + y) / 2; });
  o[9] = lanes(a, b, 8, true, [](I x, I y) { return x > y ? x : y; });
  o[10] = lanes(a, b, 16, false, [](I x, I y) { return x < y ? x : y; });
  o[11] = lanes(a, b, 8, true, [](I x, I y) { return x > y ? x - y : y - x; });
  o[12] = lanes(a, b, 8, false, [](I x, I y) { return x > y ? x - y : y - x; });
  o[13] = 0;
  for (int i = 0; i < 4; ++i) {
    const I x = lane(a, 8, i, true), y = lane(b, 8, i, true);
    o[13] += static_cast<unsigned>(x > y ? x - y : y - x);
  }
  o[14] = lanes(a, 0, 16, true, [](I x, I) { return clamp(x < 0 ? -x : x, 0, 32767); });
  o[15] = lanes(a, 0, 8, true, [](I x, I) { return clamp(-x, -128, 127); });
  o[16] = lanes(a, b, 8, true, [](I x, I y) { return x > y ? 255 : 0; });
  o[17] = lanes(a, b, 16, false, [](I x, I y) { return x <= y ? 1 : 0; });
}

static unsigned half_bits(float value) {
  _Float16 half = static_cast<_Float16>(value);
  std::uint16_t bits;
  std::memcpy(&bits, &half, 2);
  return value != value ? 0x7fff : bits;
}

static float half_value(unsigned bits) {
  const std::uint16_t low = static_cast<std::uint16_t>(bits);
  _Float16 half;
  std::memcpy(&half, &low, 2);
  return half;
}

static void expect_words(unsigned a, unsigned b, unsigned* o) {
  using I = std::int64_t;
  const I sa = static_cast<int>(a), sb = static_cast<int>(b);
  const std::uint64_t both = static_cast<std::uint64_t>(b) << 32 | a;
  o[18] = o[19] = o[20] = o[21] = o[22] = 0;
  while (o[18] < 32 && !(a >> (31 - o[18]) & 1)) ++o[18];
  for (unsigned i = 32; i-- > 0;) o[19] = a >> i & 1 ? i + 1 : o[19];
  for (unsigned i = 0; i < 32; ++i) o[20] += a >> i & 1, o[21] |= (a >> i & 1) << (31 - i);
  for (int i = 0; i < 4; ++i)
    o[22] |= static_cast<unsigned>(both >> (8 * (b >> (4 * i) & 7)) & 0xff) << (8 * i);
  o[23] = static_cast<unsigned>(sa * sb >> 32);
  o[24] = static_cast<unsigned>(static_cast<std::uint64_t>(a) * b >> 32);
  o[25] = static_cast<unsigned>(lane(a, 24, 0, true) * lane(b, 24, 0, true));
  o[26] = static_cast<unsigned>((sa > sb ? sa - sb : sb - sa) + 7);
  o[27] = (a > b ? a - b : b - a) + 7;
  o[28] = static_cast<unsigned>(floor_half(sa + sb));
  o[29] = static_cast<unsigned>(floor_half(sa + sb + 1));
  o[30] = static_cast<unsigned>((static_cast<I>(a) + b + 1) / 2);
  o[31] = o[32] = 3;
  for (int i = 0; i < 4; ++i) {
    o[31] += static_cast<unsigned>(lane(a, 8, i, true) * lane(b, 8, i, true));
    o[32] += static_cast<unsigned>(lane(a, 8, i, false) * lane(b, 8, i, false));
  }
  o[33] = 3;
  for (int i = 0; i < 2; ++i)
    o[33] += static_cast<unsigned>(lane(a, 16, i, true) * lane(b, 8, 2 + i, true));
  o[34] = static_cast<unsigned>(both << (b & 31) >> 32);
  o[35] = static_cast<unsigned>((b & 63) >= 32 ? b : both >> (b & 63));
  o[36] = a < b ? a : b;
  o[37] = static_cast<unsigned>(sa > sb ? sa : sb);
  float value;
  std::memcpy(&value, &a, 4);
  o[38] = half_bits(value);
  o[39] = half_bits(half_value(a) + half_value(b));
}

int main() {
  unsigned a[kCount], b[kCount], got[kCount * kResults], want[kResults];
  fill(a, b);
  unsigned *da, *db, *dout;
  cudaMalloc(&da, sizeof(a));
  cudaMalloc(&db, sizeof(b));
  cudaMalloc(&dout, sizeof(got));
  cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
  compute<<<1, kCount>>>(da, db, dout);
  if (cudaMemcpy(got, dout, sizeof(got), cudaMemcpyDeviceToHost) != cudaSuccess) return 2;
  int wrong = 0;
  for (int i = 0; i < kCount; ++i) {
    expect_lanes(a[i], b[i], want);
    expect_words(a[i], b[i], want);
    for (int n = 0; n < kResults; ++n) {
      const bool nan =
          n >= 38 && (got[i * kResults + n] & 0x7fff) > 0x7c00 && (want[n] & 0x7fff) > 0x7c00;
      if (got[i * kResults + n] == want[n] || nan) continue;
      if (++wrong < 20)
        printf("result %d of %08x %08x: got %08x, want %08x\n", n, a[i], b[i],
               got[i * kResults + n], want[n]);
    }
  }
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
