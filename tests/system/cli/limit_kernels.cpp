#include "limit_kernels.hpp"

#include <fmt/core.h>

namespace heddle::test {
namespace {

/// The body finds its thread in %r4, the threads of its block in %r3 and of the grid in %r6, the
/// array in %d0, zero in %r7 and %r20, and constants in %r21 to %r23. What it leaves in %r20 to
/// %r23 is stored, so that nothing is left out as unused.
std::string kernel(const std::string& body, unsigned shared_bytes = 0) {
  std::string text =
      ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry limited(.param .u64 "
      "data)\n{\n"
      ".reg .b32 %r<64>; .reg .b64 %d<16>; .reg .pred %p<8>; .reg .f32 %f<32>;\n";
  if (shared_bytes != 0) text += fmt::format(".shared .align 4 .b8 tile[{}];\n", shared_bytes);
  return text +
         "ld.param.u64 %d0, [data];\nmov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ntid.x;\n"
         "mov.u32 %r3, %tid.x;\nmad.lo.s32 %r4, %r1, %r2, %r3;\nmov.u32 %r5, %nctaid.x;\n"
         "mul.lo.s32 %r6, %r5, %r2;\nmov.u32 %r7, 0;\nmov.u32 %r20, 0;\nmov.u32 %r21, 1;\n"
         "mov.u32 %r22, 2;\nmov.u32 %r23, 3;\n" +
         body +
         "mul.wide.u32 %d8, %r4, 4;\nadd.s64 %d9, %d0, %d8;\nadd.u32 %r20, %r20, %r21;\n"
         "add.u32 %r20, %r20, %r22;\nadd.u32 %r20, %r20, %r23;\nst.global.u32 [%d9], "
         "%r20;\nret;\n}\n";
}

/// Repeats what has a number in it for 0 to `count` - 1.
template <typename Line>
std::string times(unsigned count, const Line& line) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) text += line(i);
  return text;
}

/// `trips` is a number or a register.
std::string loop(const std::string& trips, const std::string& body) {
  return "again:\n" + body + "add.u32 %r7, %r7, 1;\nsetp.lt.u32 %p0, %r7, " + trips +
         ";\n@%p0 bra again;\n";
}

std::string sums_of_loads() {
  return times(
      4, [](unsigned i) { return fmt::format("add.u32 %r{0}, %r{0}, %r{1};\n", 20 + i, 24 + i); });
}

std::string chain() {
  return times(16,
               [](unsigned) { return "add.u32 %r20, %r20, %r20;\nxor.b32 %r20, %r20, %r3;\n"; });
}

std::string independent_sums(unsigned count) {
  return times(count,
               [](unsigned i) { return fmt::format("add.u32 %r{0}, %r{0}, %r3;\n", 20 + i % 4); });
}

/// Each word of 4 MiB is loaded once, and nothing depends on it until all are there.
LimitKernel streaming() {
  return {
      "dram_bandwidth",
      kernel(
          "mul.wide.u32 %d2, %r4, 4;\nadd.s64 %d1, %d0, %d2;\nmul.wide.u32 %d3, %r6, 4;\n" +
          times(8,
                [](unsigned i) {
                  return fmt::format("ld.global.u32 %r{}, [%d1];\nadd.s64 %d1, %d1, %d3;\n",
                                     24 + i);
                }) +
          times(8, [](unsigned i) { return fmt::format("add.u32 %r20, %r20, %r{};\n", 24 + i); })),
      "480", "256", "8MiB"};
}

/// All blocks load the same 256 KiB, which the L2 (768 KiB) holds and an L1 (16 KiB) does not.
LimitKernel l2_resident() {
  return {"l1_misses_bandwidth",
          kernel(loop("16", "mad.lo.u32 %r8, %r7, 8192, %r4;\n" +
                                times(4,
                                      [](unsigned i) {
                                        return fmt::format(
                                            "add.u32 %r9, %r8, {};\nand.b32 %r9, %r9, 65535;\n"
                                            "mul.wide.u32 %d2, %r9, 4;\nadd.s64 %d1, %d0, %d2;\n"
                                            "ld.global.u32 %r{}, [%d1];\n",
                                            i * 2048, 24 + i);
                                      }) +
                                sums_of_loads())),
          "90", "256", "1MiB"};
}

/// The lanes of a warp load words that lie 32 words apart: all of one bank.
LimitKernel conflicting() {
  return {"bank_conflicts",
          kernel("shl.b32 %r8, %r3, 7;\nand.b32 %r8, %r8, 16383;\nmov.u32 %r9, tile;\n"
                 "add.u32 %r10, %r8, %r9;\n" +
                     loop("16", times(4,
                                      [](unsigned i) {
                                        return fmt::format("ld.shared.u32 %r{}, [%r10+{}];\n",
                                                           24 + i, 4 * i);
                                      }) +
                                    sums_of_loads()),
                 16512),
          "45", "256", "1MiB"};
}

/// The lanes of a warp load words that lie 32 words apart: each of another line.
LimitKernel scattering() {
  return {"scattered_accesses",
          kernel(loop("8",
                      "mad.lo.u32 %r8, %r4, 32, %r7;\nand.b32 %r8, %r8, 65535;\n"
                      "mul.wide.u32 %d2, %r8, 4;\nadd.s64 %d1, %d0, %d2;\n"
                      "ld.global.u32 %r24, [%d1];\nadd.u32 %r20, %r20, %r24;\n")),
          "90", "256", "1MiB"};
}

/// The lanes of a warp load words of 64 MiB that have nothing to do with each other.
LimitKernel gathering() {
  return {"scattered_dram",
          kernel("mul.lo.u32 %r8, %r4, 0x9E3779B1;\n" +
                 loop("4",
                      "mad.lo.u32 %r8, %r8, 1664525, 1013904223;\nshr.u32 %r9, %r8, 8;\n"
                      "mul.wide.u32 %d2, %r9, 4;\nadd.s64 %d1, %d0, %d2;\n"
                      "ld.global.u32 %r24, [%d1];\nadd.u32 %r20, %r20, %r24;\n")),
          "90", "256", "64MiB"};
}

/// Each thread writes and reads an array of its own at places that only the run knows.
LimitKernel with_local_array() {
  return {"local_memory",
          kernel(".local .align 4 .b8 own[256];\nmov.u32 %r9, own;\n" +
                 loop("16",
                      "mad.lo.u32 %r8, %r7, 13, %r3;\nand.b32 %r8, %r8, 63;\n"
                      "shl.b32 %r8, %r8, 2;\nadd.u32 %r10, %r9, %r8;\n"
                      "st.local.u32 [%r10], %r7;\nxor.b32 %r11, %r8, 128;\n"
                      "add.u32 %r10, %r9, %r11;\nld.local.u32 %r24, [%r10];\n"
                      "add.u32 %r20, %r20, %r24;\n")),
          "90", "256", "1MiB"};
}

/// The address of each load needs the load before, and few are under way.
LimitKernel chasing() {
  return {"one_load",
          kernel("and.b32 %r8, %r4, 63;\nmad.lo.u32 %r8, %r1, 2048, %r8;\n" +
                 loop("32",
                      "add.u32 %r8, %r8, 4096;\nand.b32 %r8, %r8, 4194303;\n"
                      "mul.wide.u32 %d2, %r8, 4;\nadd.s64 %d1, %d0, %d2;\n"
                      "ld.global.u32 %r24, [%d1];\nadd.u32 %r8, %r8, %r24;\n") +
                 "mov.u32 %r20, %r8;\n"),
          "30", "256", "16MiB"};
}

/// The first warp of a block of 32 works, the others wait for it.
LimitKernel waiting() {
  return {"barrier",
          kernel("mov.u32 %r30, 0;\nouter:\nsetp.ge.u32 %p1, %r3, 32;\n@%p1 bra meet;\n"
                 "mov.u32 %r7, 0;\n" +
                 loop("16", chain()) +
                 "meet:\nbar.sync 0;\nadd.u32 %r30, %r30, 1;\nsetp.lt.u32 %p2, %r30, 4;\n"
                 "@%p2 bra outer;\n"),
          "15", "1024", "1MiB"};
}

/// Lane n takes (n + 1)^2 trips, so that of a warp's 1024 trips a third of the lanes is there.
LimitKernel diverging() {
  return {"divergence",
          kernel("and.b32 %r8, %r3, 31;\nadd.u32 %r8, %r8, 1;\nmul.lo.u32 %r8, %r8, %r8;\n" +
                 loop("%r8", independent_sums(8))),
          "45", "256", "1MiB"};
}

/// Special functions take 8 of 32 lanes a cycle, and 4 of 9 instructions are such.
LimitKernel special() {
  return {"special_units",
          kernel("cvt.rn.f32.u32 %f0, %r3;\n" +
                 loop("32", times(4,
                                  [](unsigned i) {
                                    return fmt::format("ex2.approx.f32 %f{}, %f0;\n", 1 + i);
                                  }) +
                                times(4,
                                      [](unsigned i) {
                                        return fmt::format("add.f32 %f0, %f0, %f{};\n", 1 + i);
                                      })) +
                 "cvt.rzi.u32.f32 %r21, %f0;\n"),
          "90", "256", "1MiB"};
}

}  // namespace

std::vector<LimitKernel> limit_kernels() {
  const std::string sums = kernel(loop("64", independent_sums(16)));
  return {streaming(),
          l2_resident(),
          conflicting(),
          scattering(),
          gathering(),
          with_local_array(),
          chasing(),
          waiting(),
          diverging(),
          special(),
          // 10 of 48 warps, each with one chain.
          {"dependent_arithmetic", kernel(loop("32", chain())), "15", "320", "1MiB"},
          // 48 warps an SM, each with four chains.
          {"issue", sums, "90", "256", "1MiB"},
          // The same on 4 of 15 SMs.
          {"few_blocks", sums, "4", "256", "1MiB"},
          // A block of 40,000 B of shared memory is alone on an SM of 48 KiB: 2 of 48 warps.
          {"few_warps_shared",
           kernel("mov.u32 %r9, tile;\nst.shared.u32 [%r9], %r3;\n" + loop("32", chain()), 40000),
           "60", "64", "1MiB"}};
}

}  // namespace heddle::test
