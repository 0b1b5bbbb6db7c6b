#include "preemption_programs.hpp"

#include <bit>

#include "rig.hpp"

namespace heddle::test {
namespace {

using Words = std::vector<std::uint32_t>;

/// %r1 is the number of the thread in the grid, %r2 in its block; %rd2 the address of its word.
const std::string kWhoAmI = R"(
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %ntid.x;
  mad.lo.u32 %r1, %r3, %r4, %r2;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd2, %rd1, %rd2;
)";

// The length of the Collatz sequence, with loads on one side.
PreemptedProgram divergent_loop() {
  PreemptedProgram program{"divergent loop", {}, {9}, {96}, {}, {}};
  program.ptx = kernel(kWhoAmI + R"(
  add.u32 %r5, %r1, 1;
  mov.u32 %r6, 0;
LOOP:
  setp.eq.u32 %p1, %r5, 1;
  @%p1 bra END;
  and.b32 %r7, %r5, 1;
  setp.eq.u32 %p2, %r7, 0;
  @%p2 bra EVEN;
  ld.global.u32 %r8, [%rd2+524288];
  mad.lo.u32 %r5, %r5, 3, 1;
  add.u32 %r5, %r5, %r8;
  st.global.u32 [%rd2], %r5;
  bra NEXT;
EVEN:
  shr.u32 %r5, %r5, 1;
NEXT:
  add.u32 %r6, %r6, 1;
  bra LOOP;
END:
  st.global.u32 [%rd2], %r6;
)");
  for (std::uint32_t thread = 0; thread < 9 * 96; ++thread) {
    std::uint32_t steps = 0;
    for (std::uint32_t n = thread + 1; n != 1; ++steps) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    program.threads.push_back(steps);
  }
  return program;
}

// Each round mixes a thread's number with its neighbour's through shared memory; after half of the
// rounds the last threads, parts of warps and a whole one, end.
PreemptedProgram barriers() {
  constexpr unsigned kBlocks = 8, kThreads = 100, kStay = 60, kRounds = 12;
  PreemptedProgram program{"barriers and shared memory", {}, {kBlocks}, {kThreads}, {}, {}};
  program.ptx = kernel(kWhoAmI + R"(
  mad.lo.u32 %r5, %r1, 7, 1;
  mov.u32 %r6, 0;
  mov.u32 %r7, 100;
  mov.u32 %r8, s;
  shl.b32 %r9, %r2, 2;
  add.u32 %r9, %r8, %r9;
ROUND:
  st.shared.u32 [%r9], %r5;
  bar.sync 0;
  add.u32 %r10, %r2, 1;
  setp.ge.u32 %p1, %r10, %r7;
  @%p1 mov.u32 %r10, 0;
  shl.b32 %r10, %r10, 2;
  add.u32 %r10, %r8, %r10;
  ld.shared.u32 %r11, [%r10];
  mad.lo.u32 %r5, %r5, 3, %r11;
  bar.sync 0;
  add.u32 %r6, %r6, 1;
  setp.ne.u32 %p2, %r6, 6;
  @%p2 bra STAY;
  mov.u32 %r7, 60;
  setp.ge.u32 %p3, %r2, 60;
  @%p3 bra END;
STAY:
  setp.lt.u32 %p4, %r6, 12;
  @%p4 bra ROUND;
END:
  st.global.u32 [%rd2], %r5;
)");
  for (unsigned block = 0; block < kBlocks; ++block) {
    Words values(kThreads);
    for (unsigned i = 0; i < kThreads; ++i) values[i] = (block * kThreads + i) * 7 + 1;
    for (unsigned round = 0; round < kRounds; ++round) {
      const Words before = values;
      const unsigned live = round < kRounds / 2 ? kThreads : kStay;
      for (unsigned i = 0; i < live; ++i) values[i] = before[i] * 3 + before[(i + 1) % live];
    }
    program.threads.insert(program.threads.end(), values.begin(), values.end());
  }
  return program;
}

// Two warps hand numbers to two others by named barriers; then all reduce at a barrier.
PreemptedProgram named_barriers() {
  constexpr unsigned kBlocks = 7, kThreads = 128, kRounds = 10;
  PreemptedProgram program{"named barriers and reductions", {}, {kBlocks}, {kThreads}, {}, {}};
  program.ptx = kernel(kWhoAmI + R"(
  mov.u32 %r5, 0;
  mov.u32 %r6, 0;
  mov.u32 %r8, s;
  and.b32 %r9, %r2, 63;
  shl.b32 %r9, %r9, 2;
  add.u32 %r9, %r8, %r9;
  setp.ge.u32 %p1, %r2, 64;
ROUND:
  add.u32 %r6, %r6, 1;
  @%p1 bra TAKE;
  add.u32 %r10, %r1, 3;
  mul.lo.u32 %r5, %r10, %r6;
  st.shared.u32 [%r9], %r5;
  bar.arrive 1, 128;
  bar.sync 2, 128;
  bra NEXT;
TAKE:
  bar.sync 1, 128;
  ld.shared.u32 %r11, [%r9];
  mad.lo.u32 %r5, %r5, 5, %r11;
  bar.arrive 2, 128;
NEXT:
  setp.lt.u32 %p2, %r6, 10;
  @%p2 bra ROUND;
  and.b32 %r12, %r5, 3;
  setp.eq.u32 %p3, %r12, 1;
  bar.red.popc.u32 %r13, 0, %p3;
  bar.red.or.pred %p4, 3, %p3;
  selp.u32 %r14, 1000, 0, %p4;
  bar.red.and.pred %p5, 3, %p3;
  selp.u32 %r15, 5000, 0, %p5;
  add.u32 %r5, %r5, %r13;
  add.u32 %r5, %r5, %r14;
  add.u32 %r5, %r5, %r15;
  st.global.u32 [%rd2], %r5;
)");
  for (unsigned block = 0; block < kBlocks; ++block) {
    Words values(kThreads);
    unsigned count = 0;
    for (unsigned i = 0; i < kThreads; ++i) {
      const std::uint32_t giver = block * kThreads + i % 64 + 3;
      for (unsigned round = 1; round <= kRounds; ++round)
        values[i] = i < 64 ? giver * round : values[i] * 5 + giver * round;
      count += values[i] % 4 == 1 ? 1 : 0;
    }
    for (auto& value : values)
      value += count + (count != 0 ? 1000 : 0) + (count == kThreads ? 5000 : 0);
    program.threads.insert(program.threads.end(), values.begin(), values.end());
  }
  return program;
}

// Lanes of a warp take loops of different length, then add up by shuffles and vote.
PreemptedProgram shuffles() {
  constexpr unsigned kBlocks = 9, kThreads = 64, kRounds = 5;
  PreemptedProgram program{"shuffles of split warps", {}, {kBlocks}, {kThreads}, {}, {}};
  std::string add_up;
  for (const unsigned distance : {16, 8, 4, 2, 1})
    add_up += fmt::format(
        "  shfl.sync.bfly.b32 %r10, %r9, {}, 31, -1;\n  add.u32 %r9, %r9, %r10;\n", distance);
  program.ptx = kernel(kWhoAmI + R"(
  and.b32 %r5, %r2, 31;
  mov.u32 %r6, %r1;
  mov.u32 %r7, 0;
ROUND:
  mad.lo.u32 %r8, %r5, 7, %r7;
  rem.u32 %r8, %r8, 5;
TURN:
  setp.eq.u32 %p1, %r8, 0;
  @%p1 bra MEET;
  mad.lo.u32 %r6, %r6, 3, 1;
  sub.u32 %r8, %r8, 1;
  bra TURN;
MEET:
  mov.u32 %r9, %r6;
)" + add_up + R"(
  and.b32 %r11, %r6, 1;
  setp.ne.u32 %p2, %r11, 0;
  vote.sync.ballot.b32 %r12, %p2, -1;
  bar.warp.sync -1;
  add.u32 %r6, %r6, %r9;
  xor.b32 %r6, %r6, %r12;
  add.u32 %r7, %r7, 1;
  setp.lt.u32 %p3, %r7, 5;
  @%p3 bra ROUND;
  st.global.u32 [%rd2], %r6;
)");
  for (unsigned warp = 0; warp < kBlocks * kThreads / 32; ++warp) {
    Words values(32);
    for (unsigned lane = 0; lane < 32; ++lane) values[lane] = warp * 32 + lane;
    for (unsigned round = 0; round < kRounds; ++round) {
      std::uint32_t sum = 0, ballot = 0;
      for (unsigned lane = 0; lane < 32; ++lane) {
        for (unsigned turn = (lane * 7 + round) % 5; turn != 0; --turn)
          values[lane] = values[lane] * 3 + 1;
        sum += values[lane];
        ballot |= (values[lane] & 1) << lane;
      }
      for (auto& value : values) value = (value + sum) ^ ballot;
    }
    program.threads.insert(program.threads.end(), values.begin(), values.end());
  }
  return program;
}

// Tickets from one counter, a counter in shared memory, and a number that goes through memory.
PreemptedProgram atomics() {
  constexpr unsigned kBlocks = 9, kThreads = 64, kRounds = 6;
  PreemptedProgram program{"atomics and loads in flight", {}, {kBlocks}, {kThreads}, {}, {}};
  program.ptx = kernel(kWhoAmI + R"(
  mov.u32 %r5, 0;
  mov.u32 %r6, %r1;
  mov.u32 %r8, s;
  st.global.u32 [%rd2], %r6;
ROUND:
  atom.global.add.u32 %r9, [%rd1+262144], 1;
  ld.global.u32 %r6, [%rd2];
  atom.shared.add.u32 %r10, [%r8], 1;
  ld.global.u32 %r11, [%rd2+524288];
  mad.lo.u32 %r6, %r6, 3, 1;
  add.u32 %r6, %r6, %r11;
  st.global.u32 [%rd2], %r6;
  cvt.u64.u32 %rd3, %r9;
  red.global.add.u64 [%rd1+262152], %rd3;
  add.u32 %r5, %r5, 1;
  setp.lt.u32 %p1, %r5, 6;
  @%p1 bra ROUND;
  membar.gl;
  bar.sync 0;
  ld.shared.u32 %r12, [%r8];
  add.u32 %r6, %r6, %r12;
  st.global.u32 [%rd2], %r6;
)");
  for (std::uint32_t thread = 0; thread < kBlocks * kThreads; ++thread) {
    std::uint32_t value = thread;
    for (unsigned round = 0; round < kRounds; ++round) value = value * 3 + 1;
    program.threads.push_back(value + kThreads * kRounds);
  }
  const std::uint64_t tickets = kBlocks * kThreads * kRounds, sum = tickets * (tickets - 1) / 2;
  program.sums = {static_cast<std::uint32_t>(tickets), 0, static_cast<std::uint32_t>(sum),
                  static_cast<std::uint32_t>(sum >> 32)};
  return program;
}

// Fibonacci's numbers by recursion, with what a call needs later in local memory.
PreemptedProgram recursion() {
  PreemptedProgram program{"recursion with local memory", {}, {6}, {64}, {}, {}};
  const std::string call =
      " {{ .param .b32 p0; st.param.b32 [p0], {}; .param .b32 r0; call (r0), f, (p0);\n"
      "  ld.param.b32 {}, [r0]; }}\n";
  const auto calling = [&](const char* argument, const char* result) {
    return fmt::format(fmt::runtime(call), argument, result);
  };
  const std::string function = R"(.func (.param .b32 out) f(.param .b32 in);
.func (.param .b32 out) f(.param .b32 in) {
  .reg .b32 %r<8>;
  .reg .pred %p<2>;
  .local .align 4 .b8 frame[16];
  ld.param.u32 %r0, [in];
  st.local.u32 [frame+4], %r0;
  setp.lt.u32 %p0, %r0, 2;
  @%p0 bra LEAF;
  sub.u32 %r1, %r0, 1;
)" + calling("%r1", "%r2") + R"(  st.local.u32 [frame+8], %r2;
  ld.local.u32 %r3, [frame+4];
  sub.u32 %r3, %r3, 2;
)" + calling("%r3", "%r4") + R"(  ld.local.u32 %r5, [frame+8];
  add.u32 %r0, %r4, %r5;
LEAF:
  st.param.b32 [out], %r0;
  ret;
}
)";
  program.ptx = kernel(kWhoAmI + "  rem.u32 %r5, %r1, 7;\n" + calling("%r5", "%r6") +
                       "  st.global.u32 [%rd2], %r6;\n");
  program.ptx.insert(program.ptx.find(".visible"), function);
  constexpr std::uint32_t kFibonacci[] = {0, 1, 1, 2, 3, 5, 8};
  for (std::uint32_t thread = 0; thread < 6 * 64; ++thread)
    program.threads.push_back(kFibonacci[thread % 7]);
  return program;
}

// Memory from the device's heap, one call of the host after the other.
PreemptedProgram heap() {
  PreemptedProgram program{"services of the host", {}, {6}, {64}, {}, {}};
  program.ptx = kernel(kWhoAmI + R"(
  mov.u32 %r5, 0;
  mov.u32 %r6, %r1;
ROUND:
  { .param .b64 p0; .param .b64 r0; st.param.b64 [p0], 16; call (r0), malloc, (p0);
    ld.param.b64 %rd3, [r0]; }
  st.u32 [%rd3+4], %r6;
  ld.u32 %r6, [%rd3+4];
  mad.lo.u32 %r6, %r6, 3, 1;
  { .param .b64 p0; st.param.b64 [p0], %rd3; call free, (p0); }
  add.u32 %r5, %r5, 1;
  setp.lt.u32 %p1, %r5, 4;
  @%p1 bra ROUND;
  st.global.u32 [%rd2], %r6;
)");
  program.ptx.insert(program.ptx.find(".visible"),
                     ".extern .func (.param .b64 out) malloc(.param .b64 in);\n"
                     ".extern .func free(.param .b64 in);\n");
  for (std::uint32_t thread = 0; thread < 6 * 64; ++thread) {
    std::uint32_t value = thread;
    for (unsigned round = 0; round < 4; ++round) value = value * 3 + 1;
    program.threads.push_back(value);
  }
  return program;
}

}  // namespace

std::vector<PreemptedProgram> preempted_programs() {
  return {divergent_loop(), barriers(), named_barriers(), shuffles(), atomics(),
          recursion(),      heap()};
}

}  // namespace heddle::test
