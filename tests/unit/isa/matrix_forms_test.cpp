// The table of matrix instructions against NVIDIA's assembler.
#include <map>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "heddle/isa/matrix/forms.hpp"
#include "heddle/isa/op_pattern.hpp"

namespace heddle::isa {
namespace {

/// What ptxas 13.0 accepts of the spellings below, with the first of sm_75 and sm_80 for which it
/// does; older architectures it does not know. Left out is what the PTX ISA does not have: wmma of
/// f64 on m16n16k8 and m16n16k16, and of 4-bit integers on m16n16k16.
const std::map<std::string, unsigned>& accepted() {
  static const std::map<std::string, unsigned> spellings = {
#include "matrix_forms.inc"
  };
  return spellings;
}

/// The compute capability from which on the table has the instruction; 0: it does not.
unsigned capability_in_table(const std::string& spelling) {
  static const OpMatcher matcher;
  const auto match = matcher.match(spelling);
  if (!match) return 0;
  Modifiers modifiers = match->modifiers;
  const auto form = find_form(match->op, modifiers);
  if (!form) return 0;
  modifiers.matrix.form = *form;
  return matrix_capability(match->op, modifiers);
}

std::vector<std::string> spellings() {
  std::vector<std::string> made;
  const std::vector<std::vector<std::string>> groups = {
      {"f16"}, {"bf16"}, {"tf32"}, {"f64"}, {"u8", "s8"}, {"u4", "s4"}, {"b1"}};
  const auto sums_of = [](const std::string& type) -> std::vector<std::string> {
    if (type == "f16") return {"f16", "f32"};
    if (type == "f64") return {"f64"};
    return {type == "bf16" || type == "tf32" ? "f32" : "s32"};
  };
  const auto add = [&](const std::string& shape, const std::string& a, const std::string& b) {
    for (const std::string& d : sums_of(a)) {
      for (const std::string& c : sums_of(a)) {
        const std::string types = fmt::format("{}.{}.{}.{}", d, a, b, c);
        for (const std::string bits : {"xor", "and"}) {
          const std::string popc = a == "b1" ? "." + bits + ".popc" : "";
          for (const char* base : {"mma", "mma.sp"})
            made.push_back(
                fmt::format("{}.sync.aligned.{}.row.col.{}{}", base, shape, types, popc));
          made.push_back(fmt::format("wmma.mma{}.sync.aligned.row.col.{}.{}", popc, shape,
                                     a == "f16" ? d + "." + c : types));
        }
      }
    }
  };
  for (const std::string size : {"m8n8", "m16n8", "m16n16", "m32n8", "m8n32"})
    for (unsigned k = 4; k <= 512; k *= 2)
      for (const auto& group : groups)
        for (const std::string& a : group)
          for (const std::string& b : group) add(fmt::format("{}k{}", size, k), a, b);
  return made;
}

TEST(MatrixForms, AreThoseOfTheAssembler) {
  unsigned found = 0;
  for (const std::string& spelling : spellings()) {
    const auto known = accepted().find(spelling);
    const unsigned capability = capability_in_table(spelling);
    if (known == accepted().end()) {
      EXPECT_EQ(capability, 0u) << spelling;
      continue;
    }
    ++found;
    EXPECT_EQ(std::max(capability, 75u), known->second) << spelling;
    EXPECT_NE(capability, 0u) << spelling;
  }
  EXPECT_GE(found, accepted().size());
}

TEST(MatrixForms, ThoseOfVoltaAreHalves) {
  EXPECT_EQ(capability_in_table("mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f16"), 70u);
  EXPECT_EQ(capability_in_table("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32"), 70u);
  EXPECT_EQ(capability_in_table("wmma.mma.sync.aligned.row.col.m16n16k16.s32.u8.u8.s32"), 72u);
}

}  // namespace
}  // namespace heddle::isa
