// PTX as other compilers and older ones write it. What each form means is in the PTX ISA, in the
// sections "PTX ISA Notes" and "Target ISA Notes" of the instructions.
#include <gtest/gtest.h>

#include "heddle/compile/unsupported.hpp"
#include "heddle/isa/operands.hpp"
#include "heddle/isa/suffix.hpp"
#include "lowering.hpp"

namespace heddle::compile {
namespace {

using isa::Op;

isa::Instruction first_of(const std::string& module) {
  return lower(ptx::parse(module, "k.ptx"), plain()).kernels.at(0)->code.at(0);
}

/// The first instruction of a body in a module of this version for this target.
isa::Instruction first_in(std::string_view version, std::string_view target,
                          std::string_view body) {
  return first_of(fmt::format(".version {}\n.target {}\n{}", version, target, kernel(body)));
}

isa::Instruction first(std::string_view body) { return first_in("8.0", "sm_80", body); }

void expect_equal(const isa::Instruction& left, const isa::Instruction& right) {
  EXPECT_EQ(left.op, right.op);
  EXPECT_EQ(left.destinations, right.destinations);
  EXPECT_EQ(left.sources, right.sources);
  EXPECT_EQ(left.offset, right.offset);
  EXPECT_EQ(isa::suffixes_of(left.modifiers), isa::suffixes_of(right.modifiers));
}

TEST(Spellings, AMemoryAccessTakesItsSuffixesInAnyOrder) {
  const std::pair<std::string_view, std::string_view> kPairs[] = {
      {"atom.global.gpu.acq_rel.add.f32 %f0, [%rd0], %f1;",
       "atom.acq_rel.gpu.global.add.f32 %f0, [%rd0], %f1;"},
      {"atom.add.relaxed.global.u32 %r0, [%rd0], %r1;",
       "atom.relaxed.global.add.u32 %r0, [%rd0], %r1;"},
      {"atom.shared.cta.relaxed.cas.b32 %r0, [%r3], %r1, %r2;",
       "atom.relaxed.cta.shared.cas.b32 %r0, [%r3], %r1, %r2;"},
      {"ld.global.acquire.gpu.b32 %r0, [%rd0];", "ld.acquire.gpu.global.b32 %r0, [%rd0];"},
      {"ld.global.v2.relaxed.sys.b32 {%r0, %r1}, [%rd0];",
       "ld.relaxed.sys.global.v2.b32 {%r0, %r1}, [%rd0];"},
      {"st.global.release.gpu.b32 [%rd0], %r0;", "st.release.gpu.global.b32 [%rd0], %r0;"},
      {"red.global.sys.release.or.b32 [%rd0], %r0;", "red.release.sys.global.or.b32 [%rd0], %r0;"}};
  for (const auto& [left, right] : kPairs) {
    SCOPED_TRACE(left);
    expect_equal(first(left), first(right));
  }
}

TEST(Spellings, OneElementInBracesIsTheElement) {
  expect_equal(first("ld.global.b32 { %r1 }, [ %rd1 + 0 ];"), first("ld.global.b32 %r1, [%rd1];"));
  expect_equal(first("st.global.b32 [ %rd1 + 4 ], { %r1 };"),
               first("st.global.b32 [%rd1+4], %r1;"));
}

TEST(Spellings, CachePoliciesHaveNoEffect) {
  expect_equal(first("ld.global.L1::evict_last.L2::cache_hint.b32 %r1, [%rd1], %rd2;"),
               first("ld.global.b32 %r1, [%rd1];"));
  expect_equal(first("st.global.L2::cache_hint.v2.b32 [%rd1], {%r1, %r2}, %rd2;"),
               first("st.global.v2.b32 [%rd1], {%r1, %r2};"));
  expect_equal(first("atom.global.add.L2::cache_hint.u32 %r1, [%rd1], %r2, %rd2;"),
               first("atom.global.add.u32 %r1, [%rd1], %r2;"));
  expect_equal(first("createpolicy.fractional.L2::evict_first.b64 %rd1, 1.0;"),
               first("mov.b64 %rd1, 0;"));
  EXPECT_THROW(first("ld.global.L2::cache_hint.b32 %r1, [%rd1];"), SourceError);
}

TEST(Spellings, ARegisterOf32BitsIsAnAddressBelow4GiB) {
  const isa::Instruction load = first("ld.global.u32 %r0, [%r1+8];");
  EXPECT_TRUE(load.modifiers.short_address);
  EXPECT_EQ(isa::source_rows(load, 0), 1u);
  EXPECT_EQ(load.offset, 8);
  EXPECT_FALSE(first("ld.global.u32 %r0, [%rd1+8];").modifiers.short_address);
  EXPECT_FALSE(first("ld.shared.u32 %r0, [%r1];").modifiers.short_address);
  expect_equal(first("cvta.to.global.u32 %r0, %r1;"), first("mov.b32 %r0, %r1;"));
}

TEST(Spellings, Ptx13LeavesOutPrecision) {
  const std::pair<std::string_view, std::string_view> kPairs[] = {
      {"ex2.f32 %f0, %f1;", "ex2.approx.ftz.f32 %f0, %f1;"},
      {"div.f32 %f0, %f1, %f2;", "div.approx.ftz.f32 %f0, %f1, %f2;"},
      {"rcp.f32 %f0, %f1;", "rcp.approx.ftz.f32 %f0, %f1;"},
      {"sqrt.f32 %f0, %f1;", "sqrt.approx.ftz.f32 %f0, %f1;"},
      {"div.f64 %fd0, %fd1, %fd2;", "div.rn.f64 %fd0, %fd1, %fd2;"},
      {"mad.f64 %fd0, %fd1, %fd2, %fd3;", "mad.rn.f64 %fd0, %fd1, %fd2, %fd3;"},
      {"div.full.f32 %f0, %f1, %f2;", "div.full.ftz.f32 %f0, %f1, %f2;"}};
  for (const auto& [old, modern] : kPairs) {
    SCOPED_TRACE(old);
    expect_equal(first_in("1.3", "sm_13", old), first(modern));
  }
  EXPECT_THROW(first_in("1.4", "sm_13", "ex2.f32 %f0, %f1;"), SourceError);
  EXPECT_THROW(first("div.f64 %fd0, %fd1, %fd2;"), SourceError);
}

TEST(Spellings, Capability1FlushesSubnormalNumbers) {
  const std::pair<std::string_view, std::string_view> kPairs[] = {
      {"add.f32 %f0, %f1, %f2;", "add.ftz.f32 %f0, %f1, %f2;"},
      {"mul.rz.sat.f32 %f0, %f1, %f2;", "mul.rz.ftz.sat.f32 %f0, %f1, %f2;"},
      {"mad.f32 %f0, %f1, %f2, %f3;", "mad.ftz.f32 %f0, %f1, %f2, %f3;"},
      {"setp.lt.f32 %p0, %f1, %f2;", "setp.lt.ftz.f32 %p0, %f1, %f2;"},
      {"set.gt.u32.f32 %r0, %f1, %f2;", "set.gt.ftz.u32.f32 %r0, %f1, %f2;"},
      {"slct.f32.f32 %f0, %f1, %f2, %f3;", "slct.ftz.f32.f32 %f0, %f1, %f2, %f3;"},
      {"cvt.rn.f32.f64 %f0, %fd1;", "cvt.rn.ftz.f32.f64 %f0, %fd1;"},
      {"cvt.rzi.s32.f32 %r0, %f1;", "cvt.rzi.ftz.s32.f32 %r0, %f1;"},
      {"cvt.f64.f32 %fd0, %f1;", "cvt.f64.f32 %fd0, %f1;"},
      {"add.f64 %fd0, %fd1, %fd2;", "add.f64 %fd0, %fd1, %fd2;"},
      {"add.s32 %r0, %r1, %r2;", "add.s32 %r0, %r1, %r2;"}};
  for (const auto& [old, modern] : kPairs) {
    SCOPED_TRACE(old);
    expect_equal(first_in("1.4", "sm_13", old), first(modern));
    expect_equal(first_in("2.3", "sm_20", modern), first(modern));
  }
  expect_equal(first_in("2.3", "sm_20", "add.f32 %f0, %f1, %f2;"), first("add.f32 %f0, %f1, %f2;"));
  expect_equal(first("add.f32 %f0, %f1, %f2;"),
               first_in("8.7", "sm_103", "add.f32 %f0, %f1, %f2;"));
}

TEST(Spellings, OldDeclarationsOfConstantsAndTextures) {
  const auto module = [](std::string_view text) {
    return fmt::format(".version 1.4\n.target sm_13\n{}", text);
  };
  expect_equal(first_of(module(".const[2] .u32 c;\n" + kernel("ld.const[2].u32 %r0, [c];"))),
               first_of(module(".const .u32 c;\n" + kernel("ld.const.u32 %r0, [c];"))));
  const std::string_view read =
      "tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [t, {%r0, %r1, %r2, %r3}];";
  expect_equal(first_of(module(".tex .u32 t;\n" + kernel(read))),
               first_of(module(".global .texref t;\n" + kernel(read))));
}

TEST(Spellings, FunctionsAreDeclaredWithoutSemicolon) {
  const std::string old =
      ".version 2.3\n.target sm_20\n.address_size 64\n"
      "  .visible .func (.param .s32 r) f (.param .u32 a)\n\n  .visible .func g\n\n"
      "  .file 1 \"a.cu\"\n  .entry k { ret; }\n";
  EXPECT_EQ(lower(ptx::parse(old, "k.ptx")).kernels.size(), 1u);
}

TEST(Spellings, OldModulesDeclareRegistersAndLocalVariables) {
  const auto module = [](std::string_view version) {
    return fmt::format(
        ".version {}\n.target sm_20\n.address_size 64\n"
        ".reg .b32 %m<3>, single;\n.local .u32 l;\n"
        ".entry k {{ st.local.u32 [l], %m1; ld.local.u32 single, [l]; ret; }}\n"
        ".entry j {{ .reg .b32 %n0; st.local.u32 [l], %n0; ret; }}\n",
        version);
  };
  const isa::Module lowered = lower(ptx::parse(module("2.3"), "k.ptx"), plain());
  EXPECT_EQ(lowered.kernels.at(0)->code.at(0).op, Op::st);
  EXPECT_THROW(ptx::parse(module("3.0"), "k.ptx"), SourceError);
}

TEST(Spellings, AVectorRegisterIsTheVectorOfItsComponents) {
  const auto lines = [](std::string_view body) {
    return lines_of(lower_module(
        kernel(fmt::format("{{ .reg .v2 .u32 v, w; .reg .b32 a, b; {} }} ret;", body)), plain()));
  };
  EXPECT_EQ(lines("ld.global.v2.u32 v, [%rd1];"), lines("ld.global.v2.u32 {v.x, v.y}, [%rd1];"));
  EXPECT_EQ(lines("mov.b64 %rd2, v;"), lines("mov.b64 %rd2, {v.x, v.y};"));
  EXPECT_EQ(lines("mov.v2.u32 v, w;"), lines("mov.v2.u32 {v.x, v.y}, {w.x, w.y};"));
  EXPECT_THROW(lines("ld.global.v4.u32 v, [%rd1];"), SourceError);
}

TEST(Spellings, ARegisterPlusAConstantIsASource) {
  const auto lines = [](std::string_view body) {
    return lines_of(lower_module(kernel(body), plain()));
  };
  EXPECT_EQ(lines("add.u32 %r0, %r1+1, %r2+-1; ret;").size(), 4u);
  EXPECT_THROW(lines("add.u32 %r0+1, %r1, %r2; ret;"), SourceError);
  EXPECT_THROW(lines("selp.u32 %r0, %r1, %r2, %p1+1; ret;"), SourceError);
}

TEST(Spellings, PackedNarrowSourcesHave16Bits) {
  EXPECT_EQ(first("cvt.rn.f16x2.e4m3x2 %r0, %rs1;").op, Op::cvt_f16x2_e4m3x2);
  EXPECT_EQ(first("cvt.rn.satfinite.e5m2x2.f32 %rs1, %f0, %f1;").op, Op::cvt_e5m2x2_f32);
}

constexpr std::string_view kTwoKernels =
    ".entry good() { ret; }\n"
    ".entry bad() { .reg .b32 %r<2>; tcgen05.wait::ld.sync.aligned; tcgen05.wait::ld.sync.aligned; "
    "ret; }\n";

TEST(Spellings, AKernelIsRefusedAlone) {
  const ptx::Module tree = ptx::parse(fmt::format("{}{}", kHeader, kTwoKernels), "k.ptx");
  EXPECT_THROW(lower(tree), SourceError);
  const isa::Module module = lower_what_runs(tree);
  ASSERT_EQ(module.kernels.size(), 2u);
  EXPECT_FALSE(module.kernels[0]->refusal.has_value());
  ASSERT_TRUE(module.kernels[1]->refusal.has_value());
  EXPECT_STREQ(module.kernels[1]->refusal->what(),
               "k.ptx:5:33: instruction 'tcgen05.wait::ld.sync.aligned' is not supported");
  EXPECT_TRUE(module.kernels[1]->code.empty());
}

TEST(Spellings, UnsupportedInstructionsAreCounted) {
  const ptx::Module tree = ptx::parse(fmt::format("{}{}", kHeader, kTwoKernels), "k.ptx");
  const auto unsupported = unsupported_instructions(tree);
  ASSERT_EQ(unsupported.size(), 1u);
  EXPECT_EQ(unsupported[0].spelling, "tcgen05.wait::ld.sync.aligned");
  EXPECT_EQ(unsupported[0].count, 2u);
  EXPECT_EQ(unsupported[0].first.line, 5u);
}

TEST(Spellings, ProgramsKnowTheirClusters) {
  const auto kernel = [](std::string_view directive) {
    return *lower_module(fmt::format(".entry k() {} {{ ret; }}\n", directive)).kernels[0];
  };
  EXPECT_EQ(kernel("").cluster, (Dim3{0, 0, 0}));
  EXPECT_EQ(kernel(".reqnctapercluster 2").cluster, (Dim3{2, 1, 1}));
  const isa::Program both = kernel(".explicitcluster .reqnctapercluster 2, 3, 1");
  EXPECT_EQ(both.cluster, (Dim3{2, 3, 1}));
  EXPECT_TRUE(both.needs_cluster);
  EXPECT_EQ(kernel(".maxclusterrank 4").max_cluster, 4u);
}

}  // namespace
}  // namespace heddle::compile
