// Products of a warpgroup (wgmma): types, layouts of matrices in shared memory, A in registers, signs,
// transposed and sparse matrices, against sums that the host computes. All elements are small whole
// numbers, so every sum is exact in every type.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "self_checks.h"

constexpr int kImageBytes = 48 * 1024;  ///< of each matrix in shared memory
constexpr int kRows = 64, kMostRegisters = 32;

struct Operands {
  uint64_t a, b;           ///< descriptors, but for the place of the matrices
  uint32_t a_rows[128][4]; ///< A in registers
  uint32_t indices[128];   ///< of a sparse A
  int adds;                ///< whether the old D counts
};

__device__ uint32_t shared_of(const void* variable) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(variable));
}

#define D4 "{%0, %1, %2, %3}"
#define D32                                                                                     \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, " \
  "%20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}"
#define D2 "{%0, %1}"

/// A kernel with one product. `text`: the operands after D, by the names a, b, r0 to r3, i and p.
#define PRODUCT(name, instruction, d_list, text)                                                  \
  __global__ void name(uint32_t* to, const unsigned char* image, const Operands* given) {         \
    extern __shared__ __align__(1024) unsigned char shared[];                                     \
    for (int i = threadIdx.x; i < 2 * kImageBytes / 4; i += 128)                                  \
      reinterpret_cast<uint32_t*>(shared)[i] = reinterpret_cast<const uint32_t*>(image)[i];       \
    __syncthreads();                                                                              \
    uint32_t d[kMostRegisters];                                                                   \
    for (int i = 0; i < kMostRegisters; ++i) d[i] = to[threadIdx.x * kMostRegisters + i];         \
    const uint64_t a = given->a + (shared_of(shared) >> 4);                                       \
    const uint64_t b = given->b + (shared_of(shared + kImageBytes) >> 4);                         \
    const uint32_t* const r = given->a_rows[threadIdx.x];                                         \
    asm volatile("fence.proxy.async;\nwgmma.fence.sync.aligned;" ::: "memory");                   \
    asm volatile(                                                                                 \
        "{\n .reg .pred p;\n .reg .b64 a, b;\n .reg .b32 r0, r1, r2, r3, i;\n"                    \
        " mov.b64 a, %32;\n mov.b64 b, %33;\n setp.ne.s32 p, %34, 0;\n mov.b32 i, %35;\n"         \
        " mov.b32 r0, %36;\n mov.b32 r1, %37;\n mov.b32 r2, %38;\n mov.b32 r3, %39;\n " instruction \
        " " d_list ", " text ";\n}"                                                               \
        : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]), "+r"(d[4]), "+r"(d[5]), "+r"(d[6]),     \
          "+r"(d[7]), "+r"(d[8]), "+r"(d[9]), "+r"(d[10]), "+r"(d[11]), "+r"(d[12]), "+r"(d[13]), \
          "+r"(d[14]), "+r"(d[15]), "+r"(d[16]), "+r"(d[17]), "+r"(d[18]), "+r"(d[19]),           \
          "+r"(d[20]), "+r"(d[21]), "+r"(d[22]), "+r"(d[23]), "+r"(d[24]), "+r"(d[25]),           \
          "+r"(d[26]), "+r"(d[27]), "+r"(d[28]), "+r"(d[29]), "+r"(d[30]), "+r"(d[31])            \
        : "l"(a), "l"(b), "r"(given->adds), "r"(given->indices[threadIdx.x]), "r"(r[0]),          \
          "r"(r[1]), "r"(r[2]), "r"(r[3])                                                         \
        : "memory");                                                                              \
    asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory"); \
    for (int i = 0; i < kMostRegisters; ++i) to[threadIdx.x * kMostRegisters + i] = d[i];         \
  }

#define MMA "wgmma.mma_async.sync.aligned."
PRODUCT(f16_f32, MMA "m64n64k16.f32.f16.f16", D32, "a, b, p, 1, 1, 0, 0")
PRODUCT(f16_f32_negative, MMA "m64n64k16.f32.f16.f16", D32, "a, b, p, -1, 1, 0, 0")
PRODUCT(f16_f32_a_turned, MMA "m64n64k16.f32.f16.f16", D32, "a, b, p, 1, 1, 1, 0")
PRODUCT(f16_f32_b_turned, MMA "m64n64k16.f32.f16.f16", D32, "a, b, p, 1, 1, 0, 1")
PRODUCT(f16_f32_rows, MMA "m64n64k16.f32.f16.f16", D32, "{r0, r1, r2, r3}, b, p, 1, -1, 0")
PRODUCT(f16_f16, MMA "m64n8k16.f16.f16.f16", D2, "a, b, p, 1, 1, 0, 0")
PRODUCT(bf16_f32, MMA "m64n8k16.f32.bf16.bf16", D4, "a, b, p, 1, 1, 0, 0")
PRODUCT(tf32_f32, MMA "m64n8k8.f32.tf32.tf32", D4, "a, b, p, 1, 1")
PRODUCT(tf32_f32_rows, MMA "m64n8k8.f32.tf32.tf32", D4, "{r0, r1, r2, r3}, b, p, -1, 1")
PRODUCT(e4m3_f32, MMA "m64n64k32.f32.e4m3.e5m2", D32, "a, b, p, 1, 1")
PRODUCT(e5m2_f16, MMA "m64n8k32.f16.e5m2.e4m3", D2, "a, b, p, 1, -1")
PRODUCT(s8_s32, MMA "m64n64k32.s32.s8.u8", D32, "a, b, p")
PRODUCT(u8_s32_rows, MMA "m64n8k32.s32.u8.s8.satfinite", D4, "{r0, r1, r2, r3}, b, p")
PRODUCT(b1_s32, MMA "m64n8k256.s32.b1.b1.and.popc", D4, "a, b, p")
#define SPARSE "wgmma.mma_async.sp.sync.aligned."
PRODUCT(sparse_f16, SPARSE "m64n64k32.f32.f16.f16", D32, "a, b, i, 0, p, 1, 1, 0, 0")
PRODUCT(sparse_s8, SPARSE "m64n64k64.s32.s8.s8", D32, "a, b, i, 0, p")

using Kernel = void (*)(uint32_t*, const unsigned char*, const Operands*);

enum class Type { f16, bf16, tf32, e4m3, e5m2, s8, u8, b1, f32, s32 };

static int bits_of(Type type) {
  switch (type) {
    case Type::f16:
    case Type::bf16:
      return 16;
    case Type::tf32:
    case Type::f32:
    case Type::s32:
      return 32;
    case Type::b1:
      return 1;
    default:
      return 8;
  }
}

static uint32_t encoded(int value, Type type) {
  const auto number = static_cast<float>(value);
  uint32_t bits = 0;
  switch (type) {
    case Type::f16:
      return __half_as_ushort(__float2half(number));
    case Type::bf16:
      return __bfloat16_as_ushort(__float2bfloat16(number));
    case Type::tf32:
    case Type::f32:
      memcpy(&bits, &number, 4);
      return bits;
    case Type::e4m3:
      return __nv_cvt_float_to_fp8(number, __NV_SATFINITE, __NV_E4M3);
    case Type::e5m2:
      return __nv_cvt_float_to_fp8(number, __NV_SATFINITE, __NV_E5M2);
    case Type::b1:
      return value & 1;
    default:
      return static_cast<uint32_t>(value) & (type == Type::s32 ? ~0u : 0xffu);
  }
}

/// How a matrix lies in shared memory.
struct Layout {
  int span = 16;          ///< bytes in which units are swizzled; 16: they are not
  bool mn_major = false;  ///< the rows of A, or columns of B, are consecutive
  int start = 0;          ///< byte in the image
  int leading = 128, stride = 256;
};

static uint64_t descriptor_of(const Layout& layout) {
  static const auto mode = [](int span) { return span == 128 ? 1 : span == 64 ? 2 : span == 32 ? 3 : 0; };
  return static_cast<uint64_t>(layout.start >> 4) |
         static_cast<uint64_t>(layout.leading >> 4) << 16 |
         static_cast<uint64_t>(layout.stride >> 4) << 32 |
         static_cast<uint64_t>(mode(layout.span)) << 62;
}

/// The bit at which an element begins.
static long bit_of(const Layout& layout, int mn, int k, int bits) {
  long byte, within;
  if (!layout.mn_major) {
    const long along = static_cast<long>(k) * bits / 8;
    within = static_cast<long>(k) * bits % 8;
    byte = layout.span == 16
               ? mn / 8 * layout.stride + mn % 8 * 16 + along / 16 * layout.leading + along % 16
               : mn / 8 * layout.stride + mn % 8 * layout.span + along;
  } else {
    const int unit = mn * bits / 128, units = layout.span / 16;
    within = 0;
    byte = layout.span == 16
               ? unit * layout.stride + k / 8 * layout.leading + k % 8 * 16
               : unit / units * layout.leading + unit % units * 16 + k / 8 * layout.stride +
                     k % 8 * layout.span;
    byte += mn * bits / 8 % 16;
  }
  byte += layout.start;
  byte ^= (byte >> 7 & (layout.span / 16 - 1)) << 4;
  return byte * 8 + within;
}

static void put(unsigned char* image, const Layout& layout, int mn, int k, Type type, int value) {
  const int bits = bits_of(type);
  const long at = bit_of(layout, mn, k, bits);
  const uint32_t word = encoded(value, type);
  if (bits == 1)
    image[at / 8] |= word << at % 8;
  else
    memcpy(image + at / 8, &word, bits / 8);
}

struct Product {
  Kernel kernel;
  int n, k;
  Type a, b, d;
  Layout of_a, of_b;
  int sign = 1;
  bool in_registers = false;
  bool is_sparse = false;
  bool adds = true;
};

static uint32_t random_state = 7;
static int random_number(Type type) {
  random_state = random_state * 1664525u + 1013904223u;
  const int value = static_cast<int>(random_state >> 24);
  if (type == Type::b1) return value & 1;
  return type == Type::u8 ? value % 8 : value % 9 - 4;
}

/// The place of an element of D: the thread, the register, and for f16 the half of the register.
static void place_of(int row, int column, bool is_half, int& thread, int& index, int& shift) {
  thread = row / 16 * 32 + row % 8 * 4 + column % 8 / 2;
  const int pair = column / 8 * 2 + row % 16 / 8;
  index = is_half ? pair : 2 * pair + column % 2;
  shift = is_half ? column % 2 * 16 : 0;
}

/// A row of A with two of four elements that are not zero; `stored`: those two, in order.
struct SparseRow {
  std::vector<int> dense, stored, indices;
};

static SparseRow sparse_row(int k, Type type) {
  SparseRow row;
  row.dense.assign(k, 0);
  for (int group = 0; group < k / 4; ++group) {
    const int first = (random_number(Type::u8) + group) % 3;
    const int second = first + 1 + random_number(Type::u8) % (3 - first);
    for (const int place : {first, second}) {
      row.indices.push_back(place);
      row.stored.push_back(random_number(type));
      row.dense[group * 4 + place] = row.stored.back();
    }
  }
  return row;
}

/// The register of indices that holds those of a row's group of four: for 16-bit elements of lanes
/// 0 and 1 of each four, for 8-bit elements of all four lanes.
static void put_indices(Operands& operands, int row, const SparseRow& from, int bits) {
  for (size_t i = 0; i < from.indices.size(); ++i) {
    const int stored = static_cast<int>(i);
    const int warp = row / 16, in_warp = row % 16;
    int lane, bit;
    if (bits == 16) {
      // m16n8k32 of mma.sp: lane 4g holds columns 0 to 15 of rows g and g + 8, lane 4g+1 the others.
      lane = in_warp % 8 * 4 + stored / 8;
      bit = in_warp / 8 * 16 + stored % 8 * 2;
    } else {
      // m16n8k64: lane 4g+t; each lane holds 16 stored elements of one row.
      lane = in_warp % 8 * 4 + in_warp / 8 + stored / 16 * 2;
      bit = stored % 16 * 2;
    }
    operands.indices[warp * 32 + lane] |= static_cast<uint32_t>(from.indices[i]) << bit;
  }
}

static void check_product(const Product& product, const char* what) {
  std::vector<int> a(kRows * product.k), b(product.n * product.k), sums(kRows * product.n);
  unsigned char* image;
  uint32_t* found;
  Operands* operands;
  cudaMallocManaged(&image, 2 * kImageBytes);
  cudaMallocManaged(&found, 128 * kMostRegisters * sizeof *found);
  cudaMallocManaged(&operands, sizeof *operands);
  memset(image, 0, 2 * kImageBytes);
  memset(found, 0, 128 * kMostRegisters * sizeof *found);
  memset(operands, 0, sizeof *operands);
  const int bits = bits_of(product.a);
  for (int row = 0; row < kRows; ++row) {
    SparseRow sparse;
    if (product.is_sparse) {
      sparse = sparse_row(product.k, product.a);
      put_indices(*operands, row, sparse, bits);
    }
    const int stored = product.is_sparse ? product.k / 2 : product.k;
    for (int k = 0; k < product.k; ++k)
      a[row * product.k + k] = product.is_sparse ? sparse.dense[k] : random_number(product.a);
    for (int k = 0; k < stored; ++k) {
      const int value = product.is_sparse ? sparse.stored[k] : a[row * product.k + k];
      if (!product.in_registers) {
        put(image, product.of_a, row, k, product.a, value);
        continue;
      }
      const int byte = k * bits / 8, lane = row % 8 * 4 + byte % 16 / 4;
      uint32_t& word = operands->a_rows[row / 16 * 32 + lane][byte / 16 * 2 + row % 16 / 8];
      word |= encoded(value, product.a) << byte % 4 * 8;
    }
  }
  for (int column = 0; column < product.n; ++column)
    for (int k = 0; k < product.k; ++k) {
      const int value = b[column * product.k + k] = random_number(product.b);
      put(image + kImageBytes, product.of_b, column, k, product.b, value);
    }
  const bool is_half = product.d == Type::f16;
  for (int row = 0; row < kRows; ++row)
    for (int column = 0; column < product.n; ++column) {
      int thread, index, shift;
      place_of(row, column, is_half, thread, index, shift);
      const int old = random_number(Type::s8);
      found[thread * kMostRegisters + index] |= encoded(old, product.d) << shift;
      int sum = 0;
      for (int k = 0; k < product.k; ++k)
        sum += a[row * product.k + k] * b[column * product.k + k];
      sums[row * product.n + column] = product.sign * sum + (product.adds ? old : 0);
    }
  operands->a = descriptor_of(product.of_a);
  operands->b = descriptor_of(product.of_b);
  operands->adds = product.adds;
  cudaFuncSetAttribute(reinterpret_cast<const void*>(product.kernel),
                       cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * kImageBytes);
  product.kernel<<<1, 128, 2 * kImageBytes>>>(found, image, operands);
  check_success(cudaDeviceSynchronize(), what);
  for (int row = 0; row < kRows; ++row)
    for (int column = 0; column < product.n; ++column) {
      int thread, index, shift;
      place_of(row, column, is_half, thread, index, shift);
      const uint32_t mask = is_half ? 0xffffu : ~0u;
      const uint32_t got = found[thread * kMostRegisters + index] >> shift & mask;
      uint32_t expected = encoded(sums[row * product.n + column], product.d);
      check(got == expected || ((got | expected) & (mask >> 1)) == 0, what);
    }
  cudaFree(image), cudaFree(found), cudaFree(operands);
}

int main() {
  const Layout plain, apart{16, false, 2048, 8192, 128};
  const Layout by_32{32, false, 0, 16, 256}, by_64{64, false, 32, 16, 512},
      by_128{128, false, 96, 16, 1024};
  const Layout turned{16, true, 0, 128, 256}, turned_32{32, true, 0, 1024, 512},
      turned_64{64, true, 0, 2048, 512}, turned_128{128, true, 0, 4096, 1024};
  check_product({f16_f32, 64, 16, Type::f16, Type::f16, Type::f32, plain, apart}, "f16");
  check_product({f16_f32, 64, 16, Type::f16, Type::f16, Type::f32, by_32, by_64}, "swizzles");
  check_product({f16_f32, 64, 16, Type::f16, Type::f16, Type::f32, by_128, by_128, 1, false, false,
                 false},
                "a swizzle of 128 bytes, without the old D");
  check_product({f16_f32_negative, 64, 16, Type::f16, Type::f16, Type::f32, by_128, by_32, -1},
                "a negative product");
  for (const Layout& layout : {turned, turned_32, turned_64, turned_128}) {
    check_product({f16_f32_a_turned, 64, 16, Type::f16, Type::f16, Type::f32, layout, by_64},
                  "a transposed A");
    check_product({f16_f32_b_turned, 64, 16, Type::f16, Type::f16, Type::f32, by_32, layout},
                  "a transposed B");
  }
  check_product({f16_f32_rows, 64, 16, Type::f16, Type::f16, Type::f32, plain, by_128, -1, true},
                "A in registers");
  check_product({f16_f16, 8, 16, Type::f16, Type::f16, Type::f16, by_64, plain}, "sums of f16");
  check_product({bf16_f32, 8, 16, Type::bf16, Type::bf16, Type::f32, by_128, by_32}, "bf16");
  check_product({tf32_f32, 8, 8, Type::tf32, Type::tf32, Type::f32, by_32, plain}, "tf32");
  check_product({tf32_f32_rows, 8, 8, Type::tf32, Type::tf32, Type::f32, plain, by_64, -1, true},
                "tf32 in registers");
  check_product({e4m3_f32, 64, 32, Type::e4m3, Type::e5m2, Type::f32, by_64, by_128}, "e4m3");
  check_product({e5m2_f16, 8, 32, Type::e5m2, Type::e4m3, Type::f16, plain, by_32, -1}, "e5m2");
  check_product({s8_s32, 64, 32, Type::s8, Type::u8, Type::s32, by_32, plain}, "s8");
  check_product({u8_s32_rows, 8, 32, Type::u8, Type::s8, Type::s32, plain, by_128, 1, true}, "u8");
  check_product({b1_s32, 8, 256, Type::b1, Type::b1, Type::s32, plain, by_32}, "bits");
  check_product({sparse_f16, 64, 32, Type::f16, Type::f16, Type::f32, by_32,
                 {64, false, 0, 16, 512}, 1, false, true},
                "a sparse A of f16");
  check_product({sparse_s8, 64, 64, Type::s8, Type::s8, Type::s32, by_32, {64, false, 0, 16, 512},
                 1, false, true},
                "a sparse A of s8");
  return report();
}
