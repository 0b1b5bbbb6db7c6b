#include "heddle/compile/annotations/preemption_points.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/compile/annotations/annotate.hpp"
#include "lowering.hpp"

namespace heddle::compile {
namespace {

struct Point {
  std::uint32_t line;  ///< of the text's body, from 1
  isa::PointKind kind;
  bool in_loop;
  bool operator==(const Point&) const = default;
};
constexpr auto kAnywhere = isa::PointKind::anywhere;
constexpr auto kBarrier = isa::PointKind::barrier;

void PrintTo(const Point& point, std::ostream* out) {
  *out << "line " << point.line << (point.kind == kBarrier ? " barrier" : "")
       << (point.in_loop ? " in a loop" : "");
}

std::vector<Point> points(std::string_view body, std::uint32_t interval = 1000,
                          bool insert = false) {
  Options options = plain();
  options.insert_points = insert;
  options.point_interval = interval;
  const isa::Module module = lower_module(kernel(body), options);
  const isa::Program& program = *module.kernels.at(0);
  std::vector<Point> found;
  for (const isa::PreemptionPoint& point : annotate(program, interval).points) {
    found.push_back({program.code[point.pc].line - 10, point.kind, point.loop != isa::kNoLoop});
    const bool is_inserted = program.code[point.pc].op == isa::Op::preemption_point;
    EXPECT_EQ(is_inserted, insert && point.kind == kAnywhere);
  }
  return found;
}

TEST(PreemptionPoints, ALoopHasOneWhereLeastIsLive) {
  EXPECT_EQ(points("mov.u32 %r0, 0; mov.u32 %r1, 5;\n"  // 1
                   "loop:\n"                            // 2
                   "add.u32 %r2, %r0, 7;\n"             // 3: r0 r1
                   "mul.lo.u32 %r3, %r2, %r1;\n"        // 4: r0 r1 r2
                   "add.u32 %r0, %r3, %r2;\n"           // 5: r1 r2 r3
                   "setp.lt.u32 %p0, %r0, 99;\n"        // 6: r0 r1, the same, but later
                   "@%p0 bra loop;\n"                   // 7
                   "exit;\n"),
            (std::vector<Point>{{3, kAnywhere, true}}));
}

/// Between the setting of an argument and the call, and between the call and the fetching of its
/// result, least is live in the frame: the value is beyond it, and would be lost.
TEST(PreemptionPoints, AreNotWhereACallsArgumentsAndResultsAreUnderWay) {
  const isa::Module module = lower_module(
      ".func (.param .b32 r) f(.param .b32 n) { .reg .b32 %r<2>; ld.param.u32 %r0, [n];\n"
      "mul.lo.u32 %r1, %r0, %r0; st.param.b32 [r], %r1; ret; }\n" +
      kernel("mov.u32 %r0, %tid.x; mov.u32 %r1, 0;\n"
             "loop:\n"
             "{ .param .b32 x; st.param.b32 [x], %r1; .param .b32 y; call (y), f, (x);\n"
             "ld.param.b32 %r1, [y]; }\n"
             "setp.lt.u32 %p0, %r1, 100;\n"
             "@%p0 bra loop;\n"
             "st.global.u32 [%rd0], %r0;\n"
             "exit;\n"));
  const isa::Program& program = *module.kernels.at(0);
  const auto found = annotate(program, 1000).points;
  ASSERT_EQ(found.size(), 1u);
  const isa::Instruction& there = program.code[found[0].pc];
  const std::uint32_t frame = program.functions.at(0).rows;
  // Both values of the loop are in the frame: before the argument is set, or when the result is in.
  EXPECT_EQ(found[0].live.size(), 2u);
  EXPECT_NE(there.op, isa::Op::call);
  EXPECT_FALSE(there.sources[0].kind == isa::OperandKind::row && there.sources[0].index >= frame);
}

/// Points of a kernel that calls f, which calls g, which calls f or, if not `recurs`, h; the names
/// of their functions, and whether each is the entry.
std::vector<std::pair<std::string, bool>> points_of_calls(bool recurs, const char* in_g) {
  const auto function = [](const char* name, const char* body) {
    return fmt::format(
        ".func (.param .b32 r) {}(.param .b32 n) {{ .reg .pred %p; .reg .b32 %r<3>;\n"
        "ld.param.u32 %r0, [n]; setp.eq.u32 %p, %r0, 0; sub.u32 %r1, %r0, 1; @%p bra out;\n"
        "{}\nout: st.param.b32 [r], %r0; ret; }}\n",
        name, body);
  };
  const auto call = [](const char* name) {
    return fmt::format(
        "{{ .param .b32 x; st.param.b32 [x], %r1; .param .b32 y; call (y), {}, (x);"
        "ld.param.b32 %r0, [y]; }}",
        name);
  };
  const isa::Module module = lower_module(
      ".func (.param .b32 r) f(.param .b32 n);\n" + function("h", "") +
      function("g", (in_g + call(recurs ? "f" : "h")).c_str()) + function("f", call("g").c_str()) +
      kernel("mov.u32 %r1, %tid.x; " + call("f") + " st.global.u32 [%rd0], %r0; exit;"));
  const isa::Program& program = *module.kernels.at(0);
  std::vector<std::pair<std::string, bool>> found;
  for (const isa::PreemptionPoint& point : annotate(program, 1000).points) {
    for (const isa::Function& of : program.functions) {
      if (point.pc < of.entry || point.pc >= of.end) continue;
      found.emplace_back(of.name, point.pc == of.entry);
      if (point.pc != of.entry) continue;
      EXPECT_THAT(point.live, testing::ElementsAre(1)) << of.name;
    }
  }
  return found;
}

/// Each function of a recursion has one where it begins; its argument, in row 1 behind the result,
/// is live.
TEST(PreemptionPoints, RecursionHasOneAtEachEntry) {
  using testing::Pair;
  using testing::UnorderedElementsAre;
  EXPECT_THAT(points_of_calls(true, ""), UnorderedElementsAre(Pair("f", true), Pair("g", true)));
  EXPECT_TRUE(points_of_calls(false, "").empty());
}

/// Warps that stop at an entry would keep others waiting at the barrier.
TEST(PreemptionPoints, RecursionWithABarrierHasNoOther) {
  EXPECT_THAT(points_of_calls(true, "bar.sync 0;"),
              testing::ElementsAre(testing::Pair("g", false)));
}

/// Instructions at points change neither where the points are nor what is counted between them.
TEST(PreemptionPoints, StayWhereInstructionsAreInsertedAtThem) {
  const std::string text =
      "mov.u32 %r0, 0; mov.u32 %r1, 5;\n"
      "add.u32 %r2, %r0, 1;\n"
      "add.u32 %r2, %r2, %r1;\n"
      "loop:\n"
      "add.u32 %r2, %r0, 7;\n"
      "mul.lo.u32 %r3, %r2, %r1;\n"
      "add.u32 %r0, %r3, %r2;\n"
      "setp.lt.u32 %p0, %r0, 99;\n"
      "@%p0 bra loop;\n"
      "add.u32 %r4, %r0, %r1;\n"
      "add.u32 %r4, %r4, 3;\n"
      "add.u32 %r4, %r4, %r1;\n"
      "bar.sync 0;\n"
      "add.u32 %r4, %r4, 4;\n"
      "add.u32 %r4, %r4, 5;\n"
      "add.u32 %r4, %r4, 6;\n"
      "st.global.u32 [%rd0], %r4;\n"
      "exit;\n";
  for (const std::uint32_t interval : {2u, 3u, 4u, 1000u}) {
    const std::vector<Point> free = points(text, interval);
    EXPECT_GE(free.size(), 2u);
    EXPECT_EQ(points(text, interval, true), free) << interval;
  }
}

TEST(PreemptionPoints, BarriersComeFirst) {
  // Of two barriers the one with less live, though other places have less still.
  EXPECT_EQ(points("mov.u32 %r0, 0; mov.u32 %r1, 5;\n"  // 1
                   "loop:\n"                            // 2
                   "add.u32 %r2, %r0, 7;\n"             // 3: r0 r1
                   "mul.lo.u32 %r3, %r2, %r1;\n"        // 4: r0 r1 r2
                   "bar.sync 0;\n"                      // 5: r0 r1 r2 r3
                   "add.u32 %r0, %r0, %r3;\n"           // 6: r0 r1 r2 r3
                   "bar.sync 0;\n"                      // 7: r0 r1 r2
                   "add.u32 %r0, %r0, %r2;\n"           // 8: r0 r1 r2
                   "setp.lt.u32 %p0, %r0, 99;\n"        // 9
                   "@%p0 bra loop;\n"
                   "exit;\n"),
            (std::vector<Point>{{7, kBarrier, true}}));
}

TEST(PreemptionPoints, OnlyInnermostLoopsHaveThem) {
  EXPECT_EQ(points("mov.u32 %r0, 0;\n"           // 1
                   "outer:\n"                    // 2
                   "mov.u32 %r1, 0;\n"           // 3
                   "inner:\n"                    // 4
                   "add.u32 %r1, %r1, 1;\n"      // 5
                   "setp.lt.u32 %p0, %r1, 9;\n"  // 6
                   "@%p0 bra inner;\n"           // 7
                   "add.u32 %r0, %r0, 1;\n"      // 8
                   "setp.lt.u32 %p0, %r0, 9;\n"  // 9
                   "@%p0 bra outer;\n"           // 10
                   "exit;\n"),
            (std::vector<Point>{{5, kAnywhere, true}}));
}

/// The inner loop may be skipped, and a trip of the outer one then meets no point in it.
TEST(PreemptionPoints, AnOuterLoopHasOneIfTheInnerMayBeSkipped) {
  const char* const body =
      "mov.u32 %r0, 0; mov.u32 %r3, %tid.x;\n"  // 1
      "outer:\n"                                // 2
      "mov.u32 %r1, 0;\n"                       // 3: r0 r3
      "setp.eq.u32 %p1, %r3, 0;\n"              // 4: r0 r1 r3
      "@%p1 bra skip;\n"                        // 5
      "inner:\n"                                // 6
      "add.u32 %r1, %r1, 1;\n"                  // 7
      "setp.lt.u32 %p0, %r1, %r3;\n"            // 8
      "@%p0 bra inner;\n"                       // 9
      "skip:\n"                                 // 10
      "add.u32 %r0, %r0, 1;\n"                  // 11
      "setp.lt.u32 %p0, %r0, 9;\n"              // 12
      "@%p0 bra outer;\n"                       // 13
      "exit;\n";
  const std::vector<Point> found = {{3, kAnywhere, true}, {7, kAnywhere, true}};
  EXPECT_EQ(points(body), found);
  EXPECT_EQ(points(body, 1000, true), found);
}

/// A trip that does not come to the barrier has to meet a point, too.
TEST(PreemptionPoints, ALoopHasAnotherIfItsBarrierMayBeSkipped) {
  EXPECT_EQ(points("mov.u32 %r0, 0; mov.u32 %r3, %tid.x;\n"  // 1
                   "loop:\n"                                 // 2
                   "setp.eq.u32 %p1, %r0, %r3;\n"            // 3: r0 r3
                   "@%p1 bra skip;\n"                        // 4
                   "bar.sync 0;\n"                           // 5
                   "skip:\n"                                 // 6
                   "add.u32 %r0, %r0, 1;\n"                  // 7
                   "setp.lt.u32 %p0, %r0, 9;\n"              // 8
                   "@%p0 bra loop;\n"                        // 9
                   "exit;\n"),
            (std::vector<Point>{{3, kAnywhere, true}, {5, kBarrier, true}}));
}

/// But none if the barrier of an outer loop is on each trip.
TEST(PreemptionPoints, ABarrierOnEachTripIsEnough) {
  EXPECT_EQ(points("mov.u32 %r0, 0; mov.u32 %r3, %tid.x;\n"  // 1
                   "outer:\n"                                // 2
                   "mov.u32 %r1, 0;\n"                       // 3
                   "bar.sync 0;\n"                           // 4
                   "setp.eq.u32 %p1, %r3, 0;\n"              // 5
                   "@%p1 bra skip;\n"                        // 6
                   "inner:\n"                                // 7
                   "add.u32 %r1, %r1, 1;\n"                  // 8
                   "setp.lt.u32 %p0, %r1, %r3;\n"            // 9
                   "@%p0 bra inner;\n"                       // 10
                   "skip:\n"                                 // 11
                   "add.u32 %r0, %r0, 1;\n"                  // 12
                   "setp.lt.u32 %p0, %r0, 9;\n"              // 13
                   "@%p0 bra outer;\n"                       // 14
                   "exit;\n"),
            (std::vector<Point>{{4, kBarrier, false}, {8, kAnywhere, true}}));
}

TEST(PreemptionPoints, EveryTripMeetsThem) {
  // Least is live at line 6, but a trip may go around it.
  EXPECT_EQ(points("mov.u32 %r0, 0; mov.u32 %r1, 1; mov.u32 %r2, 2;\n"  // 1
                   "loop:\n"                                            // 2
                   "setp.lt.u32 %p1, %r0, 5;\n"                         // 3: r0 r1 r2
                   "@%p1 bra skip;\n"                                   // 4
                   "mov.u32 %r1, 7; mov.u32 %r2, 7;\n"                  // 5: r0, and r0 r1
                   "mov.u32 %r1, 8; mov.u32 %r2, 8;\n"                  // 6
                   "skip:\n"                                            // 7
                   "add.u32 %r0, %r0, %r1;\n"                           // 8
                   "add.u32 %r0, %r0, %r2;\n"                           // 9
                   "setp.lt.u32 %p0, %r0, 99;\n"                        // 10
                   "@%p0 bra loop;\n"                                   // 11
                   "exit;\n"),
            (std::vector<Point>{{3, kAnywhere, true}}));
}

TEST(PreemptionPoints, OutsideOfLoopsOneInEveryInterval) {
  const char* const body =
      "mov.u32 %r0, 1;\n"             // 1: nothing
      "mov.u32 %r1, 2;\n"             // 2: r0
      "add.u32 %r2, %r0, %r1;\n"      // 3: r0 r1
      "add.u32 %r3, %r2, %r1;\n"      // 4: r1 r2
      "add.u32 %r3, %r3, %r2;\n"      // 5: r2 r3
      "mov.u64 %rd0, 512;\n"          // 6: r3
      "st.global.u32 [%rd0], %r3;\n"  // 7: r3 and the pair
      "exit;\n";                      // 8: nothing
  // Stretches of four: lines 1 to 4, with nothing live at 1; 5 to 8, with nothing live at 8.
  EXPECT_EQ(points(body, 4), (std::vector<Point>{{1, kAnywhere, false}, {8, kAnywhere, false}}));
  // Shorter than a stretch, without barrier: as if draining.
  EXPECT_EQ(points(body, 1000), std::vector<Point>{});
  // A barrier is taken even then.
  EXPECT_EQ(points("mov.u32 %r0, %tid.x;\n"
                   "bar.sync 0;\n"
                   "exit;\n"),
            (std::vector<Point>{{2, kBarrier, false}}));
}

/// 20 instructions and an exit: one point in each whole stretch of the interval.
TEST(PreemptionPoints, ComeOnceInAnInterval) {
  std::string body;
  for (int i = 0; i < 20; ++i) body += "add.u32 %r0, %r0, 1;\n";
  for (const std::uint32_t interval : {5u, 7u, 21u, 22u}) {
    Options options = plain();
    options.annotate = true;
    options.point_interval = interval;
    const isa::Module module = lower_module(kernel(body + "exit;\n"), options);
    EXPECT_EQ(module.kernels.at(0)->annotations->points.size(), 21 / interval) << interval;
  }
}

TEST(PreemptionPoints, SayWhatIsLive) {
  const isa::Module module = lower_module(kernel("mov.u32 %r0, %tid.x;\n"
                                                 "mov.u32 %r1, 0;\n"
                                                 "mov.u64 %rd1, 5;\n"
                                                 "loop:\n"
                                                 "add.u32 %r1, %r1, 1;\n"
                                                 "setp.lt.u32 %p0, %r1, %r0;\n"
                                                 "@%p0 bra loop;\n"
                                                 "st.global.u64 [%rd1], %rd1;\n"
                                                 "exit;\n"),
                                          plain());
  const isa::Annotations found = annotate(*module.kernels.at(0), 1000);
  ASSERT_EQ(found.points.size(), 1u);
  // The thread's number, the counter and the pair, two registers each a word; which numbers they
  // have is the lowering's affair. Threads that left the loop wait for the pair, which is live
  // anyway.
  EXPECT_EQ(found.points[0].live.size(), 4u);
  EXPECT_EQ(found.points[0].live_apart, found.points[0].live);
}

}  // namespace
}  // namespace heddle::compile
