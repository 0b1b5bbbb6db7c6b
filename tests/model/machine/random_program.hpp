// Random kernels that end whoever issues first: loops whose trips differ by lane, paths that some
// lanes take, barriers and shuffles where all threads are, and loads that find data of their own
// warp again or do not. A thread's result is a word that depends on nothing but its number.
#pragma once

#include <random>
#include <string>

#include <fmt/core.h>

namespace heddle::test {

class RandomProgram {
 public:
  explicit RandomProgram(unsigned seed) : random_(seed) {}

  /// Body of a kernel for blocks of `kThreads` threads; loads read the first 64 KiB of the buffer,
  /// and results stand from `kResults` on.
  static constexpr unsigned kThreads = 96, kResults = 512 * 1024;
  std::string body() {
    text_ = fmt::format(R"(
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mad.lo.u32 %r3, %r2, {}, %r1;
  mul.wide.u32 %rd2, %r3, 4;
  add.u64 %rd3, %rd1, %rd2;
  mul.lo.u32 %r4, %r3, 747796405;
  shr.u32 %r6, %r4, 16;
  mov.u32 %r5, %r3;
  mov.u32 %r7, 0;
)",
                        kThreads);
    statements(0, true, 5);
    if (chance(3)) leave();
    statements(0, false, 2);
    text_ += fmt::format("  st.global.u32 [%rd3+{}], %r5;\n", kResults);
    return text_;
  }

 private:
  bool chance(unsigned in) { return random_() % in == 0; }
  unsigned number(unsigned least, unsigned most) {
    return least + static_cast<unsigned>(random_() % (most - least + 1));
  }

  /// `all`: all threads of the block are here.
  void statements(unsigned depth, bool all, unsigned most) {
    for (unsigned left = number(1, most); left != 0; --left) statement(depth, all);
  }
  void statement(unsigned depth, bool all) {
    switch (number(0, all ? 7 : 5)) {
      case 0:
      case 1:
        return loop(depth, all);
      case 2:
        return path(depth);
      case 6:
        text_ += "  bar.sync 0;\n";
        return;
      case 7:
        text_ += "  shfl.sync.bfly.b32 %r8, %r5, 1, 31, 0xffffffff;\n  add.u32 %r5, %r5, %r8;\n";
        return;
      default:
        return load();
    }
  }

  /// Some of the threads have no more to do.
  void leave() {
    text_ += fmt::format(
        "  and.b32 %r9, %r6, 15;\n  setp.eq.u32 %p9, %r9, {};\n"
        "  @%p9 st.global.u32 [%rd3+{}], %r5;\n  @%p9 exit;\n",
        number(0, 15), kResults);
  }

  void load() {
    switch (number(0, 2)) {
      case 0:  // each thread walks along a line of its own
        text_ +=
            "  and.b32 %r10, %r3, 511;\n  shl.b32 %r10, %r10, 7;\n  and.b32 %r11, %r7, 31;\n"
            "  shl.b32 %r11, %r11, 2;\n  add.u32 %r10, %r10, %r11;\n";
        break;
      case 1:  // a line for the warp
        text_ += "  and.b32 %r10, %r1, 31;\n  shl.b32 %r10, %r10, 2;\n";
        break;
      default:  // anywhere
        text_ += fmt::format("  mad.lo.u32 %r10, %r7, {}, %r6;\n  and.b32 %r10, %r10, 65532;\n",
                             4 * number(1, 4000));
    }
    text_ += fmt::format(
        "  cvt.u64.u32 %rd4, %r10;\n  add.u64 %rd4, %rd1, %rd4;\n"
        "  ld.global.u32 %r12, [%rd4+{}];\n  add.u32 %r5, %r5, %r12;\n",
        4 * number(0, 3));
  }

  void loop(unsigned depth, bool all) {
    if (depth == 2) return load();
    const unsigned label = labels_++;
    const unsigned trips = 40 + depth;
    const bool is_even = chance(2);
    text_ += is_even ? fmt::format("  mov.u32 %r{}, {};\n", trips, number(1, 4))
                     : fmt::format(
                           "  shr.u32 %r{0}, %r6, {1};\n  and.b32 %r{0}, %r{0}, 3;\n"
                           "  add.u32 %r{0}, %r{0}, 1;\n",
                           trips, number(0, 9));
    text_ += fmt::format("L{}:\n", label);
    load();
    statements(depth + 1, all && is_even, 2);
    text_ += fmt::format(
        "  add.u32 %r7, %r7, 1;\n  sub.u32 %r{0}, %r{0}, 1;\n  setp.ne.u32 %p{1}, %r{0}, 0;\n"
        "  @%p{1} bra L{2};\n",
        trips, depth, label);
  }

  void path(unsigned depth) {
    if (depth == 3) return load();
    const unsigned label = labels_++;
    text_ += fmt::format(
        "  shr.u32 %r9, %r6, {};\n  and.b32 %r9, %r9, {};\n  setp.ne.u32 %p8, %r9, 0;\n"
        "  @%p8 bra J{};\n",
        number(0, 9), number(0, 1) * 2 + 1, label);
    statements(depth + 1, false, 2);
    text_ += fmt::format("J{}:\n", label);
  }

  std::mt19937 random_;
  std::string text_;
  unsigned labels_ = 0;
};

}  // namespace heddle::test
