// Times of the machines that papers describe, measured as a program meets them, against what the
// papers say of them.

#include <functional>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"

namespace heddle::test {
namespace {

using Words = std::vector<std::string>;

class MachineTable : public testing::Test {
 protected:
  /// The i-th step of a chain through %x, which holds 0; %a is the address of 16 MiB of zeros.
  using Step = std::function<std::string(unsigned i)>;

  double total(const std::string& machine, const Words& options, const std::string& block,
               const std::string& statistic) const {
    Words words = {"run", "--quiet", "--overwrite", "--out", "out", "--machine", machine};
    words.insert(words.end(), options.begin(), options.end());
    // All code at hand: a chain is longer than some instruction caches.
    words.insert(words.end(), {"--set", "fetch.cache_bytes=0", "--block", block, "--arg",
                               "buffer:16MiB", "k.ptx"});
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    return value(folder_.json("out/stats.json").at("total").at("statistics"), statistic);
  }

  void write(const std::string& body) const {
    folder_.write("k.ptx",
                  ".version 7.0\n.target sm_70\n.address_size 64\n"
                  ".visible .entry chain(.param .u64 array)\n{\n"
                  "  .reg .b64 %a, %b, %x;\n  .reg .b32 %t;\n  .reg .pred %p;\n"
                  "  ld.param.u64 %a, [array];\n" +
                      body + "  ret;\n}\n");
  }

  /// Cycles of a step where it waits for the one before.
  double step(const std::string& machine, const Words& options, const Step& text) const {
    constexpr unsigned kFew = 16, kMany = 80;
    double cycles[2];
    for (const bool many : {false, true}) {
      std::string body = "  ld.global.u64 %x, [%a];\n";
      for (unsigned i = 0; i < (many ? kMany : kFew); ++i) body += text(i);
      write(body + "  st.global.u64 [%a], %x;\n");
      cycles[many] = total(machine, options, "32", "cycles");
    }
    return (cycles[1] - cycles[0]) / (kMany - kFew);
  }

  /// From a load to its use, at an address that does not depend on the load before.
  double load(const std::string& machine, const Words& options,
              const std::function<std::uint64_t(unsigned)>& offset) const {
    const auto add = [](unsigned) { return "  add.u64 %x, %x, %a;\n"; };
    const auto chase = [&](unsigned i) {
      return fmt::format("  add.u64 %b, %a, %x;\n  ld.global.u64 %x, [%b+{}];\n", offset(i));
    };
    return step(machine, options, chase) - step(machine, options, add);
  }
  double l2(const std::string& machine) const {
    return load(machine, {"--set", "load_store.cache_global_loads=false"},
                [](unsigned) { return 0; });
  }
  /// Each load goes to a line, and nearly each to a DRAM row, of its own.
  double dram(const std::string& machine) const {
    return load(machine, {}, [](unsigned i) { return i * (65536u + 7 * 256); });
  }

  Playground folder_;
};

TEST_F(MachineTable, CachesAndMemoryOfGpuDuetTake200And450Cycles) {  // Table 3.1
  EXPECT_NEAR(l2("maxwell-gpuduet"), 200, 0.02 * 200);
  EXPECT_NEAR(dram("maxwell-gpuduet"), 450, 0.02 * 450);
}

TEST_F(MachineTable, CachesAndMemoryOfCcbpTake200And380Cycles) {  // Table 4.1
  EXPECT_NEAR(l2("cke-ccbp"), 200, 0.02 * 200);
  EXPECT_NEAR(dram("cke-ccbp"), 380, 0.02 * 380);
}

TEST_F(MachineTable, ArithmeticOfVariableWarpSizingTakes10Cycles) {  // Table 6.1
  for (const char* width : {"32", "4"}) {
    const auto add = [](unsigned) { return "  add.u64 %x, %x, %a;\n"; };
    EXPECT_EQ(step("vws", {"--set", fmt::format("organisation.spatial.width={}", width)}, add), 10);
  }
}

/// A chain of products of matrices, each of which adds to the one before.
class MatrixTable : public MachineTable {
 protected:
  static std::string list(const char* name, unsigned first, unsigned count) {
    std::string text;
    for (unsigned i = 0; i < count; ++i)
      text += fmt::format("{}%{}{}", i == 0 ? "{" : ", ", name, first + i);
    return text + "}";
  }
  /// Cycles of a step. `d`, `a` and `b`: registers of the fragments. The operands lie in banks of
  /// their own.
  double chain(const std::string& machine, const std::string& spelling, unsigned d, unsigned a,
               unsigned b) const {
    const std::string text = fmt::format("  {} {}, {}, {}, {};\n", spelling, list("s", 0, d),
                                         list("f", 0, a), list("f", a, b), list("s", 0, d));
    constexpr unsigned kFew = 16, kMany = 80;
    double cycles[2];
    for (const bool many : {false, true}) {
      std::string body = "  .reg .b32 %s<8>, %f<16>;\n";
      for (unsigned i = 0; i < a + b; ++i) body += fmt::format("  ld.global.b32 %f{}, [%a];\n", i);
      for (unsigned i = 0; i < d; ++i) body += fmt::format("  ld.global.b32 %s{}, [%a];\n", i);
      for (unsigned i = 0; i < (many ? kMany : kFew); ++i) body += text;
      for (unsigned i = 0; i < d; ++i) body += fmt::format("  st.global.b32 [%a], %s{};\n", i);
      write(body);
      cycles[many] = total(machine, {"--set", "sm.register_banks=64"}, "32", "cycles");
    }
    return (cycles[1] - cycles[0]) / (kMany - kFew);
  }
};

TEST_F(MatrixTable, ProductsTakeWhatTheirSourcesSay) {
  // Raihan, Goli, Aamodt, 2019: 54 cycles for a product of 16 x 16 matrices with sums of f32.
  EXPECT_EQ(chain("v100", "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32", 8, 8, 8), 54);
  // Configurations of Accel-Sim: 16 and 25 cycles.
  EXPECT_EQ(chain("t4", "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", 4, 2, 1), 16);
  EXPECT_EQ(chain("a100", "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 4, 4, 2), 25);
}

TEST_F(MachineTable, ArithmeticOfCcwsIsHiddenBySixWarps) {  // guide: 24 cycles of 1300 MHz
  EXPECT_EQ(step("ccws", {}, [](unsigned) { return "  add.u64 %x, %x, %a;\n"; }), 24 / 4);
}

/// Threads that one SM of stsimt executes in a cycle, of so many warps in which the first lanes are
/// active, each warp a chain.
class SpatioTemporal : public MachineTable {
 protected:
  double rate(const Words& options, unsigned warps, unsigned active) const {
    constexpr unsigned kFew = 100, kMany = 500;
    double cycles[2];
    for (const bool many : {false, true}) {
      std::string body = fmt::format(
          "  mov.u32 %t, %laneid;\n  setp.ge.u32 %p, %t, {};\n  @%p bra done;\n"
          "  ld.global.u64 %x, [%a];\n",
          active);
      for (unsigned i = 0; i < (many ? kMany : kFew); ++i) body += "  add.u64 %x, %x, %a;\n";
      write(body + "  st.global.u64 [%a], %x;\ndone:\n");
      cycles[many] = total("stsimt", options, std::to_string(32 * warps), "cycles");
    }
    return (kMany - kFew) * warps * active / (cycles[1] - cycles[0]);
  }
};

// "4 warps are sufficient to provide full performance", "only the configurations with 1 and 2
// active warps are insufficient"; linear in the threads that are active.
TEST_F(SpatioTemporal, SpatialReachesItsPeakWithFourWarps) {
  EXPECT_NEAR(rate({}, 4, 32), 8, 0.4);
  EXPECT_NEAR(rate({}, 16, 32), 8, 0.1);
  EXPECT_LT(rate({}, 2, 32), 6);
  EXPECT_NEAR(rate({}, 16, 8), 8.0 * 8 / 32, 0.1);
}

// "The upper bound is equal to the number of available warps"; with 32 warps the peak needs 8
// active threads, below that one warp instruction a cycle is the limit.
TEST_F(SpatioTemporal, TemporalIsBoundByItsWarpsAndByIssue) {
  const Words temporal = {"--set", "organisation=temporal"};
  EXPECT_LE(rate(temporal, 1, 32), 1);
  EXPECT_LE(rate(temporal, 4, 32), 4);
  EXPECT_GT(rate(temporal, 4, 32), 2.5);
  EXPECT_NEAR(rate(temporal, 32, 32), 8, 0.4);
  EXPECT_NEAR(rate(temporal, 32, 8), 8, 0.8);
  EXPECT_NEAR(rate(temporal, 32, 2), 2, 0.2);
}

}  // namespace
}  // namespace heddle::test
