// What the machine files say of a dependent instruction's wait, against what was published of the
// chips, by chains of instructions in one warp.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "closed_form.hpp"
#include "command_runner.hpp"

namespace heddle::test {
namespace {

class MachineLatency : public testing::Test {
 protected:
  /// Cycles that each further instruction of a chain costs.
  double step(const std::string& machine, const std::string& instruction) const {
    constexpr unsigned kFew = 16, kMany = 80;
    return (cycles(machine, instruction, kMany) - cycles(machine, instruction, kFew)) /
           (kMany - kFew);
  }

 private:
  double cycles(const std::string& machine, const std::string& instruction, unsigned count) const {
    std::string text = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry chain(.param .u64 array)
{
  .reg .b32 %r<3>;
  .reg .f32 %f<3>;
  .reg .f64 %d<4>;
  .reg .b64 %a;
  ld.param.u64 %a, [array];
  ld.global.u32 %r1, [%a];
  ld.global.u32 %r2, [%a+4];
  ld.global.f32 %f1, [%a];
  ld.global.f32 %f2, [%a+4];
  ld.global.f64 %d1, [%a];
  ld.global.f64 %d2, [%a+8];
  mov.f64 %d3, 0d4004000000000000;
)";
    for (unsigned i = 0; i < count; ++i) text += "  " + instruction + "\n";
    text +=
        "  st.global.u32 [%a], %r1;\n  st.global.f32 [%a], %f1;\n  st.global.f64 [%a], %d1;\n"
        "  st.global.f64 [%a+8], %d3;\n  ret;\n}\n";
    folder_.write("k.ptx", text);
    const Finished finished = folder_.heddle({"run", "--quiet", "--overwrite", "--out", "out",
                                              "--machine", machine, "--set", "fetch.cache_bytes=0",
                                              "--block", "32", "--arg", "buffer:4096", "k.ptx"});
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    return value(folder_.json("out/stats.json").at("total").at("statistics"), "cycles");
  }

  Playground folder_;
};

TEST_F(MachineLatency, OfVoltaIsThatOfJiaAndOthers) {
  const ClosedForm form{"cycles from an instruction to one that needs its result, v100",
                        "Jia et al., 2018"};
  form.expect("add.s32", 4, step("v100", "add.s32 %r1, %r1, %r2;"));
  form.expect("and.b32", 4, step("v100", "and.b32 %r1, %r1, %r2;"));
  form.expect("add.f32", 4, step("v100", "add.f32 %f1, %f1, %f2;"));
  form.expect("mul.lo.s32", 5, step("v100", "mul.lo.s32 %r1, %r1, %r2;"));
  form.expect("add.f64", 8, step("v100", "add.f64 %d1, %d1, %d2;"));
  form.expect("rcp.approx.ftz.f32", 14, step("v100", "rcp.approx.ftz.f32 %f1, %f1;"));
}

/// The sequences of the assembler. heddle's branches take fewer cycles than the chip's.
TEST_F(MachineLatency, OfVoltasDivisionIsNearThatOfRrze) {
  const ClosedForm form{
      "cycles from an operation of several instructions to one that needs its result, v100",
      "RRZE, gpu-benches, cuda-incore: V100", 0.25};
  form.expect("div.rn.f64", 112, step("v100", "div.rn.f64 %d3, %d3, %d3;"));
  form.expect("sqrt.rn.f64", 101, step("v100", "sqrt.rn.f64 %d3, %d3;"));
}

TEST_F(MachineLatency, OfFermiIsAboutThe22ShaderClocksOfTheGuide) {
  const ClosedForm form{"shader clocks from an instruction to one that needs its result, gtx480",
                        "CUDA C Programming Guide: about 22", 2.0 / 22};
  for (const std::string instruction : {"add.s32 %r1, %r1, %r2;", "and.b32 %r1, %r1, %r2;",
                                        "add.f32 %f1, %f1, %f2;", "mul.lo.s32 %r1, %r1, %r2;"}) {
    form.expect(instruction.substr(0, instruction.find(' ')), 22, 2 * step("gtx480", instruction));
  }
}

}  // namespace
}  // namespace heddle::test
