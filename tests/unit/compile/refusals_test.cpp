#include <gtest/gtest.h>

#include "lowering.hpp"

namespace heddle::compile {
namespace {

struct Refusal {
  std::string_view name;
  std::string text;
  std::string_view message;
};

/// Bodies of kernel() start in line 11 of the module.
const Refusal kRefusals[] = {
    {"UnknownOpcode", kernel("  xyz.f32 %f0, %f1;\nret;"),
     "k.ptx:11:3: instruction 'xyz.f32' is not supported"},
    {"UnknownSuffix", kernel("\n brx.idx.many %r0, %r1;"),
     "k.ptx:12:2: instruction 'brx.idx.many' is not supported (supported: brx.idx{.uni})"},
    {"TooFewOperands", kernel("add.s32 %r0, %r1;"),
     "k.ptx:11:1: 'add.s32' needs more than 2 operands"},
    {"TooManyOperands", kernel("add.s32 %r0, %r1, %r2, %r3;"),
     "k.ptx:11:24: 'add.s32' takes no more operands"},
    {"WrongWidth", kernel("add.s64 %rd0, %rd1, %r2;"),
     "k.ptx:11:21: '%r2' has 32 bits where 64 are expected"},
    {"NarrowSource", kernel("add.s32 %r0, %rs1, %r2;"),
     "k.ptx:11:14: '%rs1' has 16 bits where the type .s32 needs 32"},
    {"PredicateAsNumber", kernel("add.s32 %r0, %p1, %r2;"), "k.ptx:11:14: '%p1' is a predicate"},
    {"NumberAsPredicate", kernel("selp.b32 %r0, %r1, %r2, %r3;"),
     "k.ptx:11:25: expected a predicate"},
    {"FloatForInteger", kernel("add.s32 %r0, %r1, 0f3F800000;"),
     "k.ptx:11:19: expected an integer constant for the type .s32"},
    {"IntegerForFloat", kernel("add.f32 %f0, %f1, 1;"),
     "k.ptx:11:19: expected a floating-point constant for the type .f32"},
    {"WriteToConstants", ".const .u32 c;\n" + kernel("st.const.u32 [c], %r0;"),
     "k.ptx:12:1: constant memory cannot be written"},
    {"WrongSpace", ".shared .u32 s;\n" + kernel("ld.global.u32 %r0, [s];"),
     "k.ptx:12:20: 's' is in .shared, not in .global"},
    {"AtomicOnLocal", kernel("atom.local.add.u32 %r0, [%rd0], 1;"),
     "k.ptx:11:1: instruction 'atom.local.add.u32' is not supported"},
    {"AtomicOfBytes", kernel("atom.global.add.u8 %r0, [%rd0], 1;"),
     "k.ptx:11:1: instruction 'atom.global.add.u8' is not supported"},
    {"MissingFunction", ".extern .func g();\n" + kernel("call g;"),
     "k.ptx:12:6: function 'g' is declared but not defined in this module"},
    {"AddressOfMissingFunction", ".extern .func g();\n" + kernel("mov.u64 %rd0, g;"),
     "k.ptx:12:15: function 'g' is not defined in this module"},
    {"ArgumentSize",
     ".func g(.param .b64 a) { ret; }\n" + kernel("{ .param .b32 p; call g, (p); }"),
     "k.ptx:12:27: 'p' is no parameter of 8 bytes"},
    {"StoreBeyondArgument",
     ".func g(.param .b32 a) { ret; }\n" +
         kernel("{ .param .b32 p; st.param.b32 [p+4], %r0; call g, (p); }"),
     "k.ptx:12:31: bytes 4 to 7 are not in the parameter, which has 4 bytes"},
    {"StoreToParameter", kernel("st.param.u32 [n], %r0;"),
     "k.ptx:11:14: only arguments and results can be written"},
    {"ComputedParameter",
     ".func g(.param .align 4 .b8 a[8]) { .reg .b64 %rd<3>; .reg .b32 %r<2>;\n"
     "mov.b64 %rd0, a; add.s64 %rd1, %rd0, 4; ld.param.u32 %r0, [%rd1]; ret; }\n" +
         kernel("{ .param .align 4 .b8 p[8]; call g, (p); } ret;"),
     "k.ptx:5:32: '%rd0' holds the address of a parameter of a function, which only ld.param and "
     "st.param can use"},
    {"LutTooLarge", kernel("lop3.b32 %r0, %r1, %r2, %r3, 256;"),
     "k.ptx:11:30: expected an integer constant from 0 to 255"},
};

class Refusals : public testing::TestWithParam<Refusal> {};

TEST_P(Refusals, NameThePlaceAndTheReason) {
  EXPECT_EQ(error_of(GetParam().text), GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(Each, Refusals, testing::ValuesIn(kRefusals),
                         [](const auto& at) { return std::string(at.param.name); });

}  // namespace
}  // namespace heddle::compile
