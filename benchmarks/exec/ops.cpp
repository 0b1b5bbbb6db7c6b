// Time of one warp's operation, for all lanes and for some.
#include <cstring>
#include <random>

#include <benchmark/benchmark.h>

#include "heddle/base/error.hpp"
#include "heddle/exec/ops/operation.hpp"
#include "heddle/isa/op_pattern.hpp"
#include "heddle/isa/operands.hpp"

namespace heddle::exec {
namespace {

constexpr const char* kSpellings[] = {
    "mov.b32",        "mov.b64",
    "add.s32",        "add.s64",
    "sub.s32",        "mul.lo.s32",
    "mul.lo.s64",     "mul.wide.u32",
    "mul.wide.s32",   "mul.hi.u32",
    "mad.lo.s32",     "mad.wide.u32",
    "min.s32",        "max.s64",
    "div.u32",        "rem.s32",
    "div.u64",        "and.b32",
    "and.b64",        "shl.b32",
    "shl.b64",        "shr.u64",
    "shf.l.wrap.b32", "lop3.b32",
    "prmt.b32",       "popc.b32",
    "clz.b32",        "bfe.u32",
    "bfe.u64",        "bfi.b32",
    "dp4a.s32.s32",   "setp.lt.s32",
    "setp.lt.s64",    "setp.lt.f32",
    "setp.lt.f64",    "selp.b32",
    "selp.b64",       "and.pred",
    "add.f32",        "mul.f32",
    "fma.rn.f32",     "fma.rn.ftz.f32",
    "add.rz.f32",     "min.f32",
    "div.rn.f32",     "sqrt.rn.f32",
    "rcp.approx.f32", "rsqrt.approx.f32",
    "sin.approx.f32", "ex2.approx.f32",
    "lg2.approx.f32", "tanh.approx.f32",
    "add.f64",        "mul.f64",
    "fma.rn.f64",     "div.rn.f64",
    "cvt.u64.u32",    "cvt.u32.u64",
    "cvt.rn.f32.s32", "cvt.rzi.s32.f32",
    "cvt.rn.f64.s32", "cvt.rzi.s32.f64",
    "cvt.f64.f32",    "cvt.rn.f32.f64",
    "cvt.rn.f16.f32", "cvt.f32.f16",
    "add.f16",        "fma.rn.f16",
    "mul.f16x2",      "vabsdiff4.u32.u32.u32.add",
};

/// Operands in rows of their own: floats between 1 and 2, anything as integers.
class Rig {
 public:
  explicit Rig(const char* spelling) {
    static const isa::OpMatcher matcher;
    const auto match = matcher.match(spelling);
    if (!match) fail("no row of the op table matches {}", spelling);
    instruction_.op = match->op;
    instruction_.modifiers = match->modifiers;
    instruction_.modifiers.immediate = 0x96;
    fill(std::strstr(spelling, "f64") != nullptr, std::strstr(spelling, "f32") != nullptr);
    point_operands();
    function_ = bind(instruction_);
  }
  void run(LaneMask mask) {
    operands_.mask = mask;
    function_(operands_);
  }

 private:
  void fill(bool doubles, bool singles) {
    std::mt19937 random(1);
    for (unsigned row = 0; row < 20; ++row) {
      for (std::uint32_t& word : rows_[row]) {
        word = static_cast<std::uint32_t>(random());
        if (doubles && row % 2 != 0) word = 0x3FF00000 | word >> 12;
        if (!doubles && singles) word = 0x3F800000 | word >> 9;
      }
    }
  }
  void point_operands() {
    const isa::Signature& signature = isa::signature_of(instruction_.op);
    for (unsigned i = 0; i < 4; ++i) {
      operands_.destination[i] = rows_[2 * i];
      operands_.predicate_destination[i] = &predicates_[i];
    }
    instruction_.destinations[0].kind = signature.destinations[0] == isa::OperandShape::predicate
                                            ? isa::OperandKind::predicate
                                            : isa::OperandKind::row;
    for (unsigned i = 0; i < 5; ++i) {
      operands_.source[i] = rows_[8 + 2 * i];
      operands_.predicate_source[i] = 0x5555AAAA;
    }
    operands_.instruction = &instruction_;
  }

  alignas(128) std::uint32_t rows_[20][kWarpSize];
  LaneMask predicates_[4] = {};
  isa::Instruction instruction_;
  Operands operands_{};
  OperationFunction function_ = nullptr;
};

void measure(benchmark::State& state, const char* spelling, LaneMask mask) {
  Rig rig(spelling);
  for (auto _ : state) {
    rig.run(mask);
    benchmark::ClobberMemory();
  }
}

void register_all() {
  for (const char* spelling : kSpellings) {
    benchmark::RegisterBenchmark((std::string(spelling) + "/all").c_str(), measure, spelling,
                                 kAllLanes);
    benchmark::RegisterBenchmark((std::string(spelling) + "/some").c_str(), measure, spelling,
                                 LaneMask{0x7FFF7FFF});
  }
}

}  // namespace
}  // namespace heddle::exec

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  heddle::exec::register_all();
  benchmark::RunSpecifiedBenchmarks();
}
