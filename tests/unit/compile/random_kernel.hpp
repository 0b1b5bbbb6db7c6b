// Random PTX modules: one kernel `k(out, in)` whose threads compute with everything that the
// compiler folds or moves (copies, constants, addresses, pairs and halves, narrow values,
// predicates), through divergent branches, loops, branch tables, local and shared memory, and
// calls. Every thread writes only its own kSlotBytes of `out`, and ends by writing all its
// registers there.
#pragma once

#include <random>
#include <string>

#include <fmt/core.h>

namespace heddle::compile {

inline constexpr unsigned kSlotBytes = 512;

class RandomKernel {
 public:
  explicit RandomKernel(unsigned seed) : random_(seed) {}

  std::string text() {
    text_ =
        ".version 8.0\n.target sm_75\n.address_size 64\n"
        ".shared .align 16 .b8 pad[32];\n.shared .align 16 .b8 shared[1024];\n"
        ".global .align 8 .b8 table[64];\n";
    functions();
    text_ +=
        ".entry k(.param .u64 out, .param .u64 in) {\n"
        ".local .align 16 .b8 frame[64];\n";
    registers();
    start();
    statements(12, 0);
    finish();
    return std::move(text_);
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  template <typename... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    text_ += guard_;
    text_ += fmt::format(format, std::forward<Args>(args)...);
    text_ += '\n';
  }
  std::string r() { return fmt::format("%r{}", below(8)); }
  std::string rd() { return fmt::format("%rd{}", below(6)); }
  std::string rs() { return fmt::format("%rs{}", below(4)); }
  std::string f() { return fmt::format("%f{}", below(4)); }
  std::string fd() { return fmt::format("%fd{}", below(3)); }
  std::string p() { return fmt::format("%p{}", below(4)); }
  std::string value() { return below(4) == 0 ? fmt::format("{}", below(64)) : r(); }
  std::string wide() { return below(4) == 0 ? fmt::format("{}", below(64)) : rd(); }
  template <std::size_t size>
  const char* pick(const char* const (&words)[size]) {
    return words[below(size)];
  }

  void registers() {
    text_ +=
        ".reg .b32 %r<8>, %t<8>, %n<8>; .reg .b64 %rd<6>, %td<4>, %slot, %local, %mine;\n"
        ".reg .b16 %rs<4>; .reg .f32 %f<4>; .reg .f64 %fd<3>; .reg .pred %p<4>, %q<8>;\n";
  }

  void functions() {
    text_ +=
        ".func (.param .b32 y) f(.param .b32 x, .param .b64 z) {\n"
        ".local .align 16 .b8 frame[64];\n";
    registers();
    text_ +=
        "ld.param.u32 %r0, [x]; ld.param.u64 %rd0, [z]; mov.u64 %local, frame;\n"
        "mov.u32 %r1, 7; mov.u32 %r2, %tid.x; mov.u32 %r3, 1; mov.u32 %r4, 4;\n"
        "mov.u32 %r5, 5; mov.u32 %r6, 6; mov.u32 %r7, 7; mov.u64 %rd1, %rd0;\n"
        "mov.u64 %rd2, 2; mov.u64 %rd3, 3; mov.u64 %rd4, 4; mov.u64 %rd5, 5;\n"
        "setp.lt.u32 %p0, %r0, 9; setp.gt.u32 %p1, %r0, 4; mov.pred %p2, %p1;\n"
        "not.pred %p3, %p0; st.local.u32 [frame+8], %r0; mov.u32 %t5, 8;\n";
    values();
    for (unsigned i = 0; i < 8; ++i) arithmetic();
    text_ += "ld.local.u32 %r6, [frame+8]; add.u32 %r1, %r1, %r6;\nst.param.b32 [y], %r1; ret; }\n";
    text_ +=
        ".func (.param .align 8 .b8 y[16]) g(.param .align 8 .b8 x[24]) {\n"
        ".reg .b32 %r<4>; .reg .b64 %rd<2>; .reg .b16 %rs<3>;\n"
        "ld.param.u8 %rs0, [x+1]; ld.param.s16 %rs1, [x+2]; ld.param.u32 %r0, [x+4];\n"
        "ld.param.v2.b64 {%rd0, %rd1}, [x+8]; cvt.u32.u16 %r1, %rs0; cvt.s32.s16 %r2, %rs1;\n"
        "add.s32 %r3, %r1, %r2; st.param.b32 [y], %r3; st.param.b16 [y+4], %rs1;\n"
        "st.param.b8 [y+6], %rs0; add.s64 %rd0, %rd0, %rd1; st.param.b64 [y+8], %rd0; ret; }\n";
  }

  void start() {
    text_ +=
        "mov.u32 %t0, %tid.x; mov.u32 %t1, %ctaid.x; mov.u32 %t2, %ntid.x;\n"
        "mad.lo.s32 %t3, %t1, %t2, %t0; ld.param.u64 %td0, [out]; cvta.to.global.u64 %td0, %td0;\n";
    text_ += fmt::format("mul.wide.u32 %td1, %t3, {}; add.s64 %slot, %td0, %td1;\n", kSlotBytes);
    text_ +=
        "ld.param.u64 %td2, [in]; mul.wide.u32 %td3, %t3, 4; add.s64 %td2, %td2, %td3;\n"
        "mov.u64 %local, frame; mov.u64 %mine, shared; mul.wide.u32 %td3, %t0, 16;\n"
        "add.s64 %mine, %mine, %td3; mov.u32 %r0, %t3; ld.global.u32 %r1, [%td2];\n"
        "mov.u32 %t5, 9;\n";
    for (unsigned i = 2; i < 8; ++i) line("add.u32 %r{}, %r{}, {};", i, i - 1, below(100));
    for (unsigned i = 0; i < 6; ++i) line("mul.wide.u32 %rd{}, %r{}, {};", i, i, below(1000));
    for (unsigned i = 0; i < 4; ++i) line("setp.lt.u32 %p{}, %r{}, {};", i, i, below(128));
    values();
    for (unsigned i = 0; i < 64; i += 4) line("st.local.u32 [%local+{}], %r{};", i, i % 8);
    for (unsigned i = 0; i < 16; i += 4) line("st.shared.u32 [%mine+{}], %r{};", i, i / 4);
    for (unsigned i = 0; i < 64; i += 8) line("st.global.u64 [%slot+{}], %rd{};", i, i / 8 % 6);
  }

  /// First values of what arithmetic() reads beside %r, %rd and %p.
  void values() {
    for (unsigned i = 0; i < 4; ++i) {
      line("cvt.u16.u32 %rs{}, %r{}; cvt.rn.f32.u32 %f{}, %r{};", i, i, i, i + 1);
    }
    for (unsigned i = 0; i < 3; ++i) line("cvt.rn.f64.s32 %fd{}, %r{};", i, i);
  }

  void finish() {
    for (unsigned i = 0; i < 8; ++i) line("st.global.u32 [%slot+{}], %r{};", 256 + 4 * i, i);
    for (unsigned i = 0; i < 6; ++i) line("st.global.u64 [%slot+{}], %rd{};", 320 + 8 * i, i);
    for (unsigned i = 0; i < 4; ++i) line("st.global.u16 [%slot+{}], %rs{};", 384 + 2 * i, i);
    for (unsigned i = 0; i < 4; ++i) line("st.global.f32 [%slot+{}], %f{};", 400 + 4 * i, i);
    for (unsigned i = 0; i < 3; ++i) line("st.global.f64 [%slot+{}], %fd{};", 416 + 8 * i, i);
    for (unsigned i = 0; i < 4; ++i) {
      line("selp.u32 %t4, 1, 0, %p{}; st.global.u32 [%slot+{}], %t4;", i, 448 + 4 * i);
    }
    text_ += "ret; }\n";
  }

  void statements(unsigned count, unsigned depth) {
    for (unsigned i = 0; i < count; ++i) {
      const unsigned kind = below(depth < 3 ? 14 : 11);
      if (kind < 6) {
        arithmetic();
      } else if (kind < 9) {
        memory();
      } else if (kind < 10) {
        call();
      } else if (kind < 11) {
        call_with_structure();
      } else if (kind < 12) {
        choice(depth);
      } else if (kind < 13) {
        loop(depth);
      } else {
        table(depth);
      }
    }
  }

  void arithmetic() {
    guard_ = below(5) == 0 ? fmt::format("@{}%p{} ", below(2) ? "!" : "", below(4)) : "";
    switch (below(11)) {
      case 0:
        line("{} {}, {}, {};",
             pick({"add.s32", "sub.s32", "mul.lo.s32", "and.b32", "or.b32", "xor.b32", "min.u32",
                   "max.s32"}),
             r(), r(), value());
        break;
      case 1:
        line("{} {}, {}, {};",
             pick({"add.s64", "sub.s64", "mul.lo.s64", "and.b64", "or.b64", "xor.b64", "min.s64"}),
             rd(), rd(), wide());
        break;
      case 2:
        line("{} {}, {}, {};", pick({"mul.wide.u32", "mul.wide.s32"}), rd(), r(), value());
        break;
      case 3:
        line("mad.lo.s32 {}, {}, {}, {};", r(), r(), value(), r());
        line("mad.wide.u32 {}, {}, {}, {};", rd(), r(), value(), rd());
        break;
      case 4:
        line("{} {}, {}, {};", pick({"shl.b32", "shr.u32", "shr.s32"}), r(), r(), below(34));
        line("{} {}, {}, {};", pick({"shl.b64", "shr.u64", "shr.s64"}), rd(), rd(), below(66));
        break;
      case 5:
        line("mov.b64 {}, {{{}, {}}};", rd(), r(), r());
        line("mov.b64 {{{}, %t5}}, {};", r(), rd());
        line("add.u32 {}, {}, %t5;", r(), r());
        break;
      case 6:
        line("{} {}, {};", pick({"cvt.u64.u32", "cvt.s64.s32"}), rd(), r());
        line("cvt.u32.u64 {}, {};", r(), rd());
        line("mov.u32 {}, {};", r(), value());
        line("mov.u64 {}, {};", rd(), wide());
        break;
      case 7:
        if (below(2)) {
          line("setp.{}.s32 {}, {}, {};", pick({"lt", "ge", "eq", "ne"}), p(), r(), value());
        } else {
          line("setp.lt.and.u32 {}|%q7, {}, {}, !{};", p(), r(), value(), p());
        }
        line("selp.b32 {}, {}, {}, {};", r(), r(), value(), p());
        break;
      case 8:
        line("not.pred {}, {};", p(), p());
        line("{} {}, {}, {};", pick({"and.pred", "or.pred", "xor.pred"}), p(), p(), p());
        line("mov.pred {}, {};", p(), p());
        break;
      case 9:
        narrow();
        break;
      default:
        floating();
    }
    guard_.clear();
  }

  void narrow() {
    line("cvt.u16.u32 %rs0, {};", r());
    line("{} %rs1, %rs0, {};", pick({"add.s16", "mul.lo.s16", "and.b16"}), below(300));
    line("{} {}, %rs1;", pick({"cvt.u32.u16", "cvt.s32.s16", "cvt.s32.s8", "cvt.u32.u8"}), r());
    line("mov.b32 {}, {{%rs0, %rs1}};", r());
    line("mov.b32 {{_, %rs2}}, {};", r());
    line("cvt.s64.s16 {}, %rs2;", rd());
    line("setp.lt.s16 {}, %rs1, %rs2;", p());
  }

  void floating() {
    line("{} {}, {}, {};", pick({"add.f32", "mul.f32", "sub.rn.f32"}), f(), f(), f());
    line("fma.rn.f64 {}, {}, {}, {};", fd(), fd(), fd(), fd());
    line("cvt.rzi.s32.f32 {}, {};", r(), f());
    line("mov.b32 {}, {};", f(), r());
    line("mov.b64 {}, {};", fd(), rd());
  }

  void memory() {
    const unsigned at = 4 * below(8);
    switch (below(6)) {
      case 0:
        line("st.global.u32 [%slot+{}], {}; ld.global.u32 {}, [%slot+{}];", at, r(), r(),
             4 * below(8));
        break;
      case 1:
        line(
            "add.s64 %td1, %slot, {}; add.s64 %td1, %td1, 8; ld.global.v2.u32 {{%r0, %r1}}, "
            "[%td1];",
            8 * below(4));
        line(
            "st.global.v4.u32 [%slot+{}], {{{}, %r1, 7, {}}}; ld.global.v2.u64 {{{}, _}}, [%slot];",
            16 * below(4), r(), r(), rd());
        break;
      case 2:
        line("and.b32 %t4, {}, 12; cvt.u64.u32 %td1, %t4; add.s64 %td1, %local, %td1;", r());
        line("st.local.u32 [%td1+{}], {}; ld.local.u64 {}, [%local+{}];", at, r(), rd(),
             8 * below(6));
        break;
      case 3:
        line("st.shared.u32 [%mine+{}], {}; ld.shared.u32 {}, [%mine+{}];", at % 16, r(), r(),
             4 * below(4));
        break;
      case 4:
        line("cvta.shared.u64 %td1, %mine; ld.u32 {}, [%td1+4]; cvta.local.u64 %td1, %local;", r());
        line("ld.u8 {}, [%td1+{}]; ld.s16 {}, [%td1+{}];", r(), below(32), r(), 2 * below(16));
        break;
      default:
        line("mov.u64 %td1, table; add.s64 %td1, %td1, {}; ld.global.u32 {}, [%td1+4];",
             4 * below(8), r());
        line("mov.u64 %td1, pad; ld.shared.u8 %rs3, [%td1+3]; ld.global.s8 {}, [table+5];", rd());
    }
  }

  void call() {
    const bool by_pointer = below(2) == 0;
    line("{{ .param .b32 a; .param .b64 b; .param .b32 c;");
    if (by_pointer)
      line("pr{}: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b64 _);", label_);
    line("st.param.b32 [a], {}; st.param.b64 [b], {};", r(), rd());
    if (by_pointer) {
      line("mov.u64 %td1, f; call (c), %td1, (a, b), pr{};", label_++);
    } else {
      line("call.uni (c), f, (a, b);");
    }
    line("ld.param.b32 {}, [c]; }}", r());
  }

  void call_with_structure() {
    line("{{ .param .align 8 .b8 a[24]; .param .align 8 .b8 c[16];");
    line("st.param.b8 [a+1], {}; st.param.b16 [a+2], {}; st.param.b32 [a+4], {};", rs(), rs(), r());
    line("st.param.b64 [a+8], {}; st.param.b64 [a+16], {}; call.uni (c), g, (a);", rd(), rd());
    line("ld.param.u32 {}, [c]; ld.param.s8 {}, [c+6]; ld.param.u16 {}, [c+4];", r(), r(), rs());
    line("ld.param.b64 {}, [c+8]; }}", rd());
  }

  void choice(unsigned depth) {
    const unsigned at = label_++;
    line("@{}{} bra E{};", below(2) ? "!" : "", p(), at);
    statements(1 + below(3), depth + 1);
    if (below(2)) {
      line("bra F{};", at);
      line("E{}:", at);
      statements(1 + below(3), depth + 1);
      line("F{}:", at);
    } else {
      line("E{}:", at);
    }
  }

  void loop(unsigned depth) {
    const unsigned at = label_++;
    line("and.b32 %n{}, {}, 3; add.u32 %n{}, %n{}, 1;", depth, r(), depth, depth);
    line("L{}:", at);
    statements(1 + below(4), depth + 1);
    line("sub.u32 %n{}, %n{}, 1; setp.ne.u32 %q{}, %n{}, 0; @%q{} bra L{};", depth, depth, depth,
         depth, depth, at);
  }

  void table(unsigned depth) {
    const unsigned at = label_++;
    line("and.b32 %t4, {}, 1;", r());
    line("T{}: .branchtargets A{}, B{};", at, at, at);
    line("brx.idx %t4, T{};", at);
    line("A{}:", at);
    statements(1 + below(2), depth + 1);
    line("B{}:", at);
    statements(1, depth + 1);
  }

  std::mt19937 random_;
  std::string text_, guard_;
  unsigned label_ = 0;
};

}  // namespace heddle::compile
