// Random kernels `k(out, in)` in which much is the same for a whole warp: values from the block's
// number, parameters and loads from there (%u), beside values by thread (%v), and some that are
// written and read within a block of code only (%w). Branches and loops depend on either kind.
// Every thread writes only its own kUniformSlotBytes of `out`.
#pragma once

#include <random>
#include <string>

#include <fmt/core.h>

namespace heddle::compile {

inline constexpr unsigned kUniformSlotBytes = 64;

class RandomUniformKernel {
 public:
  explicit RandomUniformKernel(unsigned seed) : random_(seed) {}

  std::string text() {
    text_ =
        ".version 8.0\n.target sm_75\n.address_size 64\n"
        ".entry k(.param .u64 out, .param .u64 in) {\n"
        ".reg .b32 %u<6>, %v<6>, %w<4>, %t<4>, %n<8>; .reg .b64 %d<6>, %out, %in;\n"
        ".reg .pred %p<4>, %q<8>;\n"
        "ld.param.u64 %in, [in]; ld.param.u64 %out, [out];\n"
        "mov.u32 %u0, %ctaid.x; mov.u32 %u1, 3; ld.global.u32 %u2, [%in];\n"
        "mov.u32 %u3, %ntid.x; add.u32 %u4, %u0, 7; mul.lo.u32 %u5, %u2, 5;\n"
        "mov.u32 %v0, %tid.x; mul.wide.u32 %d2, %v0, 4; add.s64 %d3, %in, %d2;\n"
        "ld.global.u32 %v1, [%d3]; and.b32 %v2, %v1, 7; add.u32 %v3, %v0, %u0;\n"
        "mov.u32 %v4, 1; mov.u32 %v5, %laneid; mov.u64 %d4, %in; add.s64 %d5, %in, 64;\n"
        "mov.u32 %t0, %ctaid.x; mad.lo.u32 %t0, %t0, %u3, %v0;\n"
        "mul.wide.u32 %d2, %t0, 64; add.s64 %out, %out, %d2;\n"
        "setp.lt.u32 %p0, %u0, 1; setp.gt.u32 %p1, %u2, 2; setp.lt.u32 %p2, %v2, 4;\n"
        "setp.eq.u32 %p3, %v5, 3;\n";
    statements(14, 0);
    for (unsigned i = 0; i < 6; ++i) {
      if (below(2)) line("st.global.u32 [%out+{}], %u{};", 4 * i, i);
      line("st.global.u32 [%out+{}], %v{};", 24 + 4 * i, i);
    }
    text_ += "exit; }\n";
    return std::move(text_);
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  template <typename... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    text_ += fmt::format(format, std::forward<Args>(args)...);
    text_ += '\n';
  }
  std::string u() { return fmt::format("%u{}", below(6)); }
  std::string v() { return fmt::format("%v{}", below(6)); }
  std::string any() { return below(2) ? u() : v(); }
  std::string p() { return fmt::format("%p{}", below(4)); }
  std::string guard() { return below(4) ? "" : fmt::format("@{}{} ", below(2) ? "!" : "", p()); }

  void statements(unsigned count, unsigned depth) {
    for (unsigned i = 0; i < count; ++i) statement(depth);
  }

  void statement(unsigned depth) {
    const unsigned kind = below(16);
    if (kind < 4) {
      line("{}add.u32 {}, {}, {};", guard(), u(), u(), u());
    } else if (kind < 7) {
      line("{}xor.b32 {}, {}, {};", guard(), v(), any(), any());
    } else if (kind < 8) {
      line("setp.lt.u32 %p{}, {}, {};", below(2), u(), u());
    } else if (kind < 9) {
      line("setp.lt.u32 %p{}, {}, {};", 2 + below(2), v(), any());
    } else if (kind < 10) {
      load();
    } else if (kind < 12) {
      local_value();
    } else if (depth >= 3) {
      line("selp.b32 {}, {}, {}, {};", below(2) ? u() : v(), u(), u(), p());
    } else if (kind < 14) {
      choice(depth);
    } else {
      loop(depth);
    }
  }

  void load() {
    line("and.b32 %t1, {}, 15; mul.wide.u32 %d2, %t1, 4; add.s64 %d3, %d{}, %d2;", any(),
         4 + below(2));
    line("ld.global.u32 {}, [%d3];", below(2) ? u() : v());
  }

  void local_value() {
    const unsigned w = below(4);
    line("add.u32 %w{}, {}, {};", w, u(), 1 + below(9));
    if (below(2)) line("mul.lo.u32 %w{}, %w{}, {};", w, w, u());
    line("add.u32 {}, {}, %w{};", v(), v(), w);
  }

  void choice(unsigned depth) {
    const unsigned at = label_++;
    line("@{}{} bra E{};", below(2) ? "!" : "", p(), at);
    statements(1 + below(4), depth + 1);
    if (below(2)) {
      line("bra F{};", at);
      line("E{}:", at);
      statements(1 + below(4), depth + 1);
      line("F{}:", at);
    } else {
      line("E{}:", at);
    }
  }

  void loop(unsigned depth) {
    const unsigned at = label_++;
    line("and.b32 %n{}, {}, 3; add.u32 %n{}, %n{}, 1;", depth, any(), depth, depth);
    line("L{}:", at);
    statements(1 + below(4), depth + 1);
    if (below(3) == 0) line("@{} bra X{};", p(), at);  // leaves in the middle
    statements(1 + below(2), depth + 1);
    line("sub.u32 %n{}, %n{}, 1; setp.ne.u32 %q{}, %n{}, 0; @%q{} bra L{};", depth, depth, depth,
         depth, depth, at);
    line("X{}:", at);
  }

  std::mt19937 random_;
  std::string text_;
  unsigned label_ = 0;
};

}  // namespace heddle::compile
