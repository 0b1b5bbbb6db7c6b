// Times, register accesses and energy of instructions on matrices, against the machine's
// parameters.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "clocked.hpp"
#include "closed_form.hpp"
#include "heddle/base/error.hpp"

namespace heddle::test::matrix_unit {
namespace {

using isa::MatrixElements;
using ::testing::AllOf;
using ::testing::HasSubstr;

gpu::MachineSpec machine_with(std::uint32_t latency, MatrixElements elements, std::uint32_t rate) {
  auto machine = plain_machine();
  unit(machine, core::UnitKind::matrix).count = 1;
  timing(machine, isa::OpClass::matrix).latency = latency;
  machine.execution.matrix_rates[static_cast<std::size_t>(elements)] = rate;
  return machine;
}

/// A shape and its fragments: "{%f10, %f11}" for two registers from %f10 on.
struct Form {
  std::string spelling;
  MatrixElements elements;
  std::uint32_t multiply_adds;
  unsigned d, a, b;  ///< registers; C has as many as D
  std::string more;

  static std::string list(unsigned first, unsigned count, const char* prefix = "%r") {
    std::string text;
    for (unsigned i = 0; i < count; ++i)
      text += fmt::format("{}{}{}", i == 0 ? "" : ", ", prefix, first + i);
    return "{" + text + "}";
  }
  /// D and C are the registers from `sum` on.
  std::string text(unsigned sum) const {
    const char* const prefix = elements == MatrixElements::f64 ? "%d" : "%r";
    return fmt::format("  {} {}, {}, {}, {}{};\n", spelling, list(sum, d, prefix),
                       list(60, a, prefix), list(70, b, prefix), list(sum, d, prefix), more);
  }
};

// Shapes of the PTX ISA; a warp's multiply-adds are m * n * k, of mma.sp half as many.
const Form kForms[] = {
    {"mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", MatrixElements::f16, 1024, 4, 2, 1, ""},
    {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", MatrixElements::f16, 2048, 4, 4, 2, ""},
    {"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", MatrixElements::bf16, 2048, 4, 4, 2,
     ""},
    {"mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32", MatrixElements::tf32, 512, 4, 2, 1, ""},
    {"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64", MatrixElements::f64, 256, 2, 1, 1, ""},
    {"mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", MatrixElements::int8, 4096, 4, 4, 2, ""},
    {"mma.sync.aligned.m8n8k32.row.col.s32.u4.u4.s32", MatrixElements::int4, 2048, 2, 1, 1, ""},
    {"mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc", MatrixElements::b1, 32768, 4, 4,
     2, ""},
    {"mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32", MatrixElements::f16, 2048, 4, 4, 4,
     ", %r80, 0"},
    {"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32", MatrixElements::f16, 1024, 8, 2, 2, ""},
    {"wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32", MatrixElements::f16, 4096, 8, 8, 8, ""},
};

/// Registers that the compiler knows nothing of, each of them from a word of its own.
std::string setup() {
  std::string text;
  for (unsigned i = 10; i < 90; ++i) {
    text += fmt::format("  ld.global.u32 %r{}, [%rd1+{}];\n", i, 8 * i);
    text += fmt::format("  ld.global.f64 %d{}, [%rd1+{}];\n", i, 8 * i);
  }
  return text;
}

std::string stores(const Form& form, unsigned sum) {
  std::string text;
  for (unsigned i = sum; i < sum + form.d; ++i)
    text += form.elements == MatrixElements::f64
                ? fmt::format("  st.global.f64 [%rd1], %d{};\n", i)
                : fmt::format("  st.global.u32 [%rd1], %r{};\n", i);
  return text;
}

/// Runs with the forms of compute capability 8.0.
gpu::GridCounters run(const gpu::MachineSpec& machine, const std::string& body, Dim3 block = {32}) {
  Rig rig(machine);
  rig.use_capability(80);
  return rig.run_body(body, {}, block);
}

double cycles_per_copy(const gpu::MachineSpec& machine, const std::string& before,
                       const std::string& text, const std::string& after, Dim3 block = {32}) {
  constexpr unsigned kFew = 8, kMany = 40;
  const auto time = [&](unsigned copies) {
    return static_cast<double>(
        duration(run(machine, before + repeat(copies, text) + after, block)));
  };
  return (time(kMany) - time(kFew)) / (kMany - kFew);
}

TEST(MatrixUnit, DependentProductsWaitForTheWholeShape) {
  const ClosedForm closed{"cycles from a product of matrices to one that adds to it",
                          "latency + multiply-adds / rate - 1"};
  for (const Form& form : kForms) {
    for (const std::uint32_t rate : {64u, 256u}) {
      const auto machine = machine_with(9, form.elements, rate);
      closed.expect(fmt::format("latency 9, rate {}, {}", rate, form.spelling),
                    9.0 + form.multiply_adds / rate - 1,
                    cycles_per_copy(machine, setup(), form.text(10), stores(form, 10)));
    }
  }
}

TEST(MatrixUnit, IndependentProductsFollowAtTheRate) {
  const ClosedForm closed{
      "cycles of four independent products of matrices",
      "4 x multiply-adds / (rate x pipelines), at least the time from one to its next"};
  for (const Form& form : kForms) {
    if (form.d > 4) continue;
    for (const std::uint32_t pipelines : {1u, 2u}) {
      auto machine = machine_with(9, form.elements, 64);
      unit(machine, core::UnitKind::matrix).count = pipelines;
      std::string text, after;
      for (unsigned i = 0; i < 4; ++i) {
        text += form.text(10 + 10 * i);
        after += stores(form, 10 + 10 * i);
      }
      closed.expect(fmt::format("rate 64, {} pipelines, {}", pipelines, form.spelling),
                    std::max(9.0 + form.multiply_adds / 64.0 - 1,
                             4.0 * form.multiply_adds / (64 * pipelines)),
                    cycles_per_copy(machine, setup(), text, after));
    }
  }
}

TEST(MatrixUnit, FragmentsComeFromAndGoToTheirBanks) {
  const ClosedForm closed{"cycles from a product of matrices to the next, one register bank",
                          "latency + multiply-adds / rate - 1 + reads - 1 + writes - 1"};
  for (const Form& form : kForms) {
    if (form.elements == MatrixElements::f64) continue;
    auto machine = machine_with(9, form.elements, 256);
    machine.sm.register_banks = 1;
    const unsigned reads = form.a + form.b + form.d + (form.more.empty() ? 0 : 1);
    closed.expect(form.spelling, 9.0 + form.multiply_adds / 256 - 1 + (reads - 1) + (form.d - 1),
                  cycles_per_copy(machine, setup(), form.text(10), stores(form, 10)));
    const auto once = run(machine, setup() + form.text(10) + stores(form, 10)).kernel;
    const auto twice = run(machine, setup() + form.text(10) + form.text(10) + stores(form, 10));
    EXPECT_EQ(twice.kernel.register_reads - once.register_reads, reads) << form.spelling;
    EXPECT_EQ(twice.kernel.register_writes - once.register_writes, form.d) << form.spelling;
  }
}

TEST(MatrixUnit, CountsAndEnergyAreByMultiplyAdd) {
  for (const Form& form : kForms) {
    auto machine = machine_with(9, form.elements, 256);
    machine.technology.node_nm = machine.energy.reference_nm;
    machine.technology.voltage = machine.energy.reference_voltage;
    const auto of = static_cast<std::size_t>(form.elements);
    machine.energy.matrix.multiply_add[of] = 2.5;
    const auto none = run(machine, setup() + stores(form, 10));
    const auto three = run(machine, setup() + repeat(3, form.text(10)) + stores(form, 10), {64});
    EXPECT_EQ(none.kernel.multiply_adds, decltype(none.kernel.multiply_adds){}) << form.spelling;
    for (std::size_t i = 0; i < isa::kMatrixElements; ++i)
      EXPECT_EQ(three.kernel.multiply_adds[i], i == of ? 6 * form.multiply_adds : 0u);
    const double joules = three.energy.of(energy::Component::matrix_units);
    EXPECT_NEAR(joules * 1e12, 6 * (form.multiply_adds * 2.5 + 32 * machine.energy.units.lane), 1)
        << form.spelling;
    EXPECT_EQ(none.energy.of(energy::Component::matrix_units), 0) << form.spelling;
  }
}

// A matrix of ldmatrix has eight rows of 16 bytes: one pass over 32 banks if no two rows share a
// bank, and eight passes if all do.
TEST(MatrixUnit, LoadsOfMatricesTakeTheirBankPasses) {
  const ClosedForm closed{"cycles from ldmatrix to the next, an addition between",
                          "shared latency + passes - 1 + addition"};
  auto machine = plain_machine();
  machine.load_store.shared_latency = 23;
  const double add = timing(machine, isa::OpClass::integer).latency;
  for (const unsigned count : {1u, 2u, 4u}) {
    for (const bool is_packed : {true, false}) {
      std::string before = "  mov.u32 %r2, %tid.x;\n  mov.u32 %r3, s;\n";
      if (!is_packed) before += "  and.b32 %r2, %r2, 7;\n";
      before +=
          fmt::format("  shl.b32 %r2, %r2, {};\n  add.u32 %r2, %r2, %r3;\n", is_packed ? 4 : 7);
      const std::string text = fmt::format(
          "  ldmatrix.sync.aligned.m8n8.x{}.shared.b16 {}, [%r2];\n"
          "  add.u32 %r2, %r2, %r10;\n",
          count, Form::list(10, count));
      const unsigned passes = count * (is_packed ? 1 : 8);
      closed.expect(fmt::format("x{}, {} passes", count, passes), 23 + passes - 1 + add,
                    cycles_per_copy(machine, before, text, "  st.global.u32 [%rd1], %r2;\n"));
    }
  }
}

TEST(MatrixUnit, MovedMatricesTakeTheWayOfAShuffle) {
  const ClosedForm closed{"cycles from movmatrix to the next", "latency of a shuffle"};
  auto machine = plain_machine();
  timing(machine, isa::OpClass::shuffle).latency = 17;
  closed.expect("latency 17", 17,
                cycles_per_copy(machine, "  ld.global.u32 %r10, [%rd1];\n",
                                "  movmatrix.sync.aligned.m8n8.trans.b16 %r10, %r10;\n",
                                "  st.global.u32 [%rd1], %r10;\n"));
}

std::string message(const gpu::MachineSpec& machine, const gpu::PolicyChoice& policies = {}) {
  try {
    Rig rig(machine, policies);
    rig.use_capability(80);
    rig.run_body(setup() + kForms[1].text(10) + stores(kForms[1], 10));
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(MatrixUnit, RefusesWhatAMachineDoesNotMultiply) {
  EXPECT_EQ(message(machine_with(9, MatrixElements::f16, 64)), "");
  for (const auto& machine : {plain_machine(), machine_with(9, MatrixElements::int8, 64)})
    EXPECT_THAT(message(machine),
                AllOf(HasSubstr("kernel k: matrix instruction 'mma'"),
                      HasSubstr("does not multiply f16"), HasSubstr("--timing none")));
}

TEST(MatrixUnit, RefusesOrganisationsWithoutLockstepOrWithLanesInSequence) {
  for (const char* organisation : {"temporal", "spatio_temporal"}) {
    EXPECT_THAT(message(machine_with(9, MatrixElements::f16, 64), {.organisation = organisation}),
                HasSubstr("organisation"))
        << organisation;
  }
}

}  // namespace
}  // namespace heddle::test::matrix_unit
