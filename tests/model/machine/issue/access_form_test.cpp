// The form of memory instructions, by what PTX says of them: kind, cache operator, whether a cached
// copy may serve it, and bytes a thread.

#include "heddle/core/terms/access_form.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "ptx_grid.hpp"

namespace heddle::test::access_form {
namespace {

using core::AccessForm;
using exec::AccessKind;
using isa::CacheOperator;

/// Forms of the instruction's text behind its address in %rd1, without the last store.
AccessForm form(const std::string& instruction) {
  const auto module = compile::lower(
      ptx::parse(kernel("  " + instruction + ";\n  st.local.u8 [%rd2], %r9;\n"), "test.ptx"), {});
  for (const isa::Instruction& each : module.kernels.at(0)->code) {
    const AccessForm found = core::form_of(each);
    if (found.kind != AccessKind::none && each.modifiers.space != isa::Space::param) return found;
  }
  ADD_FAILURE() << instruction;
  return {};
}

TEST(AccessForm, IsWhatTheInstructionSays) {
  constexpr auto kLoad = AccessKind::load, kStore = AccessKind::store;
  constexpr auto kNone = CacheOperator::none;
  EXPECT_EQ(form("ld.volatile.global.u32 %r1, [%rd1]"), (AccessForm{kLoad, kNone, true, 4}));
  EXPECT_EQ(form("ld.volatile.shared.u8 %r1, [%rd1]"), (AccessForm{kLoad, kNone, true, 1}));
  EXPECT_EQ(form("st.global.u64 [%rd1], %rd2"), (AccessForm{kStore, kNone, false, 8}));
  EXPECT_EQ(form("st.shared.v4.f32 [%rd1], {%f1, %f2, %f3, %f4}"),
            (AccessForm{kStore, kNone, false, 16}));
  EXPECT_EQ(form("st.global.cg.v2.u16 [%rd1], {%r1, %r2}"),
            (AccessForm{kStore, CacheOperator::cg, false, 4}));
  EXPECT_EQ(form("red.shared.add.u32 [%rd1], 1").kind, AccessKind::reduction);
  EXPECT_EQ(form("atom.shared.add.u64 %rd3, [%rd1], 1;\n  st.global.u64 [%rd1], %rd3").kind,
            AccessKind::atomic);
  EXPECT_EQ(form("atom.shared.add.u64 %rd3, [%rd1], 1;\n  st.global.u64 [%rd1], %rd3").bytes, 8u);
}

TEST(AccessForm, TexelsAreOfOneFormWhateverTheTexture) {
  exec::MemoryAccess access;
  access.kind = AccessKind::texture;
  for (const std::uint8_t bytes : {1, 4, 16}) {
    access.bytes = bytes;
    EXPECT_EQ(core::form_of(access), (AccessForm{.kind = AccessKind::texture}));
  }
  isa::Instruction fetch;
  fetch.op = isa::Op::tex;
  fetch.op_class = isa::OpClass::texture;
  EXPECT_EQ(core::form_of(fetch), (AccessForm{.kind = AccessKind::texture}));
  fetch.op_class = isa::OpClass::integer;
  EXPECT_EQ(core::form_of(fetch).kind, AccessKind::none);
}

}  // namespace
}  // namespace heddle::test::access_form
